import { type Kysely, sql } from 'kysely';
import { databaseKind } from '../dialects';

/**
 * A number that changes whenever anybody's families or their geofences do, so that every process can keep those in memory
 * and yet never goes by old ones. Triggers count, because no writer may forget to, cascades included.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('circles')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into circles (id, revision) values (1, 1)`.execute(db);
  if (databaseKind(db) === 'postgres') {
    await sql`
      create function circles_changed() returns trigger language plpgsql as
      $$ begin update circles set revision = revision + 1; return null; end $$`.execute(db);
  }
  for (const table of ['family_members', 'geofences'])
    for (const event of ['insert', 'update', 'delete']) await countEach(db, table, event);
}

async function countEach(db: Kysely<unknown>, table: string, event: string): Promise<void> {
  const [name, on] = [sql.ref(`${table}_${event}_counted`), sql.table(table)];
  if (databaseKind(db) === 'postgres') {
    await sql`
      create trigger ${name} after ${sql.raw(event)} on ${on}
      for each statement execute function circles_changed()`.execute(db);
  } else {
    await sql`
      create trigger ${name} after ${sql.raw(event)} on ${on}
      begin update circles set revision = revision + 1; end`.execute(db);
  }
}
