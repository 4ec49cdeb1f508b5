import { type Kysely, sql } from 'kysely';

/** Phones that send positions by an app, pauses, and whose positions count for a person who has several sources. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPhones(db);
  await db.schema
    .createTable('phone_tickets')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('phone_id', 'text', (column) => column.notNull().references('phones.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('sealed_key', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('phone_tickets_phone').on('phone_tickets').column('phone_id').execute();
  await db.schema
    .createTable('phone_cards')
    .addColumn('phone_id', 'text', (column) => column.notNull().references('phones.id').onDelete('cascade'))
    .addColumn('member_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('version', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('phone_cards_key', ['phone_id', 'member_id'])
    .execute();
  await db.schema.createIndex('phone_cards_member').on('phone_cards').column('member_id').execute();
  await db.schema
    .createTable('sharing_pauses')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('from_at', 'bigint', (column) => column.notNull())
    .addColumn('until_at', 'bigint')
    .addPrimaryKeyConstraint('sharing_pauses_key', ['user_id', 'from_at'])
    .execute();
  await db.schema
    .createTable('position_sources')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('has_pauses', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('leading_phone_id', 'text')
    .addColumn('heard_at', 'bigint')
    .addColumn('phones_from', 'bigint')
    .addColumn('browser_from', 'bigint')
    .addColumn('browser_until', 'bigint')
    .execute();
  await sql`alter table users add column phone_tid text`.execute(db);
}

async function createPhones(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('phones')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('app', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('is_primary', 'integer', (column) => column.notNull())
    .addColumn('sees_family', 'integer', (column) => column.notNull())
    .addColumn('gets_places', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint')
    .addColumn('last_fix_at', 'bigint')
    .addColumn('last_accuracy', 'double precision')
    .addColumn('last_error', 'text')
    .addColumn('last_error_at', 'bigint')
    .addColumn('battery', 'double precision')
    .addColumn('charging', 'integer')
    .addColumn('connection', 'text')
    .addColumn('app_version', 'text')
    .addColumn('hints', 'text', (column) => column.notNull())
    .addColumn('anchor_latitude', 'double precision')
    .addColumn('anchor_longitude', 'double precision')
    .addColumn('anchor_at', 'bigint')
    .addColumn('moved_at', 'bigint')
    .addColumn('told_at', 'bigint')
    .addColumn('told_all_at', 'bigint')
    .addColumn('places_sent', 'text')
    .addColumn('status_asked_at', 'bigint')
    .execute();
  await db.schema.createIndex('phones_user').on('phones').column('user_id').execute();
}
