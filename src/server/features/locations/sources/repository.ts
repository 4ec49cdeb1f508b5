import { statementFor } from '#server/db/statements';
import type { PositionSourceRow, Queries, SharingPauseRow } from '#server/db/schema';

/** What changes of whose positions count. */
export type SourceChange = Partial<Omit<PositionSourceRow, 'user_id'>>;

/** The SQL of pauses, and of which phone or browser a person's positions are taken from. */
export function sourceRepository(db: Queries) {
  return {
    ...quota(db),
    /** Of those who have phones or have paused; other people have none. */
    of: (userIds: readonly string[]): Promise<PositionSourceRow[]> =>
      readEach(
        db,
        userIds.map((user_id) => ({ user_id })),
      ),

    async put(userId: string, change: SourceChange): Promise<void> {
      await db
        .insertInto('position_sources')
        .values({ user_id: userId, ...change })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId, ...change }))
        .execute();
    },

    /** The pauses of people that touch the time from a moment on. */
    pausesOf: (userIds: readonly string[], from: number): Promise<SharingPauseRow[]> =>
      db
        .selectFrom('sharing_pauses')
        .selectAll()
        .where('user_id', 'in', userIds)
        .where(({ eb, or }) => or([eb('until_at', 'is', null), eb('until_at', '>', from)]))
        .orderBy('from_at')
        .execute(),

    /** Begins a pause; the same moment again only changes its end. */
    async pause(pause: SharingPauseRow): Promise<void> {
      await db
        .insertInto('sharing_pauses')
        .values(pause)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'from_at']).doUpdateSet({ until_at: pause.until_at }),
        )
        .execute();
    },

    /** Ends all pauses of a person that have not ended before. */
    async endPauses(userId: string, at: number): Promise<void> {
      await db
        .updateTable('sharing_pauses')
        .set({ until_at: at })
        .where('user_id', '=', userId)
        .where(({ eb, or }) => or([eb('until_at', 'is', null), eb('until_at', '>', at)]))
        .execute();
    },
  };
}
export type SourceRepository = ReturnType<typeof sourceRepository>;

const quota = (db: Queries) => ({
  /** Uses up some of the quota of a person's phones. @param ms of it */
  async spend(userId: string, ms: number, now: number): Promise<void> {
    await db
      .updateTable('position_sources')
      .set(({ eb }) => ({
        fixes_until: eb
          .case()
          .when('fixes_until', '>', now)
          .then(eb('fixes_until', '+', ms))
          .else(now + ms)
          .end(),
      }))
      .where('user_id', '=', userId)
      .execute();
  },

  /** Gives back what positions did not use that were not stored. */
  async giveBack(userId: string, ms: number): Promise<void> {
    await db
      .updateTable('position_sources')
      .set(({ eb }) => ({ fixes_until: eb('fixes_until', '-', ms) }))
      .where('user_id', '=', userId)
      .execute();
  },
});

const readEach = statementFor<{ user_id: string }, PositionSourceRow>(['user_id'], (db, rows) =>
  db
    .selectFrom('position_sources')
    .selectAll()
    .where(
      'user_id',
      'in',
      rows.map((row) => row.user_id),
    ),
);
