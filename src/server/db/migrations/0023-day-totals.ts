import type { Kysely } from 'kysely';

/** The totals of people's days, so that a month is shown without reading all its positions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('day_totals')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('start_at', 'bigint', (column) => column.notNull())
    .addColumn('end_at', 'bigint', (column) => column.notNull())
    .addColumn('distance', 'bigint', (column) => column.notNull())
    .addColumn('moving', 'bigint', (column) => column.notNull())
    .addColumn('stays', 'integer', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('day_totals_key', ['user_id', 'start_at', 'end_at'])
    .execute();
  await db.schema.createIndex('day_totals_start').on('day_totals').column('start_at').execute();
}
