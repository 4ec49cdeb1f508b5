import { SOS_OPEN_MS, SOS_OPEN_WITHOUT_DEVICE_MS, SOS_REPEAT_MINUTES } from '#contract/limits';
import type { SosRow } from '#server/db/schema';

const MINUTE_MS = 60_000;

/** When a call that is made now expires. Clients without a device id cannot end calls, so theirs expire sooner. */
export const expiryOf = (now: number, hasDevice: boolean): number =>
  now + (hasDevice ? SOS_OPEN_MS : SOS_OPEN_WITHOUT_DEVICE_MS);

/**
 * When the server got the last call, which may be hours after it was made: a phone without signal sends it late. Of calls of
 * devices the expiry says it; others are made when they arrive.
 */
const storedAt = ({ called_at, expires_at }: Pick<SosRow, 'called_at' | 'expires_at'>): number =>
  Math.max(called_at, expires_at - SOS_OPEN_MS);

/**
 * When there is something to do for a call next: the first repeat that is still to come, or its end. After a downtime,
 * repeats that were missed are one.
 */
export function nextMoment(
  call: Pick<SosRow, 'called_at' | 'can_repeat' | 'expires_at'>,
  now: number,
): number {
  const repeats = call.can_repeat === 1 ? SOS_REPEAT_MINUTES : [];
  const start = storedAt(call);
  const repeat = repeats.map((minutes) => start + minutes * MINUTE_MS).find((moment) => moment > now);
  return Math.min(repeat ?? call.expires_at, call.expires_at);
}
