import { type Kysely, sql } from 'kysely';

/** The stays of people's days, so that a place is found without reading all positions. Days are computed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM day_totals`.execute(db);
  await db.schema
    .alterTable('day_totals')
    .addColumn('stay_list', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
