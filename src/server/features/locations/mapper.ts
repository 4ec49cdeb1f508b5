import type { HistoryEntry, Location } from '#contract/locations';
import type { Flag, LatestDetails, LocationRow } from '#server/db/schema';
import type { MemberSample } from '#server/features/geofences/engine';
import type { TrackPoint } from '#shared/historyCodec';

/** What a phone with an app reports of its newest position, and of the stay that the person is on. */
export type Details = Omit<LatestDetails, 'anchor_latitude' | 'anchor_longitude'>;

/** A position as clients receive it. @param details only those that are known are in it, and none of a browser's position */
export function toLocation(row: LocationRow & Partial<Details>): Location {
  const { user_id: userId, latitude, longitude, accuracy, recorded_at: at } = row;
  const position = { userId, ...toHistoryEntry({ latitude, longitude, accuracy, at }) };
  return row.source === null || row.source === undefined ? position : { ...position, ...known(row) };
}

/** After this time without a new report the battery is not known any more. */
const BATTERY_KNOWN_MS = 6 * 3_600_000;

type Power = Partial<Pick<Details, 'battery' | 'charging' | 'battery_at' | 'seen_at'>>;

/** Battery and charging of a newest position, unless they are much older than the last word of the phone. */
export function knownPower({ recorded_at, ...row }: Power & Pick<LocationRow, 'recorded_at'>) {
  const { battery = null, charging = null, battery_at, seen_at } = row;
  const isKnown = Math.max(recorded_at, seen_at ?? 0) - (battery_at ?? recorded_at) <= BATTERY_KNOWN_MS;
  return isKnown ? { battery, charging: toBoolean(charging) } : { battery: null, charging: null };
}

function known(row: LocationRow & Partial<Details>): Partial<Location> {
  const { altitude, speed, course, source, motion } = row;
  const all = {
    altitude,
    speed,
    course,
    source,
    motion,
    ...knownPower(row),
    seenAt: isoOrNull(row.seen_at),
    since: isoOrNull(row.since),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
}

const toBoolean = (flag: Flag | null | undefined): boolean | null =>
  flag === null || flag === undefined ? null : flag === 1;
const isoOrNull = (moment: number | null | undefined): string | null =>
  moment === null || moment === undefined ? null : new Date(moment).toISOString();

/** One entry of a day's history as clients receive it. */
export function toHistoryEntry({ latitude, longitude, accuracy, at }: TrackPoint): HistoryEntry {
  return { latitude, longitude, accuracy, timestamp: new Date(at).toISOString() };
}

/** A position as geofences are evaluated with it. */
export function toSample(row: LocationRow): MemberSample {
  const { user_id: userId, recorded_at: at, latitude, longitude, accuracy } = row;
  return { userId, latitude, longitude, accuracy, at };
}
