import { PHONE_FIXES } from '#contract/limits';

/**
 * How many positions of phones a person may still add: each uses a second, and up to a week of seconds may be used ahead.
 * A phone that takes one position a second never has fewer. A stolen key stores no more than five weeks of such positions
 * before the oldest expire.
 * @param usedUntil the moment up to which the seconds are used, epoch milliseconds; null: none is
 */
export function fixesLeft(usedUntil: number | null, now: number): number {
  const ahead = Math.max(0, (usedUntil ?? 0) - now);
  return Math.max(0, Math.floor((PHONE_FIXES.savedMs - ahead) / PHONE_FIXES.everyMs));
}

/** The time of its owner's quota that some positions use, in milliseconds. */
export const quotaOf = (fixes: number): number => fixes * PHONE_FIXES.everyMs;
