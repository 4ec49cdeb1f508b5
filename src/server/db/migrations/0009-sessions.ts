import type { Kysely } from 'kysely';

/** Sign-ins, which can be listed and ended, and emails that stay reserved after they were changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('browser_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_created').on('sessions').column('created_at').execute();
  await db.schema
    .createTable('reserved_emails')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reserved_until', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('reserved_emails_user').on('reserved_emails').column('user_id').execute();
}
