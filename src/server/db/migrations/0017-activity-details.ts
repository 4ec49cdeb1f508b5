import type { Kysely } from 'kysely';

/** Renamed places, changed settings, and the place of an entry, so that repeated moves become one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a reference: the entry outlives the place.
  await db.schema.alterTable('family_activity').addColumn('geofence_id', 'text').execute();
  await db.schema.alterTable('family_activity').addColumn('earlier_name', 'text').execute();
  await db.schema.alterTable('family_activity').addColumn('first_at', 'bigint').execute();
  await db.schema.alterTable('family_activity').addColumn('setting', 'text').execute();
  await db.schema.alterTable('family_activity').addColumn('is_enabled', 'integer').execute();
}
