import type { GeofenceEventRow, Queries } from '#server/db/schema';

/** Rows of one insert: SQLite takes 32,766 values in one statement. */
const ROWS_AT_ONCE = 1_000;
/** Events that are kept of one member, so that made-up positions do not fill the store. Real ones are a few thousand a month. */
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

    async remove(rows: readonly Pick<GeofenceEventRow, 'user_id' | 'geofence_id' | 'at'>[]): Promise<void> {
      for (const { user_id, geofence_id, at } of rows)
        await db
          .deleteFrom('geofence_events')
          .where('user_id', '=', user_id)
          .where('geofence_id', '=', geofence_id)
          .where('at', '=', at)
          .execute();
    },

    async deleteBefore(moment: number): Promise<void> {
      await db.deleteFrom('geofence_events').where('at', '<', moment).execute();
    },
  };
}
export type GeofenceEventRepository = ReturnType<typeof geofenceEventRepository>;

async function insert(db: Queries, rows: readonly GeofenceEventRow[]): Promise<void> {
  await db
    .insertInto('geofence_events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'geofence_id', 'at']).doUpdateSet(({ ref }) => ({
        event: ref('excluded.event'),
        since: ref('excluded.since'),
        distance: ref('excluded.distance'),
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
