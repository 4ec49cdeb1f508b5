import { type Kysely, sql } from 'kysely';
import { databaseKind } from '../dialects';

/** Renames tables and columns whose names mislead. Data and constraints stay as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('circles').renameTo('membership_revision').execute();
  await db.schema.alterTable('preferences').renameTo('notification_preferences').execute();
  await db.schema.alterTable('geofence_states').renameColumn('place', 'containment').execute();
  await db.schema.alterTable('geofence_watches').renameColumn('judged_at', 'evaluated_at').execute();
  await db.schema.alterTable('geofence_watches').renameColumn('judged_before', 'evaluated_before').execute();
  // SQLite renames columns in its triggers as well; PostgreSQL keeps the function's text.
  if (databaseKind(db) === 'postgres') {
    await sql`
      create or replace function circles_changed() returns trigger language plpgsql as
      $$ begin update membership_revision set revision = revision + 1; return null; end $$`.execute(db);
  }
}
