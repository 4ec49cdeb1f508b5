import type { Kysely } from 'kysely';

/** What a geofence is, such as `home`; null: it was not said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('geofences').addColumn('place_kind', 'text').execute();
}
