import { sql } from 'kysely';
import { ALERTS_KEPT, DEVICES_PER_ALERT, FAMILIES_PER_USER, MEMBERS_PER_FAMILY } from '#contract/limits';
import { toFlag, type NoticeRow, type Queries } from '#server/db/schema';
import { SENDING_RULES } from './deliveries/rules';
import { inboxOf } from './inbox/visibility';
import { asNotice, type Notice, SOCKET_KINDS, type StoredNotice } from './notice';

/** Rows of one insert: SQLite takes 32,766 values in one statement. */
const ROWS_AT_ONCE = 1_000;
/** Kinds that one member can cause by the thousand; they never displace alerts of danger. */
const KEPT_TOGETHER: readonly (readonly NoticeRow['kind'][])[] = [
  ['arrival', 'departure'],
  ['checkin', 'request'],
  ['checkinAsked'],
  ['checkinMissed'],
  ['joined'],
];
/** SOS of one caller that are kept for each recipient. */
const SOS_KEPT = 100;
/** The newest SOS of one caller that a device gets when it connects. */
const SOS_OF_ONE_AT_CONNECTION = 20;
/** Most SOS that a device gets when it connects: the newest of every person who can call this one at least. */
const SOS_OF_ALL_AT_CONNECTION = FAMILIES_PER_USER * MEMBERS_PER_FAMILY;

/** The SQL of alerts and their delivery to devices. */
export function alertRepository(db: Queries) {
  return {
    /**
     * Stores notices, and deletes each recipient's oldest beyond ALERTS_KEPT of kinds that are kept together, and the oldest
     * SOS of the same caller beyond SOS_KEPT, so that neither made-up locations nor check-ins nor calls for help can fill the
     * database.
     */
    async insert(notices: readonly Notice[], now: number): Promise<void> {
      await insert(db, notices, now);
      const calls = notices.filter(({ kind }) => kind === 'sos');
      for (const callerId of new Set(calls.map(({ subjectId }) => subjectId)))
        await deleteSurplusSos(db, callerId);
      for (const kinds of KEPT_TOGETHER) {
        const added = notices.filter(({ kind }) => kinds.includes(kind));
        await deleteSurplus(db, kinds, [...new Set(added.map(({ recipientId }) => recipientId))]);
      }
    },

    /**
     * The unread news of a person that one of their devices has not received: the newest SOS of each caller, newest
     * first, then arrivals and departures, oldest first.
     * @param since in epoch milliseconds; older ones are in the inbox only
     */
    waitingFor: (recipientId: string, deviceId: string, since: number): Promise<StoredNotice[]> =>
      waitingFor(db, { recipientId, deviceId, since }),

    /** Records that a device has received a notice, for DEVICES_PER_ALERT devices at most. */
    acknowledge: (noticeId: string, deviceId: string, now: number): Promise<void> =>
      acknowledge(db, noticeId, deviceId, now),

    /** Records that a visible page of a device has displayed a notice. */
    async markShown(noticeId: string, deviceId: string, now: number): Promise<void> {
      await acknowledge(db, noticeId, deviceId, now);
      await db
        .updateTable('notice_devices')
        .set({ shown_at: now })
        .where('notice_id', '=', noticeId)
        .where('device_id', '=', deviceId)
        .execute();
    },

    /** Deletes notices up to this moment. */
    async deleteBefore(moment: number): Promise<void> {
      await db.deleteFrom('notices').where('created_at', '<=', moment).execute();
    },
  };
}
export type AlertRepository = ReturnType<typeof alertRepository>;

/** A person's device, and the time from which on it gets alerts. */
interface Waiting {
  readonly recipientId: string;
  readonly deviceId: string;
  readonly since: number;
}

async function waitingFor(db: Queries, waiting: Waiting): Promise<StoredNotice[]> {
  const [calls, crossings] = await Promise.all([
    waitingCalls(db, waiting)
      .select(sql<number>`row_number() over (partition by subject_id order by id desc)`.as('number'))
      .$call((numbered) => db.selectFrom(numbered.as('numbered')).selectAll())
      .where('number', '<=', SOS_OF_ONE_AT_CONNECTION)
      .orderBy('number')
      .orderBy('id', 'desc')
      .limit(SOS_OF_ALL_AT_CONNECTION)
      .execute(),
    waitingNotices(db, waiting)
      .where(
        'kind',
        'in',
        SOCKET_KINDS.filter((kind) => kind !== 'sos'),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ]);
  return [...calls, ...crossings].map(asNotice);
}

/**
 * SQL: calls that their caller has not ended. Of the server's repeats a device gets the newest only, and one without a
 * name, whose client can neither answer nor end a call, gets none.
 */
function waitingCalls(db: Queries, waiting: Waiting) {
  const calls = waitingNotices(db, waiting)
    .where('kind', '=', 'sos')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sos')
            .select('sos.id')
            .whereRef('sos.id', '=', 'notices.sos_id')
            .where('ending', 'in', ['safe', 'falseAlarm']),
        ),
      ),
    );
  if (waiting.deviceId === '') return calls.where('is_repeat', '=', 0);
  return calls.where(({ not, exists }) => not(exists(newerRepeats(db))));
}

/** SQL: later repeats of the SOS in the surrounding statement, to the same person. */
const newerRepeats = (db: Queries) =>
  db
    .selectFrom('notices as newer')
    .select('newer.id')
    .where('newer.sos_id', '=', sql.ref<string>('notices.sos_id'))
    .where('newer.recipient_id', '=', sql.ref<string>('notices.recipient_id'))
    .where('newer.id', '>', sql.ref<string>('notices.id'))
    .where('newer.is_repeat', '=', 1);

function waitingNotices(db: Queries, { recipientId, deviceId, since }: Waiting) {
  return (
    inboxOf(db, recipientId)
      .where('created_at', '>', since)
      // The others were already late when they were stored.
      .whereRef('expires_at', '>', 'created_at')
      .where('read_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('notice_devices')
              .select('notice_id')
              .whereRef('notice_id', '=', 'notices.id')
              .where('device_id', '=', deviceId),
          ),
        ),
      )
  );
}

async function acknowledge(db: Queries, noticeId: string, deviceId: string, now: number): Promise<void> {
  const received = db
    .selectFrom('notice_devices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('notice_id', '=', noticeId);
  await db
    .insertInto('notice_devices')
    .columns(['notice_id', 'device_id', 'acknowledged_at'])
    .expression((from) =>
      from
        .selectFrom('notices')
        .select(({ val, cast }) => [
          'id',
          cast(val(deviceId), 'text').as('device_id'),
          cast(val(now), 'bigint').as('acknowledged_at'),
        ])
        .where('id', '=', noticeId)
        .where(received, '<', DEVICES_PER_ALERT),
    )
    .onConflict((conflict) => conflict.columns(['notice_id', 'device_id']).doNothing())
    .execute();
}

async function insert(db: Queries, notices: readonly Notice[], now: number): Promise<void> {
  const rows = notices.map((notice): NoticeRow => ({
    id: notice.id,
    recipient_id: notice.recipientId,
    subject_id: notice.subjectId,
    family_ids: JSON.stringify(notice.familyIds),
    kind: notice.kind,
    about: notice.about,
    payload: JSON.stringify(notice.payload),
    created_at: now,
    expires_at: notice.isLate ? now : now + SENDING_RULES[notice.kind].expiresAfterMs,
    read_at: null,
    cleared_at: null,
    sos_id: notice.sosId ?? null,
    is_repeat: toFlag(notice.isRepeat ?? false),
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('notices')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

async function deleteSurplusSos(db: Queries, callerId: string): Promise<void> {
  const newestFirst = sql<number>`row_number() over (partition by recipient_id order by id desc)`;
  const numbered = db
    .selectFrom('notices')
    .select(['id', newestFirst.as('number')])
    .where('subject_id', '=', callerId)
    // Not a parameter, because an index of SOS only serves this statement.
    .where('kind', '=', sql.lit('sos'));
  await db
    .deleteFrom('notices')
    .where('id', 'in', db.selectFrom(numbered.as('numbered')).select('id').where('number', '>', SOS_KEPT))
    .execute();
}

async function deleteSurplus(
  db: Queries,
  kinds: readonly NoticeRow['kind'][],
  recipientIds: readonly string[],
): Promise<void> {
  if (recipientIds.length === 0) return;
  const newestFirst = sql<number>`row_number() over (partition by recipient_id order by created_at desc, id desc)`;
  const numbered = db
    .selectFrom('notices')
    .select(['id', newestFirst.as('number')])
    .where('recipient_id', 'in', recipientIds)
    .where('kind', 'in', kinds);
  await db
    .deleteFrom('notices')
    .where('id', 'in', db.selectFrom(numbered.as('numbered')).select('id').where('number', '>', ALERTS_KEPT))
    .execute();
}
