import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** Check-ins, who watches them, requests for them, and alerts that are wanted once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckIns(db);
  await createRequests(db);
  await createOnceAlerts(db);
}

const toUser = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('users.id').onDelete('cascade');

async function createCheckIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkins')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', toUser)
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('geofence_id', 'text', (column) => column.references('geofences.id').onDelete('set null'))
    .addColumn('place_name', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('grace_minutes', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('share_last', 'integer', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addUniqueConstraint('checkins_client', ['user_id', 'client_id'])
    .execute();
  await sql`create unique index checkins_active on checkins (user_id)
    where state in ('running', 'asking')`.execute(db);
  await sql`create index checkins_next on checkins (next_at) where next_at is not null`.execute(db);
  await db.schema.createIndex('checkins_created').on('checkins').column('created_at').execute();
  await db.schema.createIndex('checkins_geofence').on('checkins').column('geofence_id').execute();
  await db.schema
    .createTable('checkin_people')
    .addColumn('checkin_id', 'text', (column) =>
      column.notNull().references('checkins.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', toUser)
    .addColumn('seen_at', 'bigint')
    .addPrimaryKeyConstraint('checkin_people_key', ['checkin_id', 'user_id'])
    .execute();
  await db.schema.createIndex('checkin_people_user').on('checkin_people').column('user_id').execute();
}

async function createRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkin_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('from_id', 'text', toUser)
    .addColumn('to_id', 'text', toUser)
    .addColumn('text', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create unique index checkin_requests_open on checkin_requests (from_id, to_id)
    where state = 'open'`.execute(db);
  for (const column of ['from_id', 'to_id', 'created_at'])
    await db.schema.createIndex(`checkin_requests_${column}`).on('checkin_requests').column(column).execute();
}

async function createOnceAlerts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('once_alerts')
    .addColumn('viewer_id', 'text', toUser)
    .addColumn('person_id', 'text', toUser)
    .addColumn('geofence_id', 'text', (column) =>
      column.notNull().references('geofences.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('once_alerts_key', ['viewer_id', 'person_id', 'geofence_id', 'kind'])
    .execute();
  await db.schema
    .createIndex('once_alerts_crossing')
    .on('once_alerts')
    .columns(['person_id', 'geofence_id'])
    .execute();
  await db.schema.createIndex('once_alerts_geofence').on('once_alerts').column('geofence_id').execute();
}
