import type { DayTotalsRow, Queries } from '#server/db/schema';

/** The SQL of the totals of days, which are kept because reading all fixes of a month takes seconds. */
export function dayTotalsRepository(db: Queries) {
  return {
    /** A person's kept days that begin from `start` to before `end`. */
    listBetween: (userId: string, start: number, end: number): Promise<DayTotalsRow[]> =>
      db
        .selectFrom('day_totals')
        .selectAll()
        .where('user_id', '=', userId)
        .where('start_at', '>=', start)
        .where('start_at', '<', end)
        .execute(),

    /** The same without what they come to. */
    spansBetween: (
      userId: string,
      start: number,
      end: number,
    ): Promise<Pick<DayTotalsRow, 'start_at' | 'end_at'>[]> =>
      db
        .selectFrom('day_totals')
        .select(['start_at', 'end_at'])
        .where('user_id', '=', userId)
        .where('start_at', '>=', start)
        .where('start_at', '<', end)
        .execute(),

    /** Makes other writers of the person's fixes, corrections and totals wait until the end of the transaction. */
    async lock(userId: string): Promise<void> {
      await db
        .updateTable('latest_locations')
        .set(({ ref }) => ({ recorded_at: ref('recorded_at') }))
        .where('user_id', '=', userId)
        .execute();
    },

    /**
     * Keeps a day unless fixes of it have come or gone since it was computed. Called under the lock, for which writers of
     * the person's fixes wait, who then delete the row that is kept here.
     * @param fixes how many there were
     */
    async keep(day: DayTotalsRow, fixes: number): Promise<void> {
      const { count } = await db
        .selectFrom('locations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', day.user_id)
        .where('recorded_at', '>=', day.start_at)
        .where('recorded_at', '<', day.end_at)
        .executeTakeFirstOrThrow();
      if (count !== fixes) return;
      await db
        .insertInto('day_totals')
        .values(day)
        .onConflict((conflict) => conflict.columns(['user_id', 'start_at', 'end_at']).doNothing())
        .execute();
    },

    /** Drops the days of a person that touch a time, its ends included. */
    async dropTouching(userId: string, first: number, last: number): Promise<void> {
      await db
        .deleteFrom('day_totals')
        .where('user_id', '=', userId)
        .where('start_at', '<=', last)
        .where('end_at', '>', first)
        .execute();
    },

    /** Drops the days of everyone that begin before a moment. */
    async dropBefore(moment: number): Promise<void> {
      await db.deleteFrom('day_totals').where('start_at', '<', moment).execute();
    },
  };
}
export type DayTotalsRepository = ReturnType<typeof dayTotalsRepository>;
