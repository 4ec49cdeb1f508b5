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

interface PhonePlaces {
  /** Where the phone is. */
  readonly from: LatLng | undefined;
  /** JSON of the last command's places, those that it removed among them, or null. */
  readonly before: string | null;
  /** The phone may not have got the last command. */
  readonly isAgain: boolean;
}

/**
 * The command that gives a phone the nearest places; undefined when it has them.
 * @returns the command, and what it has sent then
 */
export function placesCommand(
  places: readonly Places[],
  { from, before, isAgain }: PhonePlaces,
): { command: object; sent: string } | undefined {
  const last = JSON.parse(before ?? '[]') as Waypoint[];
  const had = new Map(
    last.filter((waypoint) => !isGone(waypoint)).map((waypoint) => [waypoint.rid, waypoint]),
  );
  const waypoints = toWaypoints(nearest(places, from), had);
  const isSame = JSON.stringify(waypoints) === JSON.stringify([...had.values()]);
  if (isSame && !(isAgain && last.length > 0)) return undefined;
  const left = new Set(waypoints.map(({ rid }) => rid));
  const gone = last
    .filter((waypoint) => !left.has(waypoint.rid) && (isAgain || !isGone(waypoint)))
    .map((waypoint) => ({ ...waypoint, lat: NOWHERE, lon: NOWHERE }));
  const sent = [...waypoints, ...gone];
  const list = { _type: 'waypoints', waypoints: sent };
  return {
    command: { _type: 'cmd', action: 'setWaypoints', waypoints: list },
    sent: JSON.stringify(sent),
  };
}

const isGone = ({ lat }: Waypoint): boolean => lat === NOWHERE;

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
