import type { FencePreferenceRow, NotificationPreferenceRow, Queries } from '#server/db/schema';
import { membersVisibleTo, peopleVisibleTo } from '#server/features/families/visibility';

/** The SQL of notification preferences. */
export function preferenceRepository(db: Queries) {
  return {
    /** Only about people whom the viewer may still see. */
    ofViewer: (viewerId: string): Promise<NotificationPreferenceRow[]> =>
      db
        .selectFrom('notification_preferences')
        .selectAll()
        .where('viewer_id', '=', viewerId)
        .where('person_id', 'in', peopleVisibleTo(db, viewerId))
        .orderBy('person_id')
        .execute(),

    async save(row: NotificationPreferenceRow): Promise<void> {
      const { notify_arrival, notify_departure } = row;
      await db
        .insertInto('notification_preferences')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['viewer_id', 'person_id']).doUpdateSet({ notify_arrival, notify_departure }),
        )
        .execute();
    },

    /** Those about places of families in which the viewer and the person are. */
    placesOfViewer: (viewerId: string): Promise<FencePreferenceRow[]> =>
      db
        .selectFrom('fence_preferences')
        .innerJoin('geofences', 'geofences.id', 'fence_preferences.geofence_id')
        .innerJoin(membersVisibleTo(db, viewerId).as('member'), (join) =>
          join
            .onRef('member.user_id', '=', 'fence_preferences.person_id')
            .onRef('member.family_id', '=', 'geofences.family_id'),
        )
        .selectAll('fence_preferences')
        .where('viewer_id', '=', viewerId)
        .orderBy('person_id')
        .orderBy('geofence_id')
        .execute(),

    async familyOfGeofence(geofenceId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('geofences')
        .select('family_id')
        .where('id', '=', geofenceId)
        .executeTakeFirst();
      return row?.family_id;
    },

    async savePlace(row: FencePreferenceRow): Promise<void> {
      const { notify_arrival, notify_departure } = row;
      await db
        .insertInto('fence_preferences')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['viewer_id', 'person_id', 'geofence_id'])
            .doUpdateSet({ notify_arrival, notify_departure }),
        )
        .execute();
    },
  };
}
export type PreferenceRepository = ReturnType<typeof preferenceRepository>;
