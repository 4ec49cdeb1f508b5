import type { SecondFactorInput } from '#contract/factors';
import type { FactorChallengeRow } from '#server/db/schema';
import type { LimitName } from '#server/http/rateLimits';
import { typedDigits } from '../factors/totp';

/** Who answers a challenge. */
export interface Answerer {
  readonly address: string;
  /** Of a browser in which a second factor of the account was passed before. */
  readonly browserId: string | undefined;
  /** Whether the session that is to be confirmed has passed a second factor before. */
  readonly hasPassed: boolean;
}

/** Limits with the keys that they are counted by. */
export type AnswerLimits = readonly (readonly [LimitName, string])[];

/**
 * What a wrong answer counts for. Only six digits can be guessed. Sessions and browsers that have passed a second factor
 * count for themselves, so that a guesser elsewhere does not keep their owner out; all others share the guesses of the
 * account, so that more of them are no more guesses.
 */
export function answerLimits(
  { user_id: userId, session_id: sessionId }: FactorChallengeRow,
  { code }: SecondFactorInput,
  { address, browserId, hasPassed }: Answerer,
): AnswerLimits {
  const own = sessionId === null ? browserId && `browser ${browserId}` : `session ${sessionId}`;
  if (code === undefined || typedDigits(code) === undefined)
    return [['wrongRecoveryCode', own ?? `${address} ${userId}`]];
  const shared = sessionId === null ? userId : `sessions ${userId}`;
  return [
    ['wrongSecondFactor', own ?? shared],
    ['wrongSecondFactorInAWeek', sessionId !== null && !hasPassed ? shared : (own ?? shared)],
  ];
}
