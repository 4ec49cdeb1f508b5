import { sql } from 'kysely';
import type { CheckInPersonRow, CheckInRow, LocationRow, Queries } from '#server/db/schema';
import { membershipsOf } from '#server/features/families/visibility';

/** Check-ins that one look of the timer takes. */
const DUE_AT_ONCE = 50;
/** Most check-ins in one answer, and most of one owner when others are listed: no one hides those of others by many own ones. */
const LISTED = 200;
const LISTED_OF_ONE = 20;

/** What a change of state sets. */
export type CheckInProgress = Pick<CheckInRow, 'state' | 'due_at' | 'next_at' | 'ended_at'>;

/** One who watches a check-in, with their name. */
export type Watcher = CheckInPersonRow & { readonly name: string };

/** The SQL of check-ins. */
export function checkInRepository(db: Queries) {
  return { ...checkIns(db), ...watchers(db), ...timers(db) };
}
export type CheckInRepository = ReturnType<typeof checkInRepository>;

/** What owners do with them. */
function checkIns(db: Queries) {
  return {
    async insert(row: CheckInRow, people: readonly string[]): Promise<void> {
      await db.insertInto('checkins').values(row).execute();
      await db
        .insertInto('checkin_people')
        .values(people.map((userId) => ({ checkin_id: row.id, user_id: userId, seen_at: null })))
        .execute();
    },

    find: (id: string): Promise<CheckInRow | undefined> =>
      db.selectFrom('checkins').selectAll().where('id', '=', id).executeTakeFirst(),

    findByClientId: (userId: string, clientId: string): Promise<CheckInRow | undefined> =>
      db
        .selectFrom('checkins')
        .selectAll()
        .where('user_id', '=', userId)
        .where('client_id', '=', clientId)
        .executeTakeFirst(),

    /** Whether a person has an open one that is not missed yet. */
    async isOneActive(userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('checkins')
        .select('id')
        .where('user_id', '=', userId)
        .where('state', 'in', ['running', 'asking'])
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Changes a check-in, unless another process has changed it meanwhile. @returns the changed row */
    change: ({ id, revision }: CheckInRow, set: CheckInProgress): Promise<CheckInRow | undefined> =>
      db
        .updateTable('checkins')
        .set({ ...set, revision: revision + 1 })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .returningAll()
        .executeTakeFirst(),

    /**
     * Own ones and those a person watches, from a moment on, newest first, also those that others no longer see.
     * @param ofOne most of one owner; what is left out is that of owners with many, not that of others
     */
    list: (userId: string, since: number, ofOne = LISTED_OF_ONE): Promise<CheckInRow[]> =>
      list(db, userId, since, ofOne),

    /** Deletes check-ins that were started up to this moment. */
    async deleteBefore(moment: number): Promise<void> {
      await db.deleteFrom('checkins').where('created_at', '<=', moment).execute();
    },
  };
}

async function list(db: Queries, userId: string, since: number, ofOne: number): Promise<CheckInRow[]> {
  const numbered = db
    .selectFrom('checkins')
    .selectAll()
    .select(
      sql<number>`row_number() over (partition by user_id order by created_at desc, id desc)`.as('number'),
    )
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('user_id', '=', userId),
        eb('id', 'in', selectFrom('checkin_people').select('checkin_id').where('user_id', '=', userId)),
      ]),
    )
    .where('created_at', '>', since);
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('number', '<=', ofOne)
    .orderBy('number')
    .orderBy('created_at', 'desc')
    .limit(LISTED)
    .execute();
  return rows
    .map(({ number: _number, ...row }) => row)
    .toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

/** Those who watch, and what is read of owners. */
function watchers(db: Queries) {
  return {
    /** Those who watch check-ins. */
    watchersOf: (ids: readonly string[]): Promise<Watcher[]> =>
      db
        .selectFrom('checkin_people')
        .innerJoin('users', 'users.id', 'checkin_people.user_id')
        .select(['checkin_id', 'checkin_people.user_id', 'seen_at', 'users.name'])
        .where('checkin_id', 'in', ids)
        .orderBy('users.name')
        .orderBy('users.id')
        .execute(),

    async forgetSeen(id: string): Promise<void> {
      await db.updateTable('checkin_people').set({ seen_at: null }).where('checkin_id', '=', id).execute();
    },

    /** @returns false when the person had seen it before */
    async markSeen(id: string, userId: string, now: number): Promise<boolean> {
      const result = await db
        .updateTable('checkin_people')
        .set({ seen_at: now })
        .where('checkin_id', '=', id)
        .where('user_id', '=', userId)
        .where('seen_at', 'is', null)
        .executeTakeFirstOrThrow();
      return result.numUpdatedRows > 0n;
    },

    async namesOf(userIds: readonly string[]): Promise<Map<string, string>> {
      const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', userIds).execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    async latestPositions(userIds: readonly string[]): Promise<Map<string, LocationRow>> {
      if (userIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('latest_locations')
        .selectAll()
        .where('user_id', 'in', userIds)
        .execute();
      return new Map(rows.map((row) => [row.user_id, row]));
    },

    async isGeofenceVisible(userId: string, geofenceId: string): Promise<boolean> {
      const row = await db
        .selectFrom('geofences')
        .innerJoin(membershipsOf(db, [userId]).as('mine'), 'mine.family_id', 'geofences.family_id')
        .select('geofences.id')
        .where('geofences.id', '=', geofenceId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** What time and arrivals change. */
function timers(db: Queries) {
  const due = (now: number) => db.selectFrom('checkins').where('next_at', '<=', now);
  return {
    async hasDue(now: number): Promise<boolean> {
      return (await due(now).select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    due: (now: number): Promise<CheckInRow[]> =>
      due(now).selectAll().orderBy('next_at').orderBy('id').limit(DUE_AT_ONCE).execute(),

    /**
     * The check-ins of people that an arrival ends. Not to places that someone else has moved since the start: with one move
     * they would let those who watch believe that the owner has arrived.
     * @param since in epoch milliseconds; older ones stay missed
     */
    async onTheWay(userIds: readonly string[], since: number): Promise<CheckInRow[]> {
      if (userIds.length === 0) return [];
      return db
        .selectFrom('checkins')
        .selectAll()
        .where('user_id', 'in', userIds)
        .where('geofence_id', 'is not', null)
        .where('state', 'in', ['running', 'asking', 'missed'])
        .where('created_at', '>', since)
        .where(({ not, exists }) => not(exists(movedByOthers(db))))
        .execute();
    },

    /** When the owner was last known to be at the place, in epoch milliseconds; undefined: elsewhere, or no one can tell. */
    seenAtPlace: (checkInId: string): Promise<number | undefined> => seenAtPlace(db, checkInId),

    /** The owner has answered, so the questions to them are outdated. */
    async markAskedRead(checkInId: string, ownerId: string, now: number): Promise<string[]> {
      const rows = await db
        .updateTable('notices')
        .set({ read_at: now })
        .where('recipient_id', '=', ownerId)
        .where('about', '=', `checkin:${checkInId}`)
        .where('kind', '=', 'checkinAsked')
        .where('read_at', 'is', null)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

async function seenAtPlace(db: Queries, checkInId: string): Promise<number | undefined> {
  const seen = await db
    .selectFrom('checkins')
    .innerJoin('geofences', 'geofences.id', 'checkins.geofence_id')
    .innerJoin('geofence_states', (join) =>
      join
        .onRef('geofence_states.geofence_id', '=', 'geofences.id')
        .onRef('geofence_states.user_id', '=', 'checkins.user_id')
        .onRef('geofence_states.revision', '=', 'geofences.revision'),
    )
    .innerJoin('latest_locations', 'latest_locations.user_id', 'checkins.user_id')
    .select(['recorded_at', 'latest_locations.seen_at'])
    .where('checkins.id', '=', checkInId)
    .where('containment', '=', 'inside')
    // Else the newest fix is outside.
    .where('change_since', 'is', null)
    .where(({ not, exists }) => not(exists(movedByOthers(db))))
    .executeTakeFirst();
  // A phone that stays where it is reports without a new position.
  return seen && Math.max(seen.recorded_at, seen.seen_at ?? 0);
}

/** SQL: the place of the check-in in the surrounding statement, if someone else has moved or resized it since the start. */
const movedByOthers = (db: Queries) =>
  db
    .selectFrom('geofences')
    .select('geofences.id')
    .whereRef('geofences.id', '=', sql.ref('checkins.geofence_id'))
    .whereRef('moved_at', '>=', sql.ref('checkins.created_at'))
    .where(({ or, eb }) =>
      or([eb('moved_by', 'is', null), eb('moved_by', '!=', sql.ref<string>('checkins.user_id'))]),
    );
