import { SOS_OPEN_MS, SOS_OPEN_WITHOUT_DEVICE_MS, SOS_REPEAT_MINUTES } from '#contract/limits';
import type { SosRow } from '#server/db/schema';

const MINUTE_MS = 60_000;

/** When a call that is made now expires. Clients without a device id cannot end calls, so theirs expire sooner. */
export const expiryOf = (now: number, hasDevice: boolean): number =>
  now + (hasDevice ? SOS_OPEN_MS : SOS_OPEN_WITHOUT_DEVICE_MS);

/**
 * When there is something to do for a call next: the first repeat that is still to come, or its end. After a downtime,
 * repeats that were missed are one.
 */
export function nextMoment(
  { called_at, can_repeat, expires_at }: Pick<SosRow, 'called_at' | 'can_repeat' | 'expires_at'>,
  now: number,
): number {
  const repeats = can_repeat === 1 ? SOS_REPEAT_MINUTES : [];
  const repeat = repeats.map((minutes) => called_at + minutes * MINUTE_MS).find((moment) => moment > now);
  return Math.min(repeat ?? expires_at, expires_at);
}
