import { distanceBetween, type LatLng } from '#shared/geo';
import type { GeofenceRow } from '#server/db/schema';

/** iOS watches no more. */
const PLACES = 20;
/** A place here is deleted by the app for iOS; the one for Android keeps it. */
const NOWHERE = -1_000_000;

/** A place as OwnTracks has it. `tst` is its key on Android, `rid` on iOS. */
interface Waypoint {
  readonly _type: 'waypoint';
  readonly desc: string;
  readonly lat: number;
  readonly lon: number;
  readonly rad: number;
  readonly tst: number;
  readonly rid: string;
}

type Places = Pick<GeofenceRow, 'id' | 'name' | 'latitude' | 'longitude' | 'radius' | 'created_at'>;

/**
 * The command that gives a phone the nearest places; undefined when it has them.
 * @param before JSON of what it has got, or null
 * @returns the command, and what it has then
 */
export function placesCommand(
  places: readonly Places[],
  from: LatLng | undefined,
  before: string | null,
): { command: object; sent: string } | undefined {
  const had = new Map((JSON.parse(before ?? '[]') as Waypoint[]).map((waypoint) => [waypoint.rid, waypoint]));
  const waypoints = toWaypoints(nearest(places, from), had);
  const sent = JSON.stringify(waypoints);
  if (sent === (before ?? '[]')) return undefined;
  const left = new Set(waypoints.map(({ rid }) => rid));
  const removed = [...had.values()].filter(({ rid }) => !left.has(rid));
  const gone = removed.map((waypoint) => ({ ...waypoint, lat: NOWHERE, lon: NOWHERE }));
  const list = { _type: 'waypoints', waypoints: [...waypoints, ...gone] };
  return { command: { _type: 'cmd', action: 'setWaypoints', waypoints: list }, sent };
}

/** The nearest places in the order of their ids, so that walking on does not change the list. */
function nearest(places: readonly Places[], from: LatLng | undefined): Places[] {
  return places
    .map((place) => ({ place, away: from ? distanceBetween(from, place) : 0 }))
    .toSorted((a, b) => a.away - b.away || (a.place.id < b.place.id ? -1 : 1))
    .slice(0, PLACES)
    .map(({ place }) => place)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Keeps the key that a place has; of new ones of the same second the later ones get other seconds. */
function toWaypoints(places: readonly Places[], had: ReadonlyMap<string, Waypoint>): Waypoint[] {
  const taken = new Set([...had.values()].map(({ tst }) => tst));
  return places.map(({ id, name, latitude, longitude, radius, created_at }) => {
    let tst = had.get(id)?.tst ?? Math.floor(created_at / 1_000);
    while (!had.has(id) && taken.has(tst)) tst += 1;
    taken.add(tst);
    return {
      _type: 'waypoint',
      desc: descOf(name),
      lat: latitude,
      lon: longitude,
      rad: radius,
      tst,
      rid: id,
    };
  });
}

/** For iOS a colon begins a beacon, and a sign at the beginning makes a region follow the phone. */
const descOf = (name: string): string =>
  name
    .replaceAll(':', ' ')
    .replace(/^[\s+-]+/u, '')
    .trim() || 'Place';
