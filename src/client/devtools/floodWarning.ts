import type { Middleware } from '@reduxjs/toolkit';
import { FRAME_WISE } from '#client/app/redactSecrets';

/** More actions than this within a second are more than a person or a family causes. */
const MOST_A_SECOND = 25;
const SECOND_MS = 1_000;

/**
 * Warns once a second when more actions arrive than anything but a mistake explains, and names the commonest. What comes
 * once a frame by design does not count.
 * @param now epoch milliseconds
 */
export function warnOfFloods(now: () => number, warn: (sentence: string) => void): Middleware {
  let begun = Number.NEGATIVE_INFINITY;
  let counts = new Map<string, number>();
  let total = 0;
  return () => (next) => (action) => {
    const { type } = action as { type: string };
    if (FRAME_WISE.includes(type)) return next(action);
    const time = now();
    if (time - begun >= SECOND_MS) {
      begun = time;
      counts = new Map();
      total = 0;
    }
    total += 1;
    counts.set(type, (counts.get(type) ?? 0) + 1);
    if (total === MOST_A_SECOND + 1) {
      const [commonest, count] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
      warn(`More than ${MOST_A_SECOND} actions within a second; ${count} of them are ${commonest}`);
    }
    return next(action);
  };
}
