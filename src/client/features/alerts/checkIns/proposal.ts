import type { Geofence } from '#contract/geofences';
import { distanceBetween, type LatLng } from '#shared/geo';

export const MINUTE_MS = 60_000;
const STEP_MS = 5 * MINUTE_MS;

/** How long a way may take, in minutes, to choose from. */
export const DURATIONS: readonly number[] = [15, 30, 60, 90, 120, 180, 240, 360, 480, 720];
/** Chosen at first. */
export const PROPOSED_MINUTES = 60;
/** The extra time that is chosen at first, in minutes. */
export const PROPOSED_GRACE = 10;

/** The time in the given minutes, rounded up to five minutes of the clock. Epoch milliseconds. */
export const dueAfter = (now: number, minutes: number): number =>
  Math.ceil((now + minutes * MINUTE_MS) / STEP_MS) * STEP_MS;

/**
 * Where a member may go: the nearest place first, and last those that they are in. By name without a position.
 * @param from the user's position
 */
export function placesToGo(places: readonly Geofence[], from: LatLng | undefined): Geofence[] {
  const byName = places.toSorted((one, other) => one.name.localeCompare(other.name));
  if (!from) return byName;
  const away = new Map(byName.map((place) => [place, distanceBetween(from, place)]));
  const farness = (place: Geofence) => {
    const metres = away.get(place) ?? 0;
    return metres <= place.radius ? Infinity : metres;
  };
  // Two infinite ones have no difference.
  return byName.toSorted((one, other) =>
    farness(one) < farness(other) ? -1 : farness(one) > farness(other) ? 1 : 0,
  );
}
