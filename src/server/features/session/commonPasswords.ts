import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import { DomainError } from '#server/domainError';

/** About 18,000 of the most common leaked passwords, in lower case. */
const COMMON = new Set(dictionary['passwords-common'].filter((one) => one.length >= PASSWORD_MIN_LENGTH));
/** The product's name with or without digits and signs after it, an obvious guess here. */
const OWN_NAME = /^(kinmap)+[\d\W_]*$/u;

/** True for a common password; upper case and surrounding spaces make no difference. */
export function isCommonPassword(password: string): boolean {
  const small = password.trim().toLowerCase();
  return COMMON.has(small) || OWN_NAME.test(small);
}

/** @throws DomainError 400 when a new password is a common one */
export function rejectCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new DomainError('password_common');
}
