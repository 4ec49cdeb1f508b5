import type { Kysely } from 'kysely';

/** What people correct in their timelines, which are computed again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stay_corrections')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('start_at', 'bigint', (column) => column.notNull())
    .addColumn('end_at', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('geofence_id', 'text', (column) => column.references('geofences.id').onDelete('cascade'))
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('stay_corrections_key', ['user_id', 'id'])
    .execute();
  await db.schema
    .createIndex('stay_corrections_start')
    .on('stay_corrections')
    .columns(['user_id', 'start_at'])
    .execute();
  await db.schema
    .createIndex('stay_corrections_geofence')
    .on('stay_corrections')
    .column('geofence_id')
    .execute();
}
