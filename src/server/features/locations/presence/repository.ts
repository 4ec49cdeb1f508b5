import type { Queries } from '#server/db/schema';
import { membersVisibleTo } from '#server/features/families/visibility';

/** A place that a member is in, and whose it is. */
export interface PlaceOfMember {
  readonly userId: string;
  readonly familyId: string;
  readonly id: string;
  readonly name: string;
}

/** The SQL of which places members are in. */
export function presenceRepository(db: Queries) {
  return {
    /**
     * The places in which members of the viewer's families are, of the families that both are in; the smallest ones first.
     * @param userId only of this member; undefined: of all
     */
    placesVisibleTo(viewerId: string, userId?: string): Promise<PlaceOfMember[]> {
      const all = db
        .selectFrom(membersVisibleTo(db, viewerId).as('members'))
        .innerJoin('geofence_states', (join) =>
          join
            .onRef('geofence_states.user_id', '=', 'members.user_id')
            .onRef('geofence_states.family_id', '=', 'members.family_id'),
        )
        .innerJoin('geofences', 'geofences.id', 'geofence_states.geofence_id')
        .select([
          'members.user_id as userId',
          'members.family_id as familyId',
          'geofences.id',
          'geofences.name',
        ])
        .where('containment', '=', 'inside')
        .whereRef('geofence_states.revision', '=', 'geofences.revision');
      const wanted = userId === undefined ? all : all.where('members.user_id', '=', userId);
      return wanted.orderBy('geofences.radius').orderBy('geofences.id').execute();
    },
  };
}
export type PresenceRepository = ReturnType<typeof presenceRepository>;
