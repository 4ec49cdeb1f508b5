import { statementFor } from '#server/db/statements';
import type { ImportedLocationRow, ImportRow, Queries } from '#server/db/schema';

/** Rows that one statement deletes: this takes a few milliseconds, then other requests run. */
const DELETED_AT_ONCE = 2_000;

/** What an import comes to once its file is read. */
export type ImportSummary = Pick<
  ImportRow,
  'format' | 'state' | 'first_at' | 'last_at' | 'days' | 'fixes' | 'doubles' | 'skipped' | 'paused'
>;

/** The SQL of uploaded files of positions. */
export const importRepository = (db: Queries) => ({ ...importRows(db), ...importedFixes(db) });
export type ImportRepository = ReturnType<typeof importRepository>;

function importRows(db: Queries) {
  return {
    async insert(row: ImportRow): Promise<void> {
      await db.insertInto('imports').values(row).execute();
    },

    /** A person's imports, newest first. */
    listOf: (userId: string): Promise<ImportRow[]> =>
      db
        .selectFrom('imports')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    async summarize(id: string, summary: ImportSummary): Promise<void> {
      await db.updateTable('imports').set(summary).where('id', '=', id).execute();
    },

    /** @returns the accepted import, or undefined when the person has none with this id that is read */
    accept: (id: string, userId: string, isShared: boolean): Promise<ImportRow | undefined> =>
      db
        .updateTable('imports')
        .set({ state: 'accepted', is_shared: isShared ? 1 : 0 })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('state', '!=', 'reading')
        .returningAll()
        .executeTakeFirst(),

    /** Ends that the import counts, before its rows go. @returns whether the person has it */
    async withdraw(id: string, userId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('imports')
        .set({ state: 'reading' })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    /** The same for one that is not accepted. @returns whether it is not */
    async withdrawUndecided(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('imports')
        .set({ state: 'reading' })
        .where('id', '=', id)
        .where('state', '!=', 'accepted')
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async delete(id: string): Promise<void> {
      await db.deleteFrom('imports').where('id', '=', id).execute();
    },

    /** Imports that were never accepted and began before a moment. */
    async undecidedBefore(moment: number): Promise<string[]> {
      const rows = await db
        .selectFrom('imports')
        .select('id')
        .where('state', '!=', 'accepted')
        .where('created_at', '<', moment)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
function importedFixes(db: Queries) {
  return {
    async insertFixes(fixes: readonly ImportedLocationRow[]): Promise<void> {
      await insertEach(db, fixes);
    },

    /** Which of these moments a person has a position of already, in their history or in the import that is read. */
    async knownTimes(
      { id, user_id }: Pick<ImportRow, 'id' | 'user_id'>,
      times: readonly number[],
    ): Promise<Set<number>> {
      const rows = await knownEach(
        db,
        times.map((at) => ({ import_id: id, user_id, recorded_at: at })),
      );
      return new Set(rows.map((row) => row.recorded_at));
    },

    /** Deletes some of an import's positions. @returns whether there may be more */
    async deleteSomeFixes(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('imported_locations')
        .where('import_id', '=', id)
        .where('recorded_at', 'in', (query) =>
          query
            .selectFrom('imported_locations')
            .select('recorded_at')
            .where('import_id', '=', id)
            .limit(DELETED_AT_ONCE),
        )
        .executeTakeFirst();
      return numDeletedRows > 0;
    },
  };
}

const FIX_COLUMNS = ['import_id', 'recorded_at', 'latitude', 'longitude', 'accuracy'] as const;

const insertEach = statementFor<ImportedLocationRow>(FIX_COLUMNS, (db, rows) =>
  db.insertInto('imported_locations').values(rows),
);

/** Built once, because an import runs it for each moment, and building it again took most of the memory. */
const knownEach = statementFor<Moment, Pick<Moment, 'recorded_at'>>(
  ['import_id', 'user_id', 'recorded_at'],
  (db, rows) => {
    const [{ import_id: importId, user_id: userId } = { import_id: '', user_id: '' }] = rows;
    const times = rows.map((row) => row.recorded_at);
    const live = db
      .selectFrom('locations')
      .select('recorded_at')
      .where('user_id', '=', userId)
      .where('recorded_at', 'in', times);
    const imported = db
      .selectFrom('imported_locations')
      .select('recorded_at')
      .where('import_id', 'in', ({ selectFrom }) =>
        selectFrom('imports')
          .select('imports.id')
          .where('imports.user_id', '=', userId)
          // Others may still be deleted, and a position that was left out because of them would be lost.
          .where(({ eb, or }) => or([eb('imports.state', '=', 'accepted'), eb('imports.id', '=', importId)])),
      )
      .where('recorded_at', 'in', times);
    return live.unionAll(imported);
  },
);

interface Moment {
  /** The import that is read. */
  readonly import_id: string;
  readonly user_id: string;
  readonly recorded_at: number;
}
