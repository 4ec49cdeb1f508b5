import type { HistoryEntry, Location } from '#contract/locations';
import type { LocationRow } from '#server/db/schema';
import type { MemberSample } from '#server/features/geofences/engine';
import type { TrackPoint } from '#shared/historyCodec';

/** A position as clients receive it. */
export function toLocation(row: LocationRow): Location {
  return { userId: row.user_id, ...toHistoryEntry({ ...row, at: row.recorded_at }) };
}

/** One entry of a day's history as clients receive it. */
export function toHistoryEntry({ latitude, longitude, accuracy, at }: TrackPoint): HistoryEntry {
  return { latitude, longitude, accuracy, timestamp: new Date(at).toISOString() };
}

/** A position as geofences are evaluated with it. */
export function toSample(row: LocationRow): MemberSample {
  const { user_id: userId, recorded_at: at, latitude, longitude, accuracy } = row;
  return { userId, latitude, longitude, accuracy, at };
}
