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

/** A saved place as the end of a way. */
export interface PlaceToGo {
  id: string;
  name: string;
  /** The user is there now: the way leads out and back. */
  isHere: boolean;
}

/**
 * Where a member may go: the nearest place first, and last those that they are in. By name without a position.
 * @param from the user's position
 */
export function placesToGo(places: readonly Geofence[], from: LatLng | undefined): PlaceToGo[] {
  const farness = (place: Geofence) => {
    const metres = from ? distanceBetween(from, place) : 0;
    return from && metres <= place.radius ? Infinity : metres;
  };
  return (
    places
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((place) => ({ id: place.id, name: place.name, away: farness(place) }))
      // Two infinite ones have no difference.
      .toSorted((one, other) => (one.away < other.away ? -1 : one.away > other.away ? 1 : 0))
      .map(({ id, name, away }) => ({ id, name, isHere: away === Infinity }))
  );
}
