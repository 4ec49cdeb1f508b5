import { statementFor } from '#server/db/statements';
import type { Flag, GeofenceStateRow, Queries } from '#server/db/schema';
import {
  familiesOfEach,
  type FamilyOfPerson,
  membersVisibleTo,
  membershipsOf,
  visibility,
} from '#server/features/families/visibility';
import type { Polygon } from '#contract/geofences';
import type { LocationSample } from '#shared/geofences';
import { type FenceShape, shapeOf } from '#shared/polygons';

/** A geofence of one of a member's families, and whether they are inside it, as far as is known. */
export interface WatchedGeofence {
  /** The member. */
  readonly userId: string;
  readonly id: string;
  readonly familyId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
  /** Null: a circle. */
  readonly shape: FenceShape | null;
  readonly revision: number;
  /** Epoch milliseconds; null when it was never moved or resized. */
  readonly movedAt: number | null;
  readonly notifyEntry: Flag;
  readonly notifyExit: Flag;
  /** When it sends alerts, as JSON; null: always. */
  readonly schedule: string | null;
  readonly containment: 'inside' | 'outside' | null;
  readonly changeSince: number | null;
  /** Of the geofence, when the member's containment was evaluated; null when it never was. */
  readonly evaluatedRevision: number | null;
}

/** A fix and whose it is. */
export type MemberFix = LocationSample & { readonly userId: string };

/** The SQL of what the evaluation of fixes reads and writes. */
export function evaluationRepository(db: Queries) {
  return {
    /** Changes whenever a membership or a geofence changes. */
    async membershipRevision(): Promise<number> {
      const [row] = await readRevision(db, [{ id: 1 }]);
      return row?.revision ?? 0;
    },

    /** The families of people. */
    familiesOf: (userIds: readonly string[]): Promise<FamilyOfPerson[]> => familiesOfEach(db, userIds),

    /**
     * Moves the time of each member's last evaluated fix forwards. This locks the member's row until the transaction
     * ends, so other evaluations of the member wait.
     * @returns the members for whom the fix is newer than that time, with the time before (null when there was none), and
     *   how often late fixes have changed states
     */
    advanceEvaluated: (fixes: readonly { userId: string; at: number }[]): Promise<AdvancedRow[]> =>
      advanceEach(
        db,
        fixes.map(({ userId, at }) => ({ user_id: userId, evaluated_at: at })),
      ),

    /**
     * Locks a member's row until the transaction ends. @param at time of their last evaluated fix if there was none before
     * @returns the time of their last evaluated fix
     */
    async lockWatch(userId: string, at: number): Promise<number> {
      const row = await db
        .insertInto('geofence_watches')
        .values({ user_id: userId, evaluated_at: at })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet(({ ref }) => ({ replays: ref('geofence_watches.replays') })),
        )
        .returning('evaluated_at')
        .executeTakeFirstOrThrow();
      return row.evaluated_at;
    },

    /** Records that late fixes have changed states: what processes have cached of this member is stale. */
    async markReplayed(userId: string, evaluatedAt: number): Promise<void> {
      await db
        .updateTable('geofence_watches')
        .set(({ eb }) => ({ evaluated_at: evaluatedAt, replays: eb('replays', '+', 1) }))
        .where('user_id', '=', userId)
        .execute();
    },

    /**
     * The newest fix of each member of a viewer's family, in the order of ids, if it is from after they joined.
     * @param since leaves out older ones, epoch milliseconds
     */
    newestFixesIn: (familyId: string, viewerId: string, since: number): Promise<MemberFix[]> =>
      db
        .selectFrom(membersVisibleTo(db, viewerId).as('members'))
        .innerJoin('latest_locations', 'latest_locations.user_id', 'members.user_id')
        .select(['members.user_id as userId', 'latitude', 'longitude', 'accuracy', 'recorded_at as at'])
        .where('members.family_id', '=', familyId)
        .whereRef('recorded_at', '>=', 'members.joined_at')
        .where('recorded_at', '>=', since)
        .orderBy('members.user_id')
        .execute(),

    watchedOf: (userIds: readonly string[]): Promise<WatchedGeofence[]> => watchedOf(db, userIds),

    async saveStates(states: readonly GeofenceStateRow[]): Promise<void> {
      await saveEach(db, states);
    },

    viewersSince: visibility(db).viewersSince,
  };
}

const readRevision = statementFor<{ id: number }, { revision: number }>(['id'], (db, [row]) =>
  db
    .selectFrom('membership_revision')
    .select('revision')
    .where('id', '=', row?.id ?? 1),
);

interface AdvancedRow {
  readonly userId: string;
  readonly before: number | null;
  readonly replays: number;
}

const advanceEach = statementFor<{ user_id: string; evaluated_at: number }, AdvancedRow>(
  ['user_id', 'evaluated_at'],
  (db, rows) =>
    db
      .insertInto('geofence_watches')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(({ ref }) => ({
            evaluated_before: ref('geofence_watches.evaluated_at'),
            evaluated_at: ref('excluded.evaluated_at'),
          }))
          .whereRef('geofence_watches.evaluated_at', '<', 'excluded.evaluated_at'),
      )
      .returning(['user_id as userId', 'evaluated_before as before', 'replays']),
);

async function watchedOf(db: Queries, userIds: readonly string[]): Promise<WatchedGeofence[]> {
  const rows = await db
    .selectFrom(membershipsOf(db, userIds).as('members'))
    .innerJoin('geofences', 'geofences.family_id', 'members.family_id')
    .leftJoin('geofence_states', (join) =>
      join
        .onRef('geofence_states.user_id', '=', 'members.user_id')
        .onRef('geofence_states.family_id', '=', 'geofences.family_id')
        .onRef('geofence_states.geofence_id', '=', 'geofences.id'),
    )
    .select([
      'members.user_id as userId',
      'geofences.id',
      'geofences.family_id as familyId',
      'geofences.name',
      'geofences.latitude',
      'geofences.longitude',
      'geofences.radius',
      'geofences.revision',
      'geofences.moved_at as movedAt',
      'geofences.notify_entry as notifyEntry',
      'geofences.notify_exit as notifyExit',
      'geofences.schedule',
      'geofences.polygon',
      'geofence_states.containment',
      'geofence_states.change_since as changeSince',
      'geofence_states.revision as evaluatedRevision',
    ])
    .execute();
  return rows.map(({ polygon, ...fence }) => ({
    ...fence,
    shape: polygon === null ? null : shapeOf(JSON.parse(polygon) as Polygon),
  }));
}

const saveEach = statementFor<GeofenceStateRow>(
  ['user_id', 'family_id', 'geofence_id', 'containment', 'change_since', 'revision'],
  (db, rows) =>
    db
      .insertInto('geofence_states')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'family_id', 'geofence_id']).doUpdateSet(({ ref }) => ({
          containment: ref('excluded.containment'),
          change_since: ref('excluded.change_since'),
          revision: ref('excluded.revision'),
        })),
      ),
);
