import { membershipsOf } from '#server/features/families/visibility';
import type { GeofenceRow, Queries } from '#server/db/schema';
import { evaluationRepository } from './evaluation/repository';

export type { WatchedGeofence } from './evaluation/repository';

/** A geofence as stored: degrees, whole metres, epoch milliseconds. */
export type StoredGeofence = GeofenceRow;

/** What of a geofence can be changed. */
export type GeofenceChange = Partial<
  Pick<
    GeofenceRow,
    | 'name'
    | 'latitude'
    | 'longitude'
    | 'radius'
    | 'revision'
    | 'notify_entry'
    | 'notify_exit'
    | 'moved_by'
    | 'moved_at'
    | 'schedule'
    | 'polygon'
    | 'place_kind'
  >
>;

/** The SQL of geofences and of who is in them. */
export function geofenceRepository(db: Queries) {
  return { ...geofences(db), ...evaluationRepository(db) };
}
export type GeofenceRepository = ReturnType<typeof geofenceRepository>;

/** What people do with geofences. */
function geofences(db: Queries) {
  return {
    /** The geofences of all a person's families, oldest first. */
    listVisibleTo: (userId: string): Promise<StoredGeofence[]> =>
      geofencesVisibleTo(db, userId).orderBy('created_at').orderBy('id').execute(),

    /** The ids of these, in the same order. */
    async idsVisibleTo(userId: string): Promise<string[]> {
      const rows = await geofencesVisibleTo(db, userId)
        .clearSelect()
        .select('geofences.id')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Some of these by their ids, in the same order. */
    someVisibleTo: (userId: string, ids: readonly string[]): Promise<StoredGeofence[]> =>
      geofencesVisibleTo(db, userId)
        .where('geofences.id', 'in', ids)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    /** Undefined when the geofence does not exist or belongs to a family of others. */
    findVisibleTo: (userId: string, id: string): Promise<StoredGeofence | undefined> =>
      geofencesVisibleTo(db, userId).where('geofences.id', '=', id).executeTakeFirst(),

    async countOf(familyId: string): Promise<number> {
      const row = await db
        .selectFrom('geofences')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('family_id', '=', familyId)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** The families in which there are geofences that a person made. */
    async familiesWithGeofencesOf(userId: string): Promise<string[]> {
      const made = db.selectFrom('geofences').select('family_id').distinct().where('created_by', '=', userId);
      return (await made.execute()).map((row) => row.family_id);
    },

    /** Gives what a person made in a family to another member. */
    async handOver(familyId: string, from: string, to: string): Promise<void> {
      await db
        .updateTable('geofences')
        .set({ created_by: to })
        .where('family_id', '=', familyId)
        .where('created_by', '=', from)
        .execute();
    },

    async removeMadeBy(familyId: string, userId: string): Promise<void> {
      await db
        .deleteFrom('geofences')
        .where('family_id', '=', familyId)
        .where('created_by', '=', userId)
        .execute();
    },

    async insert(geofence: StoredGeofence): Promise<void> {
      await db.insertInto('geofences').values(geofence).execute();
    },

    async change(id: string, change: GeofenceChange): Promise<void> {
      if (Object.keys(change).length === 0) return;
      await db.updateTable('geofences').set(change).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('geofences').where('id', '=', id).execute();
    },
  };
}

function geofencesVisibleTo(db: Queries, userId: string) {
  return db
    .selectFrom('geofences')
    .innerJoin(membershipsOf(db, [userId]).as('mine'), 'mine.family_id', 'geofences.family_id')
    .selectAll('geofences');
}
