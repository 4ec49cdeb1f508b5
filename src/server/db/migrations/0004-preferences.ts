import type { Kysely } from 'kysely';

/** Which notifications about others a person wants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('preferences')
    .addColumn('viewer_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('person_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('notify_arrival', 'integer', (column) => column.notNull())
    .addColumn('notify_departure', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('preferences_key', ['viewer_id', 'person_id'])
    .execute();
  await db.schema.createIndex('preferences_person').on('preferences').column('person_id').execute();
}
