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

    async savePlace(row: FencePreferenceRow): Promise<void> {
      const { notify_arrival, notify_departure, muted_until } = row;
      await db
        .insertInto('fence_preferences')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['viewer_id', 'person_id', 'geofence_id'])
            .doUpdateSet({ notify_arrival, notify_departure, muted_until }),
        )
        .execute();
    },

    deletePlace: (about: PlacePreferenceKey): Promise<void> => deletePlace(db, about),
  };
}

type PlacePreferenceKey = Pick<FencePreferenceRow, 'viewer_id' | 'person_id' | 'geofence_id'>;

async function deletePlace(db: Queries, { viewer_id, person_id, geofence_id }: PlacePreferenceKey) {
  await db
    .deleteFrom('fence_preferences')
    .where('viewer_id', '=', viewer_id)
    .where('person_id', '=', person_id)
    .where('geofence_id', '=', geofence_id)
    .execute();
}

export type PreferenceRepository = ReturnType<typeof preferenceRepository>;
