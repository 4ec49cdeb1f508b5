import { distanceBetween } from '#shared/geo';
import type { LatestDetails, LocationRow } from '#server/db/schema';
import type { LatestRow } from './repository';

/** Since when a person stays where they are: the time and place of the first fix of the stay. */
export type Stay = Pick<LatestDetails, 'since' | 'anchor_latitude' | 'anchor_longitude'>;

/** A fix that is less accurate says that a person has gone only when it is far beyond its error. Metres. */
const ACCURATE_ENOUGH_M = 200;
const FAR_BEYOND = 2;
/** Of a fix without accuracy. */
const ASSUMED_ACCURACY_M = 100;
const STAY_RADIUS_M = 100;

/**
 * The stay that a person is on after a fix. Another one begins further than 100 m and half the accuracy away;
 * twice the accuracy where that is poor.
 * @param before the newest position before; undefined: there is none
 */
export function stayAfter(before: LatestRow | undefined, fix: LocationRow): Stay {
  const begun = { since: fix.recorded_at, anchor_latitude: fix.latitude, anchor_longitude: fix.longitude };
  if (!before) return begun;
  const { since, anchor_latitude: latitude, anchor_longitude: longitude } = before;
  if (since === null || latitude === null || longitude === null) return begun;
  const accuracy = fix.accuracy ?? ASSUMED_ACCURACY_M;
  const share = accuracy <= ACCURATE_ENOUGH_M ? 0.5 : FAR_BEYOND;
  const isGone = distanceBetween({ latitude, longitude }, fix) > STAY_RADIUS_M + accuracy * share;
  return isGone ? begun : { since, anchor_latitude: latitude, anchor_longitude: longitude };
}
