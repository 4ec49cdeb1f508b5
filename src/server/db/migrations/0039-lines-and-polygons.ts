import { type Kysely, sql } from 'kysely';

/**
 * The lines of people's days, so that a month is drawn without reading all positions; days are computed again. Corners of
 * geofences that are no circles, as JSON; null: a circle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM day_totals`.execute(db);
  await db.schema
    .alterTable('day_totals')
    .addColumn('line', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await db.schema.alterTable('geofences').addColumn('polygon', 'text').execute();
}
