import { DomainError } from '#server/domainError';

/** The longest wait for a slot. */
const MAX_WAIT_MS = 3_000;

/** Runs work as soon as a slot is free, in the order of asking. @throws DomainError 503 after MAX_WAIT_MS */
export type InSlot = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets at most `count` works run at the same time. */
export function transactionSlots(count: number): InSlot {
  const waiting = new Set<() => void>();
  let free = count;

  const freeSlot = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new DomainError('server_busy'));
      }, MAX_WAIT_MS);
      waiting.add(begin);
    });

  return async (work) => {
    if (free > 0) free -= 1;
    else await freeSlot();
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    }
  };
}
