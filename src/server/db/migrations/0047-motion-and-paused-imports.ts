import type { Kysely } from 'kysely';

/**
 * How phones say that a person moved, how many positions of a file were taken in a pause of sharing, and whether the
 * distance in the log of a geofence is that from its edge.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('locations').addColumn('motion', 'text').execute();
  await db.schema
    .alterTable('imports')
    .addColumn('paused', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('geofence_events')
    .addColumn('from_edge', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
