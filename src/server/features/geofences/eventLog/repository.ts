import type { ExpressionBuilder } from 'kysely';
import type { GeofenceEventRow, Queries, Schema } from '#server/db/schema';
import { visibleSince } from '#server/features/families/visibility';

/** Rows of one insert: SQLite takes 32,766 values in one statement. */
const ROWS_AT_ONCE = 1_000;
/** Events that are kept of one member, so that made-up positions do not fill the database. Real ones are a few thousand a month. */
const EVENTS_KEPT = 10_000;

/** The SQL of when members entered and left geofences. */
export function geofenceEventRepository(db: Queries) {
  return {
    /** Stores events of one member. One of the same geofence and time is replaced. */
    async record(userId: string, rows: readonly GeofenceEventRow[]): Promise<void> {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await insert(db, rows.slice(from, from + ROWS_AT_ONCE));
      if (rows.length > 1) await deleteSurplus(db, userId);
    },

    /** Events of a member from `from` to `until`, both included. */
    between: (userId: string, from: number, until: number): Promise<GeofenceEventRow[]> =>
      db
        .selectFrom('geofence_events')
        .selectAll()
        .where('user_id', '=', userId)
        .where('at', '>=', from)
        .where('at', '<=', until)
        .execute(),

    /** Events at a geofence that a viewer may see, newest first. @param before the last one of the page before */
    visible: (viewerId: string, { geofenceId, userId, before, limit }: LogPage): Promise<VisibleEventRow[]> =>
      eventsVisibleTo(db, viewerId, geofenceId)
        .$if(userId !== undefined, (query) => query.where('geofence_events.user_id', '=', userId ?? ''))
        .$if(before !== undefined, (query) => query.where(isBefore(before)))
        .orderBy('geofence_events.at', 'desc')
        .orderBy('geofence_events.user_id', 'desc')
        .limit(limit)
        .execute(),

    /** Members who are in a geofence now, with the time of their last evaluated fix. */
    insideNow: (geofenceId: string, revision: number): Promise<{ userId: string; evaluatedAt: number }[]> =>
      db
        .selectFrom('geofence_states')
        .innerJoin('geofence_watches', 'geofence_watches.user_id', 'geofence_states.user_id')
        .select(['geofence_states.user_id as userId', 'geofence_watches.evaluated_at as evaluatedAt'])
        .where('geofence_id', '=', geofenceId)
        .where('containment', '=', 'inside')
        .where('revision', '=', revision)
        .execute(),

    /** @param times of the events of a member at one geofence, epoch milliseconds */
    async remove(userId: string, geofenceId: string, times: readonly number[]): Promise<void> {
      for (let from = 0; from < times.length; from += ROWS_AT_ONCE)
        await db
          .deleteFrom('geofence_events')
          .where('user_id', '=', userId)
          .where('geofence_id', '=', geofenceId)
          .where('at', 'in', times.slice(from, from + ROWS_AT_ONCE))
          .execute();
    },

    /** Deletes events of a member from `start` to before `end`. */
    async deleteBetween(userId: string, { start, end }: { start: number; end: number }): Promise<void> {
      await db
        .deleteFrom('geofence_events')
        .where('user_id', '=', userId)
        .where('at', '>=', start)
        .where('at', '<', end)
        .execute();
    },

    async deleteBefore(moment: number): Promise<void> {
      await db.deleteFrom('geofence_events').where('at', '<', moment).execute();
    },
  };
}
export type GeofenceEventRepository = ReturnType<typeof geofenceEventRepository>;

/** An event, and since when the viewer and the member share a family. */
export type VisibleEventRow = GeofenceEventRow & { readonly visible_since: number };

/** A part of the log of one geofence. */
interface LogPage {
  readonly geofenceId: string;
  /** Of this member only. */
  readonly userId?: string | undefined;
  readonly before?: Pick<GeofenceEventRow, 'at' | 'user_id'> | undefined;
  readonly limit: number;
}

function eventsVisibleTo(db: Queries, viewerId: string, geofenceId: string) {
  return db
    .selectFrom('geofence_events')
    .innerJoin(visibleSince(db, viewerId).as('people'), 'people.user_id', 'geofence_events.user_id')
    .selectAll('geofence_events')
    .select('people.since as visible_since')
    .where('geofence_id', '=', geofenceId)
    .where(({ eb, or, ref }) =>
      or([eb('geofence_events.user_id', '=', viewerId), eb('geofence_events.at', '>=', ref('people.since'))]),
    );
}

/** True for rows that come after this one in the order of the newest first. */
const isBefore =
  (last: LogPage['before']) =>
  ({ eb, and, or }: ExpressionBuilder<Schema, 'geofence_events'>) =>
    or([
      eb('geofence_events.at', '<', last?.at ?? 0),
      and([
        eb('geofence_events.at', '=', last?.at ?? 0),
        eb('geofence_events.user_id', '<', last?.user_id ?? ''),
      ]),
    ]);

async function insert(db: Queries, rows: readonly GeofenceEventRow[]): Promise<void> {
  await db
    .insertInto('geofence_events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'geofence_id', 'at']).doUpdateSet(({ ref }) => ({
        event: ref('excluded.event'),
        since: ref('excluded.since'),
        distance: ref('excluded.distance'),
        from_edge: ref('excluded.from_edge'),
        accuracy: ref('excluded.accuracy'),
        revision: ref('excluded.revision'),
      })),
    )
    .execute();
}

async function deleteSurplus(db: Queries, userId: string): Promise<void> {
  const first = await db
    .selectFrom('geofence_events')
    .select('at')
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .offset(EVENTS_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  await db.deleteFrom('geofence_events').where('user_id', '=', userId).where('at', '<=', first.at).execute();
}
