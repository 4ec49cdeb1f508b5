import { sql } from 'kysely';
import type { Flag, Queries } from '#server/db/schema';
import { membersVisibleTo } from '#server/features/families/visibility';

/** A place that a member is in, and whose it is. */
export interface PlaceOfMember {
  readonly userId: string;
  readonly familyId: string;
  readonly id: string;
  readonly name: string;
  /** Time of the fix that suggests that the member has left, epoch milliseconds; null: none does. */
  readonly changeSince: number | null;
}

/** The SQL of which places members are in. */
export function presenceRepository(db: Queries) {
  return {
    /** Notes that the phone of a person was heard, which needs no position. @returns false when there is no position yet */
    noteHeard: (userId: string, seenAt: number, power: PowerReport | undefined): Promise<boolean> =>
      noteHeard(db, userId, seenAt, power),

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
          'geofence_states.change_since as changeSince',
        ])
        .where('containment', '=', 'inside')
        .whereRef('geofence_states.revision', '=', 'geofences.revision');
      const wanted = userId === undefined ? all : all.where('members.user_id', '=', userId);
      return wanted.orderBy('geofences.radius').orderBy('geofences.id').execute();
    },
  };
}
export type PresenceRepository = ReturnType<typeof presenceRepository>;

/** What a phone reports of its power. */
export interface PowerReport {
  readonly at: number;
  readonly battery?: number;
  readonly charging?: Flag;
}

async function noteHeard(
  db: Queries,
  userId: string,
  seenAt: number,
  power: PowerReport | undefined,
): Promise<boolean> {
  const heard = db.updateTable('latest_locations').set({ seen_at: seenAt }).where('user_id', '=', userId);
  const { at, battery, charging } = power ?? { at: 0 };
  // One that comes late does not replace a newer one.
  const newer = <Value>(column: 'battery' | 'battery_at' | 'charging', value: Value) =>
    sql<Value>`case when battery_at is null or battery_at <= ${at} then ${value} else ${sql.ref(column)} end`;
  const result = await heard
    .$if(battery !== undefined, (update) =>
      update.set({ battery: newer('battery', battery ?? 0), battery_at: newer('battery_at', at) }),
    )
    .$if(charging !== undefined, (update) => update.set({ charging: newer('charging', charging ?? 0) }))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
