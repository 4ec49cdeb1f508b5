import { setTimeout as delay } from 'node:timers/promises';

/** Runs work as soon as there is a free slot. @returns undefined when that takes too long */
export type WebSlots = <Result>(personId: string, work: () => Promise<Result>) => Promise<Result | undefined>;

/** Fewer than the slots for deliveries of a process, so that some are always free for pushes and emails. */
const AT_ONCE = 10;
const AT_ONCE_PER_PERSON = 3;
/** A server that answers at all has done so by then. */
const WAIT_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** Bounds the requests to servers that people chose: one that answers slowly must not delay the alerts of others. */
export function webSlots(): WebSlots {
  const underWay: string[] = [];
  const isFull = (personId: string) =>
    underWay.length >= AT_ONCE || underWay.filter((id) => id === personId).length >= AT_ONCE_PER_PERSON;
  return async (personId, work) => {
    for (let waited = 0; isFull(personId); waited += LOOK_EVERY_MS) {
      if (waited >= WAIT_MS) return undefined;
      await delay(LOOK_EVERY_MS);
    }
    underWay.push(personId);
    try {
      return await work();
    } finally {
      underWay.splice(underWay.indexOf(personId), 1);
    }
  };
}
