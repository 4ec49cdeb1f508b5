import type { Kysely } from 'kysely';
import { inOrderOfKey } from '../dialects';

/** When members entered and left geofences, and how often late fixes have changed what was evaluated before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('geofence_events')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('family_id', 'text', (column) => column.notNull())
    .addColumn('geofence_id', 'text', (column) =>
      column.notNull().references('geofences.id').onDelete('cascade'),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('distance', 'integer', (column) => column.notNull())
    .addColumn('accuracy', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('reported_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('geofence_events_key', ['user_id', 'geofence_id', 'at'])
    // A family does not see events of ended memberships.
    .addForeignKeyConstraint(
      'geofence_events_member',
      ['family_id', 'user_id'],
      'family_members',
      ['family_id', 'user_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .modifyEnd(inOrderOfKey(db))
    .execute();
  await db.schema
    .createIndex('geofence_events_fence')
    .on('geofence_events')
    .columns(['geofence_id', 'at'])
    .execute();
  await db.schema
    .createIndex('geofence_events_member')
    .on('geofence_events')
    .columns(['family_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('geofence_events_person')
    .on('geofence_events')
    .columns(['user_id', 'at'])
    .execute();
  await db.schema.createIndex('geofence_events_at').on('geofence_events').column('at').execute();
  await db.schema
    .alterTable('geofence_watches')
    .addColumn('replays', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
