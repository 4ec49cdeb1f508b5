import { fairTurns } from '#server/fairTurns';

/** Requests with stored positions that run at the same time. */
const AT_ONCE = 2;
/** Positions that are older than this were stored on the phone first. */
const LATE_AFTER_MS = 2 * 60_000;

/** Whether a phone sends positions that it has stored. @param newest time of the newest, epoch milliseconds */
export const isLate = (newest: number, now: number): boolean => now - newest >= LATE_AFTER_MS;

/** The positions of a request. */
interface RequestPositions {
  readonly userId: string;
  /** Epoch milliseconds; undefined for none. */
  readonly newest: number | undefined;
}

/**
 * Runs at most two requests with stored positions at a time, so that they do not delay the current position of another
 * phone. Fifty phones may be without a network for hours, and then send everything at once.
 * @throws DomainError 503 when too many wait
 */
export function lateTurns() {
  const inTurn = fairTurns(AT_ONCE);
  return <Result>(
    { userId, newest }: RequestPositions,
    now: number,
    work: () => Promise<Result>,
  ): Promise<Result> => (newest === undefined || !isLate(newest, now) ? work() : inTurn(userId, work));
}
