import type { NotificationPreferenceRow, Queries } from '#server/db/schema';

/** The SQL of what somebody wants to be told of others. */
export function preferenceRepository(db: Queries) {
  return {
    async sharesFamily(viewerId: string, personId: string): Promise<boolean> {
      const row = await familiesOfBoth(db, viewerId)
        .select('theirs.user_id')
        .where('theirs.user_id', '=', personId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Of those only with whom the viewer still shares a family. */
    ofViewer: (viewerId: string): Promise<NotificationPreferenceRow[]> =>
      db
        .selectFrom('notification_preferences')
        .selectAll()
        .where('viewer_id', '=', viewerId)
        .where('person_id', 'in', familiesOfBoth(db, viewerId).select('theirs.user_id'))
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

function familiesOfBoth(db: Queries, viewerId: string) {
  return db
    .selectFrom('family_members as mine')
    .innerJoin('family_members as theirs', 'theirs.family_id', 'mine.family_id')
    .where('mine.user_id', '=', viewerId);
}
