import type { CallerPosition, Queries, SosLogRow, SosTrackRow } from '#server/db/schema';

/** Entries of one person in the log of a call; so that no one fills it. */
const ENTRIES_OF_ONE = 100;

/** The SQL of where callers were, and of what happened in calls. */
export function sosHistoryRepository(db: Queries) {
  return {
    async addPosition(sosId: string, position: CallerPosition): Promise<void> {
      await db
        .insertInto('sos_track')
        .values({ ...position, sos_id: sosId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Oldest first. */
    trackOf: (sosId: string): Promise<SosTrackRow[]> =>
      db.selectFrom('sos_track').selectAll().where('sos_id', '=', sosId).orderBy('recorded_at').execute(),

    /** Adds an entry, unless its person has ENTRIES_OF_ONE already. The end is always added. */
    async addEntry(entry: SosLogRow): Promise<void> {
      if (entry.what !== 'ended' && entry.user_id !== null) {
        const { count } = await db
          .selectFrom('sos_log')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('sos_id', '=', entry.sos_id)
          .where('user_id', '=', entry.user_id)
          .executeTakeFirstOrThrow();
        if (count >= ENTRIES_OF_ONE) return;
      }
      await db.insertInto('sos_log').values(entry).execute();
    },

    /** Oldest first. */
    logOf: (sosId: string): Promise<SosLogRow[]> =>
      db.selectFrom('sos_log').selectAll().where('sos_id', '=', sosId).orderBy('at').orderBy('id').execute(),
  };
}
export type SosHistoryRepository = ReturnType<typeof sosHistoryRepository>;
