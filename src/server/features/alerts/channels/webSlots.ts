import { setTimeout as delay } from 'node:timers/promises';

/** Runs work as soon as there is a free slot. @returns undefined when that takes too long */
export type WebSlots = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result | undefined>;

/** Fewer than the slots for deliveries of a process, so that some are always free for pushes and emails. */
const AT_ONCE = 10;
const AT_ONCE_PER_USER = 3;
/** A server that answers at all has done so by then. */
const WAIT_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** Bounds the requests to servers that users chose: one that answers slowly must not delay the alerts of others. */
export function webSlots(): WebSlots {
  const underWay: string[] = [];
  const isFull = (userId: string) =>
    underWay.length >= AT_ONCE || underWay.filter((id) => id === userId).length >= AT_ONCE_PER_USER;
  return async (userId, work) => {
    for (let waited = 0; isFull(userId); waited += LOOK_EVERY_MS) {
      if (waited >= WAIT_MS) return undefined;
      await delay(LOOK_EVERY_MS);
    }
    underWay.push(userId);
    try {
      return await work();
    } finally {
      underWay.splice(underWay.indexOf(userId), 1);
    }
  };
}
