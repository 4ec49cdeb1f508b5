import { DEFAULT_MIGRATION_TABLE, type Kysely, Migrator, sql } from 'kysely';
import { StartupError } from '#server/domainError';
import { migrations } from './migrations';

/**
 * Runs the missing migrations in one transaction, so that a crash leaves nothing half done.
 * @param name of the database, for messages
 * @throws StartupError when a newer version has run migrations that this one does not know
 */
export async function migrate(db: Kysely<unknown>, name: string): Promise<void> {
  await refuseNewer(db, name);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function refuseNewer(db: Kysely<unknown>, name: string): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return;
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const unknown = applied.rows.filter((row) => !Object.hasOwn(migrations, row.name));
  if (unknown.length > 0) {
    throw new StartupError(`${name} was written by a newer version of Kinmap; start that version instead.`);
  }
}
