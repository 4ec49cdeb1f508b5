import type { Kysely } from 'kysely';

/** Files of positions that people upload. Their positions are apart, so that undoing an import leaves nothing of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('first_at', 'bigint')
    .addColumn('last_at', 'bigint')
    .addColumn('days', 'integer', (column) => column.notNull())
    .addColumn('fixes', 'integer', (column) => column.notNull())
    .addColumn('doubles', 'integer', (column) => column.notNull())
    .addColumn('skipped', 'integer', (column) => column.notNull())
    .addColumn('is_shared', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('imports_user').on('imports').column('user_id').execute();
  await db.schema
    .createTable('imported_locations')
    .addColumn('import_id', 'text', (column) => column.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addColumn('latitude', 'double precision', (column) => column.notNull())
    .addColumn('longitude', 'double precision', (column) => column.notNull())
    .addColumn('accuracy', 'double precision')
    .addPrimaryKeyConstraint('imported_locations_key', ['import_id', 'recorded_at'])
    .execute();
}
