import type { HistoryEntry, Location } from '#contract/locations';
import type { Flag, LatestDetails, LocationRow } from '#server/db/schema';
import type { MemberSample } from '#server/features/geofences/engine';
import type { TrackPoint } from '#shared/historyCodec';

/** What a phone with an app reports of its newest position, and of the stay that the person is on. */
export type Details = Omit<LatestDetails, 'anchor_latitude' | 'anchor_longitude'>;

/** A position as clients receive it. @param details only those that are known are in it, and none of a browser's position */
export function toLocation(row: LocationRow & Partial<Details>): Location {
  const position = { userId: row.user_id, ...toHistoryEntry({ ...row, at: row.recorded_at }) };
  return row.source === null || row.source === undefined ? position : { ...position, ...known(row) };
}

function known(row: Partial<Details>): Partial<Location> {
  const { altitude, speed, course, battery, source, motion } = row;
  const all = {
    altitude,
    speed,
    course,
    battery,
    source,
    motion,
    charging: toBoolean(row.charging),
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
