import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import type { AppError } from '#client/services/types';

/** What is wrong with a new password that was typed twice; null when it may be sent. */
export function validateNewPassword(form: { newPassword: string; confirmPassword: string }): AppError | null {
  if (form.newPassword !== form.confirmPassword) return { code: 'new_passwords_differ' };
  return form.newPassword.length < PASSWORD_MIN_LENGTH ? { code: 'new_password_too_short' } : null;
}
