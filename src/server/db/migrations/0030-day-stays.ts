import { type Kysely, sql } from 'kysely';

/** Stores the stays of each day, so that visits of a place are found without reading positions. Days are computed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM day_totals`.execute(db);
  await db.schema
    .alterTable('day_totals')
    .addColumn('stay_list', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
