import { setTimeout as wait } from 'node:timers/promises';

/** No request waits longer for its turn. */
const MAX_WAIT_MS = 10_000;

/**
 * Takes one request of a phone after the other. A phone that sends faster than it may waits for its answers: most apps lose
 * positions that are refused.
 */
export function phoneTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(phoneId: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(phoneId);
    const own = (async () => {
      if (before)
        await Promise.race([before.catch(() => undefined), wait(MAX_WAIT_MS, undefined, { ref: false })]);
      return work();
    })();
    last.set(phoneId, own);
    try {
      return await own;
    } finally {
      if (last.get(phoneId) === own) last.delete(phoneId);
    }
  };
}
export type PhoneTurns = ReturnType<typeof phoneTurns>;

/** Waits as long as a limit asks for, but not longer than a phone waits for an answer. @param seconds */
export const waitForLimit = (seconds: number): Promise<void> =>
  wait(Math.min(seconds * 1_000, MAX_WAIT_MS), undefined, { ref: false });
