import { sql } from 'kysely';
import { SOS_LISTED } from '#contract/limits';
import { toFlag, type CallerPosition, type Queries, type SosPersonRow, type SosRow } from '#server/db/schema';
import { membersVisibleTo } from '#server/features/families/visibility';

/** Calls of one caller that are kept; with older ones their notices go. */
const CALLS_KEPT = 100;

/** What a trigger says. Times in epoch milliseconds. */
export interface CallToOpen {
  /** Of the call, if none of this caller is open. */
  readonly id: string;
  readonly callerId: string;
  readonly message: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number | null;
  readonly now: number;
  /** When the position was taken. */
  readonly positionAt: number;
  readonly expiresAt: number;
  readonly canRepeat: boolean;
}

/** The SQL of calls for help, and of the people who were called. */
export const sosRepository = (db: Queries) => ({
  ...callReads(db),
  ...callChanges(db),
  ...peopleChanges(db),
});
export type SosRepository = ReturnType<typeof sosRepository>;

const callReads = (db: Queries) => ({
  byId: (id: string): Promise<SosRow | undefined> =>
    db.selectFrom('sos').selectAll().where('id', '=', id).executeTakeFirst(),

  /** The newest calls by a person, and to them by people whom they have seen since before it ended, newest first. */
  visibleTo: (userId: string): Promise<SosRow[]> =>
    db
      .selectFrom('sos')
      .selectAll()
      .where(({ or, and, eb, exists, selectFrom }) =>
        or([
          eb('caller_id', '=', userId),
          and([
            eb('id', 'in', selectFrom('sos_people').select('sos_id').where('user_id', '=', userId)),
            exists(callersSeen(db, userId)),
          ]),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(SOS_LISTED)
      .execute(),

  peopleOf: (sosIds: readonly string[]): Promise<SosPersonRow[]> =>
    db
      .selectFrom('sos_people')
      .selectAll()
      .where('sos_id', 'in', sosIds)
      .orderBy('name')
      .orderBy('user_id')
      .execute(),

  /** Names and phone numbers of callers, and of people who ask to be called. */
  contactsOf: (userIds: readonly string[]) =>
    db.selectFrom('users').select(['id', 'name', 'phone']).where('id', 'in', userIds).execute(),
});

/** SQL: memberships by which the viewer sees the caller of the surrounding statement's call, from before it was over. */
const callersSeen = (db: Queries, viewerId: string) =>
  membersVisibleTo(db, viewerId)
    .where('theirs.user_id', '=', sql.ref<string>('sos.caller_id'))
    .where(({ or, and, eb }) => {
      const endedAt = sql.ref<number>('sos.ended_at');
      return or([
        eb(endedAt, 'is', null),
        and([eb(endedAt, '>', eb.ref('theirs.joined_at')), eb(endedAt, '>', eb.ref('mine.joined_at'))]),
      ]);
    });

const callChanges = (db: Queries) => ({
  async openOf(callerId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('sos')
      .select('id')
      .where('caller_id', '=', callerId)
      .where('state', '=', 'open')
      .executeTakeFirst();
    return row?.id;
  },

  /** Opens a call, or renews the one of the caller that is open. */
  openOrRenew: (call: CallToOpen): Promise<SosRow> => openOrRenew(db, call),

  /** Deletes the oldest calls of a caller beyond CALLS_KEPT, so that no one fills the database with them. */
  async deleteSurplus(callerId: string): Promise<void> {
    const kept = db
      .selectFrom('sos')
      .select('id')
      .where('caller_id', '=', callerId)
      .orderBy('id', 'desc')
      .limit(1)
      .offset(CALLS_KEPT - 1);
    await db.deleteFrom('sos').where('caller_id', '=', callerId).where('id', '<', kept).execute();
  },

  /** Locks an open call for a change. @returns undefined when it is closed */
  change: (id: string): Promise<SosRow | undefined> =>
    openCall(db, id)
      .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
      .returningAll()
      .executeTakeFirst(),

  /** Stores a position, unless one that is as new is stored. */
  async move(id: string, position: CallerPosition): Promise<boolean> {
    const { recorded_at, ...place } = position;
    const result = await openCall(db, id)
      .set(({ eb }) => ({
        ...place,
        position_at: recorded_at,
        revision: eb('revision', '+', 1),
      }))
      .where('position_at', '<', recorded_at)
      .executeTakeFirstOrThrow();
    return result.numUpdatedRows > 0n;
  },

  /** Ends an open call. @returns undefined when it is closed */
  close: (id: string, ending: NonNullable<SosRow['ending']>, now: number): Promise<SosRow | undefined> =>
    openCall(db, id)
      .set(({ eb }) => ({
        state: 'closed',
        ending,
        ended_at: now,
        next_at: null,
        revision: eb('revision', '+', 1),
      }))
      .returningAll()
      .executeTakeFirst(),
});

const peopleChanges = (db: Queries) => ({
  /** Adds people to a call, and their present names; those who are in it keep their answer. */
  async addPeople(sosId: string, userIds: readonly string[]): Promise<void> {
    const people = db
      .selectFrom('users')
      .select(({ cast, val }) => [cast(val(sosId), 'text').as('sos_id'), 'id as user_id', 'name'])
      .where('id', 'in', userIds);
    await db
      .insertInto('sos_people')
      .columns(['sos_id', 'user_id', 'name'])
      .expression(people)
      .onConflict((conflict) => conflict.columns(['sos_id', 'user_id']).doNothing())
      .execute();
  },

  async setAnswer(sosId: string, userId: string, answer: SosPersonRow['answer'], now: number): Promise<void> {
    await db
      .updateTable('sos_people')
      .set({ answer, answered_at: now })
      .where('sos_id', '=', sosId)
      .where('user_id', '=', userId)
      .execute();
  },
});

const openCall = (db: Queries, id: string) =>
  db.updateTable('sos').where('id', '=', id).where('state', '=', 'open');

function openOrRenew(db: Queries, call: CallToOpen): Promise<SosRow> {
  const { id, callerId, now, positionAt, canRepeat, expiresAt, ...said } = call;
  const row = {
    ...said,
    position_at: positionAt,
    called_at: now,
    can_repeat: toFlag(canRepeat),
    expires_at: expiresAt,
  };
  return db
    .insertInto('sos')
    .values({
      ...row,
      id,
      caller_id: callerId,
      state: 'open',
      started_at: now,
      next_at: expiresAt,
      repeats: 0,
      revision: 1,
    })
    .onConflict((conflict) =>
      conflict
        .column('caller_id')
        .where('state', '=', sql.lit('open'))
        .doUpdateSet(({ eb, fn, ref }) => ({
          ...row,
          message: fn.coalesce(ref('excluded.message'), ref('sos.message')),
          // A phone may send an earlier call after a later one.
          latitude: ofNewer('latitude'),
          longitude: ofNewer('longitude'),
          accuracy: ofNewer('accuracy'),
          position_at: later('position_at'),
          called_at: later('called_at'),
          can_repeat: later('can_repeat'),
          expires_at: later('expires_at'),
          repeats: eb('sos.repeats', '+', 1),
          revision: eb('sos.revision', '+', 1),
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** SQL: the greater of the present value and the new one; the two stores have different functions for it. */
const later = (column: 'can_repeat' | 'expires_at' | 'position_at' | 'called_at') =>
  sql<never>`case when excluded.${sql.ref(column)} > sos.${sql.ref(column)}
    then excluded.${sql.ref(column)} else sos.${sql.ref(column)} end`;

/** SQL: the value that belongs to the newer position. */
const ofNewer = (column: 'latitude' | 'longitude' | 'accuracy') =>
  sql<never>`case when excluded.position_at < sos.position_at
    then sos.${sql.ref(column)} else excluded.${sql.ref(column)} end`;
