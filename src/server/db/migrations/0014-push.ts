import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

/** Notifications on closed pages: settings, devices, and the state of each delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSettings(db);
  await db.schema
    .createTable('push_devices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const column of ['user_id', 'session_id'])
    await db.schema.createIndex(`push_devices_${column}`).on('push_devices').column(column).execute();
  await addToNotices(db);
  await createDeliveries(db);
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notify_settings')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('quiet_from', 'integer')
    .addColumn('quiet_to', 'integer')
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('private_text', 'integer', (column) => column.notNull())
    .addColumn('messages', 'integer', (column) => column.notNull())
    .execute();
  const toUser = <Table extends string, Columns extends string>(
    table: CreateTableBuilder<Table, Columns>,
    name: string,
  ) => table.addColumn(name, 'text', (column) => column.notNull().references('users.id').onDelete('cascade'));
  const table = db.schema.createTable('fence_preferences');
  await toUser(toUser(table, 'viewer_id'), 'person_id')
    .addColumn('geofence_id', 'text', (column) =>
      column.notNull().references('geofences.id').onDelete('cascade'),
    )
    .addColumn('notify_arrival', 'integer', (column) => column.notNull())
    .addColumn('notify_departure', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('fence_preferences_key', ['viewer_id', 'person_id', 'geofence_id'] as never)
    .execute();
  for (const column of ['person_id', 'geofence_id'])
    await db.schema
      .createIndex(`fence_preferences_${column}`)
      .on('fence_preferences')
      .column(column)
      .execute();
}

/** The subject of a notice, so that a newer one can replace it, and the time at which it expires. */
async function addToNotices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('notices')
    .addColumn('about', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('notices')
    .addColumn('expires_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // A person has at most one notice for each conversation.
  await db.schema
    .createIndex('notices_conversation')
    .unique()
    .on('notices')
    .columns(['recipient_id', 'about'])
    .where(sql.ref('kind'), '=', sql.lit('message'))
    .execute();
  await db.schema.alterTable('notice_devices').addColumn('shown_at', 'bigint').execute();
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('notice_id', 'text', (column) => column.notNull().references('notices.id').onDelete('cascade'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('target_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('receipt_hash', 'text', (column) => column.unique())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('deliveries_key', ['notice_id', 'channel', 'target_id'])
    .execute();
  await db.schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['rank', 'due_at'])
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute();
  await db.schema
    .createIndex('deliveries_target')
    .on('deliveries')
    .column('target_id')
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute();
}
