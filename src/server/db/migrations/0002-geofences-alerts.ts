import type { Kysely } from 'kysely';
import { inOrderOfKey } from '../dialects';

/** Places of families, who is in them, and alerts for people who are offline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createGeofences(db);
  await createStates(db);
  await createAlerts(db);
}

async function createGeofences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('geofences')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('family_id', 'text', (column) =>
      column.notNull().references('families.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('latitude', 'double precision', (column) => column.notNull())
    .addColumn('longitude', 'double precision', (column) => column.notNull())
    .addColumn('radius', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('notify_entry', 'integer', (column) => column.notNull())
    .addColumn('notify_exit', 'integer', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('geofences_family')
    .on('geofences')
    .columns(['family_id', 'created_at'])
    .execute();
  await db.schema.createIndex('geofences_creator').on('geofences').column('created_by').execute();
}

/** States belong to a membership: they are deleted with it. */
async function createStates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('geofence_watches')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('judged_at', 'bigint', (column) => column.notNull())
    .addColumn('judged_before', 'bigint')
    .execute();
  await db.schema
    .createTable('geofence_states')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('family_id', 'text', (column) => column.notNull())
    .addColumn('geofence_id', 'text', (column) =>
      column.notNull().references('geofences.id').onDelete('cascade'),
    )
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('change_since', 'bigint')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('geofence_states_key', ['user_id', 'family_id', 'geofence_id'])
    .addForeignKeyConstraint(
      'geofence_states_member',
      ['family_id', 'user_id'],
      'family_members',
      ['family_id', 'user_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .modifyEnd(inOrderOfKey(db))
    .execute();
  await db.schema.createIndex('geofence_states_fence').on('geofence_states').column('geofence_id').execute();
}

async function createAlerts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_alerts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('about_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('family_ids', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('kept_alerts_recipient')
    .on('kept_alerts')
    .columns(['recipient_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('kept_alerts_about').on('kept_alerts').column('about_id').execute();
  await db.schema.createIndex('kept_alerts_age').on('kept_alerts').column('created_at').execute();
  await db.schema
    .createTable('sos_calls')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sos_calls_key', ['user_id', 'client_id'])
    .modifyEnd(inOrderOfKey(db))
    .execute();
}
