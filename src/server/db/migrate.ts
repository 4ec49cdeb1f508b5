import { type Kysely, Migrator, sql } from 'kysely';
import { StartupError } from '#server/domainError';
import { isTableMissing } from './errors';
import { migrations } from './migrations';

/**
 * Runs the missing migrations in one transaction, so that a crash leaves nothing half done. Where none is missing, which
 * is so at most starts, it asks for their names only: the migrator reads the whole catalog several times.
 * @param name of the database, for messages
 * @throws StartupError when a newer version has run migrations that this one does not know
 */
export async function migrate(db: Kysely<unknown>, name: string): Promise<void> {
  const applied = await appliedMigrations(db);
  if (applied.some((one) => !Object.hasOwn(migrations, one)))
    throw new StartupError(`${name} was written by a newer version of Kinmap; start that version instead.`);
  if (applied.length === Object.keys(migrations).length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** The names of the migrations that have run; none in a new database. */
async function appliedMigrations(db: Kysely<unknown>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map((row) => row.name);
  } catch (error) {
    // Asking for the table first would miss one that another process creates between the two questions.
    if (isTableMissing(error)) return [];
    throw error;
  }
}
