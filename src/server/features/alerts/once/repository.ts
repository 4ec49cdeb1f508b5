import type { OnceAlertRow, Queries } from '#server/db/schema';
import { membersVisibleTo } from '#server/features/families/visibility';

/** The SQL of alerts that are wanted once. */
export function onceAlertRepository(db: Queries) {
  return {
    /** Those of a viewer, about a person or all, as long as the two share the family of the place. */
    list: (viewerId: string, personId?: string): Promise<OnceAlertRow[]> =>
      db
        .selectFrom('once_alerts')
        .innerJoin('geofences', 'geofences.id', 'once_alerts.geofence_id')
        .innerJoin(membersVisibleTo(db, viewerId).as('member'), (join) =>
          join
            .onRef('member.user_id', '=', 'once_alerts.person_id')
            .onRef('member.family_id', '=', 'geofences.family_id'),
        )
        .selectAll('once_alerts')
        .where('viewer_id', '=', viewerId)
        .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
        .orderBy('person_id')
        .orderBy('geofence_id')
        .orderBy('kind')
        .execute(),

    async add(row: OnceAlertRow): Promise<void> {
      await db
        .insertInto('once_alerts')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async remove({
      viewer_id,
      person_id,
      geofence_id,
      kind,
    }: Omit<OnceAlertRow, 'created_at'>): Promise<void> {
      await db
        .deleteFrom('once_alerts')
        .where('viewer_id', '=', viewer_id)
        .where('person_id', '=', person_id)
        .where('geofence_id', '=', geofence_id)
        .where('kind', '=', kind)
        .execute();
    },

    /** All once-only alerts about these people. */
    async ofPeople(personIds: readonly string[]): Promise<OnceAlertRow[]> {
      if (personIds.length === 0) return [];
      return db.selectFrom('once_alerts').selectAll().where('person_id', 'in', personIds).execute();
    },
  };
}
export type OnceAlertRepository = ReturnType<typeof onceAlertRepository>;
