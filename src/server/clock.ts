import { v7 } from 'uuid';

/** Where the rules get the time from, so that tests can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** Where the rules get new ids from. */
export interface Ids {
  next(): string;
  /**
   * An id that sorts behind all those of an earlier moment, and of the same moment with a lower number, whatever this
   * machine's clock says and whichever process made them.
   * @param at epoch milliseconds; @param ordinal whole number
   */
  inOrder(at: number, ordinal: number): string;
}

export const systemClock: Clock = { now: () => Date.now() };

/** UUID v7: sorts by creation, says nothing about how many there are. */
export const uuids: Ids = {
  next: () => v7(),
  inOrder: (at, ordinal) => v7({ msecs: at, seq: ordinal }),
};
