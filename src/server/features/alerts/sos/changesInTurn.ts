import { withPause } from '#server/eventLoopTurns';

/** Makes a change for a person. What the change is decides whether it is the same as the one before. */
export type ChangeInTurn<Result> = (
  userId: string,
  what: string,
  change: () => Promise<Result>,
) => Promise<Result>;

interface Change<Result> {
  /** Undefined once it is over. */
  what: string | undefined;
  readonly result: Promise<Result>;
  /** When the next may begin. */
  readonly pauseOver: Promise<unknown>;
}

/**
 * Makes the changes of each person one after the other, with a pause after each. One that is the same as the person's last,
 * which is not over yet, shares its result. Each reads a whole call, so that a person's flood would take all connections to
 * the database, and without pauses all turns of the event loop.
 */
export function changesInTurn<Result>(): ChangeInTurn<Result> {
  const last = new Map<string, Change<Result>>();
  return (userId, what, change) => {
    const before = last.get(userId);
    if (before?.what === what) return before.result;
    const result = before ? before.pauseOver.then(change) : change();
    const current: Change<Result> = { what, result, pauseOver: pauseAfter(result, before?.pauseOver) };
    last.set(userId, current);
    const end = (): void => {
      current.what = undefined;
    };
    result.then(end, end);
    const forget = (): void => {
      if (last.get(userId) === current) last.delete(userId);
    };
    void current.pauseOver.then(forget);
    return result;
  };
}

/** @param begin when the change of this result begins; undefined: now */
const pauseAfter = async (result: Promise<unknown>, begin: Promise<unknown> | undefined): Promise<void> => {
  if (begin) await begin;
  await withPause(() => result.catch(() => undefined));
};
