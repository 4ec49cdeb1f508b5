import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import { isCommonPassword } from '#shared/commonPasswords';
import { DomainError } from '#server/domainError';

/** About 18,000 of the most common leaked passwords, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((one) => one.length >= PASSWORD_MIN_LENGTH),
);

/** @throws DomainError 400 when a new password is a common one */
export function rejectCommonPassword(password: string): void {
  if (isCommonPassword(password, COMMON_PASSWORDS)) throw new DomainError('password_common');
}
