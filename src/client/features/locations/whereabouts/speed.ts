import { MOVING_FROM_M_PER_S } from '#contract/limits';
import type { Presence } from '#contract/phones';

/** So long a speed says something. */
const SPEED_COUNTS_MS = 5 * 60_000;

/** Speed in kilometres an hour while a member moves, else null. @param age of the position in milliseconds */
export const movingSpeed = (presence: Presence | undefined, age: number): number | null =>
  presence?.speed && presence.speed >= MOVING_FROM_M_PER_S && age < SPEED_COUNTS_MS
    ? Math.round(presence.speed * 3.6)
    : null;
