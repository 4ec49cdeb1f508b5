import { v7 } from 'uuid';

/** Where the rules get the time from, so that tests can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** Where the rules get new ids from. */
export interface Ids {
  next(): string;
}

export const systemClock: Clock = { now: () => Date.now() };

/** UUID v7: sorts by creation, says nothing about how many there are. */
export const uuids: Ids = { next: () => v7() };
