import type { Kysely } from 'kysely';

/** How many positions phones may still add for a person, and how many of a phone were above that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('position_sources').addColumn('fixes_until', 'bigint').execute();
  await db.schema
    .alterTable('phones')
    .addColumn('dropped_fixes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('phones').addColumn('dropped_at', 'bigint').execute();
}
