import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import { DomainError } from '#server/domainError';

/** About 18,000 of the passwords that guessers try first, in small letters, from lists of leaked ones. */
const COMMON = new Set(dictionary['passwords-common'].filter((one) => one.length >= PASSWORD_MIN_LENGTH));
/** What a guesser tries first at this product: its name, with or without something after it. */
const OWN_NAME = /^(kinmap)+[\d\W_]*$/u;

/** True for a password that is among the first to be guessed. Capitals and spaces around it do not help. */
export function isCommonPassword(password: string): boolean {
  const small = password.trim().toLowerCase();
  return COMMON.has(small) || OWN_NAME.test(small);
}

/** Lets no new password through that everybody knows. @throws DomainError 400 with the sentence for whoever chose it */
export function refuseCommon(password: string): void {
  if (isCommonPassword(password)) throw new DomainError('password_common');
}
