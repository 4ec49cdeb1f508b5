import { statementFor } from '#server/db/statements';
import type { Flag, GeofenceRow, GeofenceStateRow, Queries } from '#server/db/schema';
import { membershipsOf, visibility } from '#server/features/families/visibility';

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
  >
>;

/** A geofence of one of a person's families, and where they are in respect of it as far as is known. */
export interface WatchedGeofence {
  /** Whose families' it is. */
  readonly userId: string;
  readonly id: string;
  readonly familyId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
  readonly revision: number;
  /** Epoch milliseconds; null when it was never moved or resized. */
  readonly movedAt: number | null;
  readonly notifyEntry: Flag;
  readonly notifyExit: Flag;
  readonly containment: 'inside' | 'outside' | null;
  readonly changeSince: number | null;
  /** Of the geofence, when the person's place was judged; null when it never was. */
  readonly evaluatedRevision: number | null;
}

/** The SQL of geofences and of who is in them. */
export function geofenceRepository(db: Queries) {
  return { ...geofences(db), ...evaluations(db) };
}
export type GeofenceRepository = ReturnType<typeof geofenceRepository>;

/** What people do with geofences. */
function geofences(db: Queries) {
  return {
    /** The geofences of all a person's families, oldest first. */
    listVisibleTo: (userId: string): Promise<StoredGeofence[]> =>
      geofencesVisibleTo(db, userId).orderBy('created_at').orderBy('id').execute(),

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

/** What the judgement of fixes reads and writes. */
function evaluations(db: Queries) {
  return {
    /** Changes whenever a membership or a geofence changes. */
    async membershipRevision(): Promise<number> {
      const [row] = await readRevision(db, [{ id: 1 }]);
      return row?.revision ?? 0;
    },

    /** The families of people. */
    familiesOf: (userIds: readonly string[]): Promise<{ userId: string; familyId: string }[]> =>
      db
        .selectFrom(membershipsOf(db, userIds).as('members'))
        .select(['user_id as userId', 'family_id as familyId'])
        .execute(),

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

    watchedOf: (userIds: readonly string[]): Promise<WatchedGeofence[]> => watchedOf(db, userIds),

    async saveStates(states: readonly GeofenceStateRow[]): Promise<void> {
      await saveEach(db, states);
    },

    otherMembers: visibility(db).otherMembers,
  };
}

function geofencesVisibleTo(db: Queries, userId: string) {
  return db
    .selectFrom('geofences')
    .innerJoin(membershipsOf(db, [userId]).as('mine'), 'mine.family_id', 'geofences.family_id')
    .selectAll('geofences');
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

function watchedOf(db: Queries, userIds: readonly string[]): Promise<WatchedGeofence[]> {
  return db
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
      'geofence_states.containment',
      'geofence_states.change_since as changeSince',
      'geofence_states.revision as evaluatedRevision',
    ])
    .execute();
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
