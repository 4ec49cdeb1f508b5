import { fairTurns } from '#server/fairTurns';

/** Requests with old positions that are taken at the same time. */
const AT_ONCE = 2;
/** Positions that are older than this come from a queue. */
const LATE_AFTER_MS = 2 * 60_000;

/** Whether positions come from a queue. @param newest of them, epoch milliseconds */
export const isLate = (newest: number, now: number): boolean => now - newest >= LATE_AFTER_MS;

/** The positions of a request. */
interface PositionsOf {
  readonly userId: string;
  /** Epoch milliseconds; undefined for none. */
  readonly newest: number | undefined;
}

/**
 * Lets phones that empty a queue wait for each other, so that a few of them at most are before a phone that reports where
 * it is now. Fifty that came back from a tunnel would otherwise delay everyone.
 */
export function lateTurns() {
  const inTurn = fairTurns(AT_ONCE);
  return <Result>(
    { userId, newest }: PositionsOf,
    now: number,
    work: () => Promise<Result>,
  ): Promise<Result> => (newest === undefined || !isLate(newest, now) ? work() : inTurn(userId, work));
}
