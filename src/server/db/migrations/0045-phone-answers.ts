import type { Kysely } from 'kysely';

/**
 * Which position of each member a phone has got, when another phone stood in for the primary one, and when the newest
 * position's battery was reported.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPhonePositions(db);
  // One column at a time, because SQLite cannot add several.
  for (const column of ['stand_in_from', 'stand_in_until'])
    await db.schema.alterTable('position_sources').addColumn(column, 'bigint').execute();
  await db.schema.alterTable('latest_locations').addColumn('battery_at', 'bigint').execute();
}

async function createPhonePositions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('phone_positions')
    .addColumn('phone_id', 'text', (column) => column.notNull().references('phones.id').onDelete('cascade'))
    .addColumn('member_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('phone_positions_key', ['phone_id', 'member_id'])
    .execute();
  await db.schema.createIndex('phone_positions_member').on('phone_positions').column('member_id').execute();
}
