import { sql } from 'kysely';
import type { Queries, SosRow } from '#server/db/schema';
import { sharedFamilies } from '#server/features/families/visibility';

/** Calls that one look of the timers takes. */
const DUE_AT_ONCE = 100;

/** The SQL of when there is something to do for calls. */
export function sosTimingRepository(db: Queries) {
  return {
    /** Sets when the timers look at a call again. */
    async schedule(id: string, nextAt: number): Promise<void> {
      await openCall(db, id).set({ next_at: nextAt }).execute();
    },

    /** Takes a call for its timer. @returns undefined when it has changed since it was read, or another process has it */
    take: ({ id, revision }: SosRow, nextAt: number): Promise<SosRow | undefined> =>
      openCall(db, id)
        .set(({ eb }) => ({ next_at: nextAt, revision: eb('revision', '+', 1) }))
        .where('revision', '=', revision)
        .returningAll()
        .executeTakeFirst(),

    async countRepeat(id: string): Promise<void> {
      await openCall(db, id)
        .set(({ eb }) => ({ repeats: eb('repeats', '+', 1) }))
        .execute();
    },

    /** Open calls with something to do: a timer that is due, or no one left who was called and may still see the caller. */
    due: (now: number): Promise<SosRow[]> =>
      db
        .selectFrom('sos')
        .selectAll()
        .where('state', '=', sql.lit('open'))
        .where(({ or, eb, not, exists }) => or([eb('next_at', '<=', now), not(exists(companionsIn(db)))]))
        .orderBy('next_at')
        .limit(DUE_AT_ONCE)
        .execute(),

    /** Deletes calls that started up to this moment. */
    async deleteBefore(moment: number): Promise<void> {
      await db.deleteFrom('sos').where('started_at', '<=', moment).execute();
    },
  };
}
export type SosTimingRepository = ReturnType<typeof sosTimingRepository>;

const openCall = (db: Queries, id: string) =>
  db.updateTable('sos').where('id', '=', id).where('state', '=', 'open');

/** SQL: the people of the call in the surrounding statement who share a family with its caller. */
const companionsIn = (db: Queries) =>
  db
    .selectFrom('sos_people')
    .select('user_id')
    .where('sos_people.sos_id', '=', sql.ref<string>('sos.id'))
    .where(({ exists }) => exists(sharedFamilies(db, 'sos.caller_id', 'sos_people.user_id')));
