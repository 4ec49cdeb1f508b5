import { t } from '#client/i18n/text';
import { PASSWORD_MODERATE_SCORE, PASSWORD_STRONG_SCORE } from '#contract/limits';
import './password-strength.css';

/** How strong a password of a score of 0 to 5 is. */
function strengthOf(score: number): 'weak' | 'moderate' | 'strong' {
  if (score >= PASSWORD_STRONG_SCORE) return 'strong';
  return score >= PASSWORD_MODERATE_SCORE ? 'moderate' : 'weak';
}

export interface PasswordStrengthProps {
  /** 0 to 5, one point each for length, capital, small letter, digit and other character. */
  score: number;
  /** True for a password that is refused, whatever its score, unless an error of the field says so. */
  isCommon?: boolean;
}

/**
 * How strong a password is: five bars, and the word, since colour alone says nothing to many. A line says of a common one
 * that it will be refused.
 */
export function PasswordStrength({ score, isCommon = false }: PasswordStrengthProps) {
  return (
    <>
      <Meter score={score} />
      <p className="strength-common" role="status">
        {isCommon ? t('This password is too common. Please choose another one.') : null}
      </p>
    </>
  );
}

function Meter({ score }: { score: number }) {
  const strength = strengthOf(score);
  const word = t({ weak: 'Weak', moderate: 'Moderate', strong: 'Strong' }[strength]);
  return (
    <div className={`strength strength-${strength}`}>
      <div
        className="strength-bars"
        role="meter"
        aria-label={t('Strength')}
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
