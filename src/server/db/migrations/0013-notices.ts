import type { Kysely } from 'kysely';

interface KeptAlert {
  id: string;
  recipient_id: string;
  about_id: string;
  family_ids: string;
  event: string;
  payload: string;
  created_at: number;
}

const KINDS: Readonly<Record<string, string>> = {
  'sos:alert': 'sos',
  'geofence:entered': 'arrival',
  'geofence:exited': 'departure',
};
/** Rows of one insert. */
const ROWS_AT_ONCE = 500;

/** An inbox of alerts for each person, with what each of their devices has received, replaces undelivered alerts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  const stores = db as Kysely<{ kept_alerts: KeptAlert; notices: object }>;
  const kept = await stores.selectFrom('kept_alerts').selectAll().execute();
  const notices = kept.map(({ about_id, event, ...row }) => ({
    ...row,
    subject_id: about_id,
    kind: KINDS[event] ?? 'arrival',
  }));
  for (let from = 0; from < notices.length; from += ROWS_AT_ONCE)
    await stores
      .insertInto('notices')
      .values(notices.slice(from, from + ROWS_AT_ONCE))
      .execute();
  await db.schema.dropTable('kept_alerts').execute();
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('subject_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('family_ids', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .addColumn('cleared_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('notices_recipient')
    .on('notices')
    .columns(['recipient_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('notices_subject').on('notices').column('subject_id').execute();
  await db.schema.createIndex('notices_created').on('notices').column('created_at').execute();
  await db.schema
    .createTable('notice_devices')
    .addColumn('notice_id', 'text', (column) => column.notNull().references('notices.id').onDelete('cascade'))
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('acknowledged_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('notice_devices_key', ['notice_id', 'device_id'])
    .execute();
}
