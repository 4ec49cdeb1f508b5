import type { Kysely } from 'kysely';

/** Second steps of the sign-in, what is asked of them, and when a session last passed one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('factors')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('totp_secret', 'text')
    .addColumn('totp_step', 'bigint')
    .addColumn('credential_id', 'text', (column) => column.unique())
    .addColumn('public_key', 'text')
    .addColumn('counter', 'bigint')
    .execute();
  await db.schema.createIndex('factors_user').on('factors').column('user_id').execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
    .execute();
  await db.schema
    .createTable('factor_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('factor_challenges_user').on('factor_challenges').column('user_id').execute();
  await db.schema.alterTable('sessions').addColumn('factor_passed_at', 'bigint').execute();
}
