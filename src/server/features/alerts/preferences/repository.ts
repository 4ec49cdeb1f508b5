import type { NotificationPreferenceRow, Queries } from '#server/db/schema';
import { peopleVisibleTo } from '#server/features/families/visibility';

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
  };
}
export type PreferenceRepository = ReturnType<typeof preferenceRepository>;
