import { MOVING_FROM_M_PER_S } from '#contract/limits';
import type { Presence } from '#contract/phones';

/** For so long a speed is the present one: who drove may have stopped since. */
const SPEED_COUNTS_MS = 2 * 60_000;

/** Whether a member moved when they were at their newest position. */
export const wasMoving = ({ speed }: Presence): boolean => speed !== null && speed >= MOVING_FROM_M_PER_S;

/** Speed in kilometres an hour while a member moves, else null. @param age of the position in milliseconds */
export const movingSpeed = (presence: Presence | undefined, age: number): number | null =>
  presence?.speed && wasMoving(presence) && age < SPEED_COUNTS_MS ? Math.round(presence.speed * 3.6) : null;
