import type { Kysely } from 'kysely';

/** When a geofence sends alerts, as JSON; null: always. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('geofences').addColumn('schedule', 'text').execute();
}
