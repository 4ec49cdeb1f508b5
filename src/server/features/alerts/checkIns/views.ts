import type { CheckIn } from '#contract/checkIns';
import type { CheckInRow, LocationRow } from '#server/db/schema';
import { groupBy } from '#server/groupBy';
import type { Visibility } from '#server/features/families/visibility';
import type { CheckInRepository, Watcher } from './repository';

/** What is read to show check-ins. */
export interface CheckInReads {
  readonly checkIns: Pick<CheckInRepository, 'watchersOf' | 'namesOf' | 'latestPositions'>;
  readonly visibility: Pick<Visibility, 'visibleTo'>;
}

const iso = (moment: number): string => new Date(moment).toISOString();

/** Check-ins as a viewer sees them; without those of owners whom the viewer may no longer see. */
export async function checkInsFor(
  { checkIns, visibility }: CheckInReads,
  viewerId: string,
  rows: readonly CheckInRow[],
): Promise<CheckIn[]> {
  if (rows.length === 0) return [];
  const watchers = groupBy(await checkIns.watchersOf(rows.map(({ id }) => id)), (one) => one.checkin_id);
  const owners = rows.map(({ user_id }) => user_id);
  const people = [...watchers.values()].flat().map(({ user_id }) => user_id);
  const visible = await visibility.visibleTo(viewerId, [...new Set([...owners, ...people])]);
  const seen = rows.filter(({ user_id }) => visible.has(user_id));
  const names = await checkIns.namesOf([...new Set(owners)]);
  const missed = seen.filter(({ state }) => state === 'missed').map(({ user_id }) => user_id);
  const positions = await checkIns.latestPositions(missed);
  return seen.map((row) => ({
    ...asCheckIn(row, names.get(row.user_id) ?? ''),
    people: asPeople((watchers.get(row.id) ?? []).filter(({ user_id }) => visible.has(user_id))),
    lastPosition: asPosition(shownPosition(row, positions.get(row.user_id), visible.get(row.user_id))),
  }));
}

/**
 * The position that a missed check-in shows: the last one, if the owner wanted that or has shared it on the way.
 * @param visibleSince in epoch milliseconds; older positions of the owner stay hidden from the viewer
 */
export function shownPosition(
  { state, share_last, created_at }: CheckInRow,
  position: LocationRow | undefined,
  visibleSince: number | undefined,
): LocationRow | null {
  if (state !== 'missed' || !position || visibleSince === undefined) return null;
  const isShared = share_last === 1 || position.recorded_at >= created_at;
  return isShared && position.recorded_at >= visibleSince ? position : null;
}

function asCheckIn(row: CheckInRow, userName: string): Omit<CheckIn, 'people' | 'lastPosition'> {
  return {
    id: row.id,
    userId: row.user_id,
    userName,
    geofenceId: row.geofence_id,
    placeName: row.place_name,
    startedAt: iso(row.created_at),
    dueAt: iso(row.due_at),
    graceMinutes: row.grace_minutes,
    state: row.state,
    endedAt: row.ended_at === null ? null : iso(row.ended_at),
    shareLast: row.share_last === 1,
    revision: row.revision,
  };
}

const asPeople = (watchers: readonly Watcher[]): CheckIn['people'] =>
  watchers.map(({ user_id, name, seen_at }) => ({
    userId: user_id,
    name,
    seenAt: seen_at === null ? null : iso(seen_at),
  }));

function asPosition(row: LocationRow | null): CheckIn['lastPosition'] {
  if (!row) return null;
  const { latitude, longitude, accuracy, recorded_at } = row;
  return { latitude, longitude, accuracy, timestamp: iso(recorded_at) };
}
