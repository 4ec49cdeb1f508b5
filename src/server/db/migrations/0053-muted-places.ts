import type { Kysely } from 'kysely';

/** Until when, in epoch milliseconds, the crossings of a person at a geofence are not notified; null: they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('fence_preferences').addColumn('muted_until', 'bigint').execute();
}
