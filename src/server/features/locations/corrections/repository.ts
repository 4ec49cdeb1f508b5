import type { ExpressionBuilder } from 'kysely';
import type { Queries, Schema, StayCorrectionRow } from '#server/db/schema';

/** The SQL of what people correct in their timelines. */
export function correctionRepository(db: Queries) {
  return {
    /** A person's corrections that touch a time, oldest first. */
    touching: (userId: string, start: number, end: number): Promise<StayCorrectionRow[]> =>
      db
        .selectFrom('stay_corrections')
        .selectAll()
        .where('user_id', '=', userId)
        .where('start_at', '<', end)
        .where('end_at', '>=', start)
        .orderBy('changed_at')
        .orderBy('id')
        .execute(),

    find: (userId: string, id: string): Promise<StayCorrectionRow | undefined> =>
      db
        .selectFrom('stay_corrections')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst(),

    async count(userId: string): Promise<number> {
      const { count } = await db
        .selectFrom('stay_corrections')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Stores a correction in the place of the one with its id. */
    async put(row: StayCorrectionRow): Promise<void> {
      const { user_id: _user, id: _id, ...changes } = row;
      await db
        .insertInto('stay_corrections')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(changes))
        .execute();
    },

    async delete(userId: string, id: string): Promise<void> {
      await db.deleteFrom('stay_corrections').where('user_id', '=', userId).where('id', '=', id).execute();
    },

    /** Deletes corrections of times whose positions have been deleted. */
    deleteWithoutFixes: (which: Which): Promise<void> => deleteWithoutFixes(db, which),

    /** Shortens a person's corrections that reach into a time whose positions are deleted, unless imported ones are left. */
    cutOut: (userId: string, span: Span): Promise<void> => cutOut(db, userId, span),
  };
}
export type CorrectionRepository = ReturnType<typeof correctionRepository>;

/** A person's, or those of all that begin before a moment. */
type Which = { readonly userId: string } | { readonly before: number };

/** From `start` to before `end`, epoch milliseconds. */
interface Span {
  readonly start: number;
  readonly end: number;
}

type Corrections = ExpressionBuilder<Schema, 'stay_corrections'>;

async function cutOut(db: Queries, userId: string, { start, end }: Span): Promise<void> {
  await db
    .updateTable('stay_corrections')
    .set({ start_at: end })
    .where('user_id', '=', userId)
    .where('start_at', '>=', start)
    .where('start_at', '<', end)
    .where('end_at', '>=', end)
    .where((query) => {
      const lost = importedOf(query).whereRef('recorded_at', '>=', 'start_at').where('recorded_at', '<', end);
      return query.not(query.exists(lost));
    })
    .execute();
  await db
    .updateTable('stay_corrections')
    .set({ end_at: start - 1 })
    .where('user_id', '=', userId)
    .where('start_at', '<', start)
    .where('end_at', '>=', start)
    .where('end_at', '<', end)
    .where((query) => {
      const lost = importedOf(query)
        .where('recorded_at', '>=', start)
        .whereRef('recorded_at', '<=', 'end_at');
      return query.not(query.exists(lost));
    })
    .execute();
}

async function deleteWithoutFixes(db: Queries, which: Which): Promise<void> {
  const rows =
    'userId' in which
      ? db.deleteFrom('stay_corrections').where('user_id', '=', which.userId)
      : db.deleteFrom('stay_corrections').where('start_at', '<', which.before);
  await rows
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('locations')
            .select('recorded_at')
            .whereRef('locations.user_id', '=', 'stay_corrections.user_id')
            .whereRef('locations.recorded_at', '>=', 'stay_corrections.start_at')
            .whereRef('locations.recorded_at', '<=', 'stay_corrections.end_at'),
        ),
      ),
    )
    .where((query) => {
      const imported = importedOf(query)
        .whereRef('recorded_at', '>=', 'start_at')
        .whereRef('recorded_at', '<=', 'end_at');
      return query.not(query.exists(imported));
    })
    .execute();
}

/** The positions in accepted imports of the person of a correction. */
const importedOf = ({ selectFrom }: Corrections) =>
  selectFrom('imports')
    .innerJoin('imported_locations', 'import_id', 'imports.id')
    .select('recorded_at')
    .whereRef('imports.user_id', '=', 'stay_corrections.user_id')
    .where('imports.state', '=', 'accepted');
