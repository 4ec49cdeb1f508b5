import {
  PASSWORD_MIN_LENGTH,
  PASSWORD_MODERATE_SCORE,
  PASSWORD_STRONG_SCORE,
} from '../../../contract/limits';

export type PasswordStrength = 'Weak' | 'Moderate' | 'Strong';

/**
 * The specification's strength score (section 5): one point each for 8 or more characters, an uppercase letter, a
 * lowercase letter, a digit, and a character that is neither letter nor digit.
 * @returns 0 to 5
 */
export function passwordScore(password: string): number {
  const signs = [password.length >= PASSWORD_MIN_LENGTH, /[A-Z]/u, /[a-z]/u, /[0-9]/u, /[^A-Za-z0-9]/u];
  return signs.filter((sign) => (typeof sign === 'boolean' ? sign : sign.test(password))).length;
}

/** The word for a score of 0 to 5. */
export function passwordStrength(score: number): PasswordStrength {
  if (score >= PASSWORD_STRONG_SCORE) return 'Strong';
  return score === PASSWORD_MODERATE_SCORE ? 'Moderate' : 'Weak';
}
