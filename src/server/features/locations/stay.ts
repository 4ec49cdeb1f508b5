import { distanceBetween } from '#shared/geo';
import type { LatestDetails, LocationRow } from '#server/db/schema';
import type { LatestRow } from './repository';

/** Since when a person stays where they are: the time and place of the first fix of the stay; or how fast they move. */
export type Stay = Pick<LatestDetails, 'since' | 'anchor_latitude' | 'anchor_longitude' | 'speed'>;

/** A fix that is less accurate says that a person has gone only when it is far beyond its error. Metres. */
const ACCURATE_ENOUGH_M = 200;
const FAR_BEYOND = 2;
/** Of a fix without accuracy. */
const ASSUMED_ACCURACY_M = 100;
const STAY_RADIUS_M = 100;

/** Stays that follow each other as quickly as this are a move. A reported speed of so long ago counts no longer. */
const SPEED_KEPT_MS = 60_000;
/** No one moves faster on the ground, in metres per second: the fix has jumped. */
const FASTEST_M_PER_S = 100;
/** What the first and the second quick change count as: less than a move (MOVING_FROM_M_PER_S). */
const FIRST_CHANGE_M_PER_S = 1.8;
const SECOND_CHANGE_M_PER_S = 1.9;

/**
 * The stay that a person is on after a fix. Another one begins further than 100 m and half the accuracy away;
 * twice the accuracy where that is poor.
 * @param before the newest position before; undefined: there is none
 * @param reported speed of the fix in metres per second; null: its device tells none, and browsers tell none
 */
export function stayAfter(before: LatestRow | undefined, fix: LocationRow, reported: number | null): Stay {
  const { recorded_at, latitude, longitude } = fix;
  const begun = {
    since: recorded_at,
    anchor_latitude: latitude,
    anchor_longitude: longitude,
    speed: reported,
  };
  if (!before) return begun;
  const { since, anchor_latitude, anchor_longitude } = before;
  if (since === null || anchor_latitude === null || anchor_longitude === null) return begun;
  const metres = distanceBetween({ latitude: anchor_latitude, longitude: anchor_longitude }, fix);
  const accuracy = fix.accuracy ?? ASSUMED_ACCURACY_M;
  const share = accuracy <= ACCURATE_ENOUGH_M ? 0.5 : FAR_BEYOND;
  const age = recorded_at - since;
  if (metres > STAY_RADIUS_M + accuracy * share) {
    begun.speed ??= speedOfMove(before.speed, metres, age);
    return begun;
  }
  const speed = reported ?? (age < SPEED_KEPT_MS ? before.speed : null);
  return { since, anchor_latitude, anchor_longitude, speed };
}

/**
 * Speed from one stay to the next, in metres per second. The first two quick changes count as slow: a fix that jumps comes
 * back as quickly.
 */
function speedOfMove(before: number | null, metres: number, ms: number): number | null {
  const speed = (metres / ms) * 1_000;
  if (!(speed <= FASTEST_M_PER_S)) return null;
  if (before === null || before < FIRST_CHANGE_M_PER_S) return Math.min(speed, FIRST_CHANGE_M_PER_S);
  return before < SECOND_CHANGE_M_PER_S ? Math.min(speed, SECOND_CHANGE_M_PER_S) : speed;
}
