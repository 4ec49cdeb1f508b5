import { ALERT_LATE_AFTER_MS, GEOFENCE_EVENTS_KEPT_MS } from '#contract/limits';
import type { PlaceDay, PlaceEvent, PlaceLog } from '#contract/placeLog';
import type { Clock } from '#server/clock';
import type { GeofenceEventRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns } from '#server/eventLoopTurns';
import type { GeofenceRepository, StoredGeofence } from '../repository';
import type { GeofenceEventRepository, VisibleEventRow } from './repository';
import { timeAtPlace } from './timeAtPlace';

/** When members entered and left geofences. */
export interface GeofenceEventService {
  /**
   * What happened at a geofence, as far as the viewer may see it.
   * @throws DomainError 404 for a geofence of a family of others
   */
  log(viewerId: string, geofenceId: string, page: LogQuery): Promise<PlaceLog>;
  /** Deletes entries that are too old. */
  deleteExpired(): Promise<void>;
}

export interface LogQuery {
  /** What the page before said is next, or an ISO time. */
  readonly before?: string | undefined;
  readonly limit: number;
  /** Of this member only. */
  readonly userId?: string | undefined;
  /** IANA name: the first page also says how long members were there on each day. */
  readonly timeZone?: string | undefined;
}

export interface GeofenceEventDeps {
  readonly geofences: Pick<GeofenceRepository, 'findVisibleTo'>;
  readonly events: Pick<GeofenceEventRepository, 'visible' | 'insideNow'>;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (events: GeofenceEventRepository) => Promise<Result>): Promise<Result>;
  readonly clock: Clock;
}

/** Most events from which the times at a place are counted; more come only of made-up positions. */
const COUNTED_EVENTS = 5_000;

/** @see GeofenceEventService */
export function geofenceEventService(deps: GeofenceEventDeps): GeofenceEventService {
  const { geofences, events, inTransaction, clock } = deps;
  const nextTurn = eventLoopTurns();
  return {
    async log(viewerId, geofenceId, { before, limit, userId, timeZone }) {
      const place = await geofences.findVisibleTo(viewerId, geofenceId);
      if (!place) throw new DomainError('geofence_not_found');
      // Counting thousands of events takes tens of milliseconds; then other requests run.
      await nextTurn();
      // One row more than the page has says whether there is a next page.
      const query = { geofenceId, userId, before: readCursor(before), limit: limit + 1 };
      const rows = await events.visible(viewerId, query);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const content = {
        events: page.map((row) => toPlaceEvent(row, viewerId)),
        next: rows.length > limit && last ? idOf(last) : null,
      };
      if (timeZone === undefined || before !== undefined) return content;
      await nextTurn();
      return { ...content, days: await timesAt(deps, viewerId, place, { userId, timeZone }) };
    },
    deleteExpired: () =>
      inTransaction((stored) => stored.deleteBefore(clock.now() - GEOFENCE_EVENTS_KEPT_MS)),
  };
}

async function timesAt(
  { events, clock }: GeofenceEventDeps,
  viewerId: string,
  { id: geofenceId, revision }: StoredGeofence,
  { userId, timeZone }: { userId: string | undefined; timeZone: string },
): Promise<PlaceDay[]> {
  const newest = await events.visible(viewerId, { geofenceId, userId, limit: COUNTED_EVENTS });
  const now = clock.now();
  return timeAtPlace(
    newest.toReversed().map((row) => ({ ...row, userId: row.user_id })),
    { revision, insideNow: await events.insideNow(geofenceId, revision) },
    { from: now - GEOFENCE_EVENTS_KEPT_MS, now, timeZone },
  );
}

const idOf = ({ at, user_id }: GeofenceEventRow): string => `${at}.${user_id}`;

function readCursor(cursor: string | undefined): Pick<GeofenceEventRow, 'at' | 'user_id'> | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', ...rest] = cursor.split('.');
  // A time names no event. The empty id sorts before all others, so the page starts before that time.
  if (!/^\d+$/u.test(at)) return { at: Date.parse(cursor), user_id: '' };
  return { at: Number(at), user_id: rest.join('.') };
}

function toPlaceEvent(row: VisibleEventRow, viewerId: string): PlaceEvent {
  const { event, at, distance, accuracy, from_edge } = row;
  // Not from before the viewer and the member shared a family.
  const since = row.user_id === viewerId ? row.since : Math.max(row.since, row.visible_since);
  return {
    id: idOf(row),
    userId: row.user_id,
    event,
    timestamp: new Date(at).toISOString(),
    reportedAt: new Date(row.reported_at).toISOString(),
    late: row.reported_at - at > ALERT_LATE_AFTER_MS,
    since: new Date(since).toISOString(),
    distance,
    ...(from_edge === 1 && { fromEdge: true }),
    accuracy,
  };
}
