import { PASSWORD_MODERATE_SCORE, PASSWORD_STRONG_SCORE } from '#contract/limits';
import './password-strength.css';

export type StrengthWord = 'Weak' | 'Moderate' | 'Strong';

/** The word for a score of 0 to 5. */
export function strengthWord(score: number): StrengthWord {
  if (score >= PASSWORD_STRONG_SCORE) return 'Strong';
  return score >= PASSWORD_MODERATE_SCORE ? 'Moderate' : 'Weak';
}

export interface PasswordStrengthProps {
  /** 0 to 5, one point each for length, capital, small letter, digit and other character. */
  score: number;
}

/** How strong a password is: five bars, and the word, since colour alone says nothing to many. */
export function PasswordStrength({ score }: PasswordStrengthProps) {
  const word = strengthWord(score);
  return (
    <div className={`strength strength-${word.toLowerCase()}`}>
      <div
        className="strength-bars"
        role="meter"
        aria-label="Strength"
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={word}
      >
        {[1, 2, 3, 4, 5].map((bar) => (
          <span key={bar} className={bar <= score ? 'strength-bar strength-bar-on' : 'strength-bar'} />
        ))}
      </div>
      <span className="strength-word" aria-live="polite">
        {word}
      </span>
    </div>
  );
}
