import { type Kysely, Migrator, sql } from 'kysely';
import { StartRefusal } from '../refusal';
import { migrations } from './migrations';

/**
 * Brings the tables to the form this program knows, in one transaction: after a crash in the middle nothing has changed.
 * @throws StartRefusal when a newer program has already changed them further
 */
export async function migrate(db: Kysely<unknown>, file: string): Promise<void> {
  await refuseNewer(db, file);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function refuseNewer(db: Kysely<unknown>, file: string): Promise<void> {
  const tables = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name = 'kysely_migration'`.execute(db);
  if (tables.rows.length === 0) return;
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const unknown = applied.rows.filter(({ name }) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new StartRefusal(`${file} was written by a newer version of Kinmap; start that version instead.`);
  }
}
