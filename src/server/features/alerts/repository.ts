import { sql } from 'kysely';
import { ALERTS_KEPT, DEVICES_PER_ALERT, FAMILIES_PER_PERSON, MEMBERS_PER_FAMILY } from '#contract/limits';
import type { NoticeRow, Queries } from '#server/db/schema';
import { SENDING_RULES } from './deliveries/rules';
import { inboxOf } from './inbox/visibility';
import { asNotice, type Notice } from './notice';

/** Rows of one insert: SQLite takes 32,766 values in one statement. */
const ROWS_AT_ONCE = 1_000;
/** SOS of one caller that are kept for each recipient. */
const SOS_KEPT = 100;
/** The newest SOS of one caller that a device gets when it connects. */
const SOS_OF_ONE_AT_CONNECTION = 20;
/** Most SOS that a device gets when it connects: the newest of every person who can call this one at least. */
const SOS_OF_ALL_AT_CONNECTION = FAMILIES_PER_PERSON * MEMBERS_PER_FAMILY;

/** The SQL of alerts on their way, and of SOS calls. */
export function alertRepository(db: Queries) {
  return {
    /**
     * Stores notices, and deletes each recipient's oldest arrivals and departures beyond ALERTS_KEPT, and the oldest SOS
     * of the same caller beyond SOS_KEPT, so that neither made-up locations nor calls for help can fill the store.
     */
    async insert(notices: readonly Notice[], now: number): Promise<void> {
      await insert(db, notices, now);
      const [calls, crossings] = [notices.filter(isSos), notices.filter((notice) => !isSos(notice))];
      for (const callerId of new Set(calls.map(({ subjectId }) => subjectId)))
        await forgetSurplusSos(db, callerId);
      await forgetSurplus(db, [...new Set(crossings.map(({ recipientId }) => recipientId))]);
    },

    /**
     * The unread notices of a person that one of their devices has not received: the newest SOS of each caller, newest
     * first, then arrivals and departures, oldest first.
     * @param since in epoch milliseconds; older ones are in the inbox and no news
     */
    waitingFor: (recipientId: string, deviceId: string, since: number): Promise<Notice[]> =>
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

    /** Deletes notices and SOS calls up to these moments. */
    async forgetBefore(moments: { notices: number; sosCalls: number }): Promise<void> {
      await db.deleteFrom('notices').where('created_at', '<=', moments.notices).execute();
      await db.deleteFrom('sos_calls').where('created_at', '<=', moments.sosCalls).execute();
    },

    /**
     * Records an SOS call.
     * @param since calls up to this moment have expired and may be made again
     * @returns false when the same call is recorded already
     */
    async recordSos(userId: string, clientId: string, now: number, since: number): Promise<boolean> {
      const result = await db
        .insertInto('sos_calls')
        .values({ user_id: userId, client_id: clientId, created_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'client_id'])
            .doUpdateSet({ created_at: now })
            .where('sos_calls.created_at', '<=', since),
        )
        .executeTakeFirstOrThrow();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** @param since calls up to this moment have expired */
    async isSosRecorded(userId: string, clientId: string, since: number): Promise<boolean> {
      const row = await db
        .selectFrom('sos_calls')
        .select('created_at')
        .where('user_id', '=', userId)
        .where('client_id', '=', clientId)
        .where('created_at', '>', since)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The caller's name and phone number, for the alert. */
    callerOf: (userId: string) =>
      db.selectFrom('users').select(['name', 'phone']).where('id', '=', userId).executeTakeFirst(),
  };
}
export type AlertRepository = ReturnType<typeof alertRepository>;

/** Which device of whom, and from when on. */
interface Waiting {
  readonly recipientId: string;
  readonly deviceId: string;
  readonly since: number;
}

async function waitingFor(db: Queries, waiting: Waiting): Promise<Notice[]> {
  const [calls, crossings] = await Promise.all([
    waitingNotices(db, waiting)
      .where('kind', '=', 'sos')
      .select(sql<number>`row_number() over (partition by subject_id order by id desc)`.as('number'))
      .$call((numbered) => db.selectFrom(numbered.as('numbered')).selectAll())
      .where('number', '<=', SOS_OF_ONE_AT_CONNECTION)
      .orderBy('number')
      .orderBy('id', 'desc')
      .limit(SOS_OF_ALL_AT_CONNECTION)
      .execute(),
    waitingNotices(db, waiting).where('kind', '!=', 'sos').orderBy('created_at').orderBy('id').execute(),
  ]);
  return [...calls, ...crossings].map(asNotice);
}

function waitingNotices(db: Queries, { recipientId, deviceId, since }: Waiting) {
  return inboxOf(db, recipientId)
    .where('created_at', '>', since)
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
    expires_at: now + SENDING_RULES[notice.kind].expiresAfterMs,
    read_at: null,
    cleared_at: null,
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('notices')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

const isSos = ({ kind }: Notice): boolean => kind === 'sos';

async function forgetSurplusSos(db: Queries, callerId: string): Promise<void> {
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

async function forgetSurplus(db: Queries, recipientIds: readonly string[]): Promise<void> {
  if (recipientIds.length === 0) return;
  const newestFirst = sql<number>`row_number() over (partition by recipient_id order by created_at desc, id desc)`;
  const numbered = db
    .selectFrom('notices')
    .select(['id', newestFirst.as('number')])
    .where('recipient_id', 'in', recipientIds)
    .where('kind', 'in', ['arrival', 'departure']);
  await db
    .deleteFrom('notices')
    .where('id', 'in', db.selectFrom(numbered.as('numbered')).select('id').where('number', '>', ALERTS_KEPT))
    .execute();
}
