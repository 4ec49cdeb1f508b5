import type { Kysely } from 'kysely';

/** Since when an email is held, and who asked for a second step. Open second steps end: they have no such name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('email_changed_at', 'bigint').execute();
  await db.schema.alterTable('factors').addColumn('session_id', 'text').execute();
  await db.schema.dropTable('factor_challenges').execute();
  await db.schema
    .createTable('factor_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('factor_challenges_client')
    .on('factor_challenges')
    .columns(['user_id', 'purpose', 'client'])
    .execute();
}
