import type { Flag, GeofenceRow, GeofenceStateRow, Queries } from '../../db/schema';

/** A geofence as stored: degrees, whole metres, epoch milliseconds. */
export type StoredGeofence = GeofenceRow;

/** What of a geofence can be changed. */
export type GeofenceChange = Partial<
  Pick<
    GeofenceRow,
    'name' | 'latitude' | 'longitude' | 'radius' | 'revision' | 'notify_entry' | 'notify_exit'
  >
>;

/** A geofence of one of a person's families, and where they are in respect of it as far as is known. */
export interface WatchedGeofence {
  readonly id: string;
  readonly familyId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
  readonly revision: number;
  readonly notifyEntry: Flag;
  readonly notifyExit: Flag;
  readonly place: 'inside' | 'outside' | null;
  readonly changeSince: number | null;
  /** Of the geofence, when the person's place was judged; null when it never was. */
  readonly judgedRevision: number | null;
}

/** The SQL of geofences and of who is in them. */
export function geofenceRepository(db: Queries) {
  return {
    /** The geofences of all a person's families, oldest first. */
    ofPerson: (userId: string): Promise<StoredGeofence[]> =>
      ofFamiliesOf(db, userId).selectAll('geofences').orderBy('created_at').orderBy('id').execute(),

    /** Undefined when there is none, or it is not of the person's families. */
    visibleTo: (userId: string, id: string): Promise<StoredGeofence | undefined> =>
      ofFamiliesOf(db, userId).selectAll('geofences').where('geofences.id', '=', id).executeTakeFirst(),

    async isMember(userId: string, familyId: string): Promise<boolean> {
      const row = await db
        .selectFrom('family_members')
        .select('user_id')
        .where('family_id', '=', familyId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async countOf(familyId: string): Promise<number> {
      const row = await db
        .selectFrom('geofences')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('family_id', '=', familyId)
        .executeTakeFirstOrThrow();
      return row.count;
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

    async isWatched(userId: string): Promise<boolean> {
      const row = await ofFamiliesOf(db, userId).select('geofences.id').limit(1).executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Claims the judgement of a fix: only a fix that is newer than all that have been judged gets it, and whoever else
     * wants to judge this person waits until the transaction ends.
     * @returns undefined when the fix is not newer; else the time of the fix judged before, null when there is none
     */
    claim: (userId: string, at: number): Promise<{ before: number | null } | undefined> =>
      claim(db, userId, at),

    watchedOf: (userId: string): Promise<WatchedGeofence[]> => watchedOf(db, userId),

    saveState: (state: GeofenceStateRow): Promise<void> => saveState(db, state),

    /** The members of a family but one. */
    async othersIn(familyId: string, userId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('family_members')
        .select('user_id')
        .where('family_id', '=', familyId)
        .where('user_id', '!=', userId)
        .execute();
      return rows.map((row) => row.user_id);
    },
  };
}
export type GeofenceRepository = ReturnType<typeof geofenceRepository>;

function ofFamiliesOf(db: Queries, userId: string) {
  return db
    .selectFrom('family_members')
    .innerJoin('geofences', 'geofences.family_id', 'family_members.family_id')
    .where('family_members.user_id', '=', userId);
}

async function claim(
  db: Queries,
  userId: string,
  at: number,
): Promise<{ before: number | null } | undefined> {
  const row = await db
    .insertInto('geofence_watches')
    .values({ user_id: userId, judged_at: at, judged_before: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(({ ref }) => ({ judged_before: ref('geofence_watches.judged_at'), judged_at: at }))
        .where('geofence_watches.judged_at', '<', at),
    )
    .returning('judged_before')
    .executeTakeFirst();
  return row && { before: row.judged_before };
}

function watchedOf(db: Queries, userId: string): Promise<WatchedGeofence[]> {
  return ofFamiliesOf(db, userId)
    .leftJoin('geofence_states', (join) =>
      join
        .on('geofence_states.user_id', '=', userId)
        .onRef('geofence_states.family_id', '=', 'geofences.family_id')
        .onRef('geofence_states.geofence_id', '=', 'geofences.id'),
    )
    .select([
      'geofences.id',
      'geofences.family_id as familyId',
      'geofences.name',
      'geofences.latitude',
      'geofences.longitude',
      'geofences.radius',
      'geofences.revision',
      'geofences.notify_entry as notifyEntry',
      'geofences.notify_exit as notifyExit',
      'geofence_states.place',
      'geofence_states.change_since as changeSince',
      'geofence_states.revision as judgedRevision',
    ])
    .execute();
}

async function saveState(db: Queries, state: GeofenceStateRow): Promise<void> {
  const { place, change_since: changeSince, revision } = state;
  await db
    .insertInto('geofence_states')
    .values(state)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'family_id', 'geofence_id'])
        .doUpdateSet({ place, change_since: changeSince, revision }),
    )
    .execute();
}
