import { roundDegrees } from '#shared/geo';
import { isInArea } from '#shared/geofences';
import type { DayTimeline } from '#shared/timeline';
import type { StoredGeofence } from '#server/features/geofences/repository';
import { areaOf } from '#server/features/geofences/polygons';
import type { StayCorrectionRow } from '#server/db/schema';
import { namingSince, type Viewer } from '../corrections/naming';
import { startedBefore } from './acrossMidnight';

/** Start and end in epoch milliseconds, latitude and longitude. */
type StoredStay = readonly [start: number, end: number, latitude: number, longitude: number];

/** The stays of a day as they are kept with its totals. */
export function stayList({ entries }: DayTimeline): string {
  const stays = entries.flatMap((entry): StoredStay[] =>
    entry.kind === 'stay'
      ? [[entry.start, entry.end, roundDegrees(entry.latitude), roundDegrees(entry.longitude)]]
      : [],
  );
  return JSON.stringify(stays);
}

/** A geofence whose visits are searched for. */
export interface VisitedPlace {
  readonly place: StoredGeofence;
  readonly viewer: Viewer;
}

/**
 * When a member stayed at a place, by position or because the member says so.
 * @param stored what `stayList` returned for the day
 * @param storedBefore the same for the day before, undefined where it has no positions
 */
export function visitsOf(
  stored: string,
  storedBefore: string | undefined,
  { place, viewer, corrections }: VisitedPlace & { readonly corrections: readonly StayCorrectionRow[] },
): { start: string; end: string }[] {
  const area = areaOf(place);
  const evening = (storedBefore === undefined ? [] : readStays(storedBefore)).at(-1) ?? null;
  return readStays(stored)
    .filter((stay, index) => {
      // Also after a way around midnight: back where the evening was, the place is the same.
      const since = index === 0 ? startedBefore(stay, evening) : undefined;
      const naming = namingSince(corrections, stay, since, viewer);
      if (naming) return 'place' in naming && naming.place.id === place.id;
      return isInArea(area, stay);
    })
    .map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }));
}

const readStays = (stored: string) =>
  (JSON.parse(stored) as StoredStay[]).map(([start, end, latitude, longitude]) => ({
    start,
    end,
    latitude,
    longitude,
  }));
