import { v7 } from 'uuid';

/** Source of the time, so that tests can set it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** Source of new ids. */
export interface Ids {
  next(): string;
  /**
   * An id that sorts by `at` and then by `ordinal`, independent of this machine's clock and of the process that creates it.
   * @param at epoch milliseconds; @param ordinal whole number
   */
  inOrder(at: number, ordinal: number): string;
}

export const systemClock: Clock = { now: () => Date.now() };

/** UUID v7: sorts by creation time and does not reveal how many ids exist. */
export const uuids: Ids = {
  next: () => v7(),
  inOrder: (at, ordinal) => v7({ msecs: at, seq: ordinal }),
};
