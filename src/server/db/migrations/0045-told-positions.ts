import type { Kysely } from 'kysely';

/** Which position of each member a phone has got: a time would leave out those that are committed after it was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('phone_positions')
    .addColumn('phone_id', 'text', (column) => column.notNull().references('phones.id').onDelete('cascade'))
    .addColumn('member_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('phone_positions_key', ['phone_id', 'member_id'])
    .execute();
  await db.schema.createIndex('phone_positions_member').on('phone_positions').column('member_id').execute();
}
