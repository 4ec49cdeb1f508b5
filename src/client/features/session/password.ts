import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import type { AppError } from '#client/services/types';

/**
 * The specification's strength score (section 5): one point each for 8 or more characters, an uppercase letter, a
 * lowercase letter, a digit, and a character that is neither letter nor digit.
 * @returns 0 to 5
 */
export function passwordScore(password: string): number {
  const kinds = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];
  const length = password.length >= PASSWORD_MIN_LENGTH ? 1 : 0;
  return length + kinds.filter((kind) => kind.test(password)).length;
}

/** What is wrong with a new password that was typed twice; null when it may be sent. */
export function validateNewPassword(form: { newPassword: string; confirmPassword: string }): AppError | null {
  if (form.newPassword !== form.confirmPassword) return { code: 'new_passwords_differ' };
  return form.newPassword.length < PASSWORD_MIN_LENGTH ? { code: 'new_password_too_short' } : null;
}
