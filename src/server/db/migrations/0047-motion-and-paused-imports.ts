import type { Kysely } from 'kysely';

/** How phones say that a person moved, and how many positions of a file were taken in a pause of sharing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('locations').addColumn('motion', 'text').execute();
  await db.schema
    .alterTable('imports')
    .addColumn('paused', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
