import { type SqlBool, sql } from 'kysely';
import type { DeliveryEntry } from '#contract/notifications';
import { storeKind } from '#server/db/dialects';
import type { DeliveryRow, NoticeRow, Queries } from '#server/db/schema';
import { visibleNotices } from '../inbox/visibility';
import { SENDING_RULES } from './rules';

/** What became of an attempt. Without `state` it is tried again. */
export type DeliveryResult =
  | { readonly state: 'handedOver' }
  | { readonly state: 'failed' | 'dropped'; readonly reason: string }
  | { readonly retryAt: number };

/** Notices of one insert. */
const ROWS_AT_ONCE = 1_000;
const LOG_ENTRIES = 100;
/** Arrivals and departures that wait for one device. */
const CROSSINGS_WAITING = 20;
const COLUMNS = [
  'notice_id',
  'channel',
  'target_id',
  'state',
  'rank',
  'due_at',
  'lease_until',
  'attempts',
  'updated_at',
] as const;

/** The SQL of notices that are on their way to devices and addresses without an open page. */
export function deliveryRepository(db: Queries) {
  return {
    /**
     * Stores a delivery for each device of the recipients that want to know. A notice that was changed since is sent again.
     * @param now in epoch milliseconds
     */
    async schedule(noticeIds: readonly string[], now: number): Promise<void> {
      for (let from = 0; from < noticeIds.length; from += ROWS_AT_ONCE)
        await schedule(db, noticeIds.slice(from, from + ROWS_AT_ONCE), now);
    },

    /** Whether anything waits to be sent. */
    async hasDue(now: number): Promise<boolean> {
      return (await due(db, now).select('notice_id').limit(1).executeTakeFirst()) !== undefined;
    },

    /**
     * Takes deliveries that are due, the most urgent first, so that no other process sends them until the lease ends.
     * @param claim `rank`: the highest to take; `by`: a new id; `until`: end of the lease
     */
    claim: (claim: Claim): Promise<DeliveryRow[]> => claimDue(db, claim),

    /** Sets what the device will confirm with. */
    async setReceipt(delivery: DeliveryRow, hash: string): Promise<void> {
      await claimed(db, delivery).set({ receipt_hash: hash }).execute();
    },

    /** Writes what became of an attempt, unless the lease ended, the notice changed, or the device has confirmed it. */
    async finish(delivery: DeliveryRow, result: DeliveryResult, now: number): Promise<void> {
      const values =
        'state' in result
          ? { state: result.state, reason: 'reason' in result ? result.reason : null }
          : { due_at: result.retryAt, lease_until: 0, claimed_by: null };
      await claimed(db, delivery)
        .set({ ...values, updated_at: now })
        .execute();
    },

    /**
     * A device has got a push. Unknown and expired receipts change nothing.
     * @param isShown false: it did not show it, because one of its pages was visible
     */
    async confirm(receiptHash: string, isShown: boolean, now: number): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({
          ...(isShown ? { state: 'shown', reason: null } : { state: 'dropped', reason: 'page' }),
          updated_at: now,
        })
        .where('receipt_hash', '=', receiptHash)
        .where('state', 'in', ['waiting', 'handedOver'])
        .where('notice_id', 'in', db.selectFrom('notices').select('id').where('expires_at', '>', now))
        .execute();
    },

    /** A notice with the name of the person whom it is about, as long as its recipient may know it. */
    notice: (id: string): Promise<NoticeToSend | undefined> => visibleNotice(db, id),

    /** Whether a visible page of the recipient has displayed a notice. */
    async isShown(noticeId: string): Promise<boolean> {
      const row = await db
        .selectFrom('notice_devices')
        .select('device_id')
        .where('notice_id', '=', noticeId)
        .where('shown_at', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The newest deliveries to a person's own devices. */
    log: (recipientId: string): Promise<DeliveryEntry[]> => readLog(db, recipientId),
  };
}
export type DeliveryRepository = ReturnType<typeof deliveryRepository>;

export type NoticeToSend = NoticeRow & { readonly subjectName: string };

interface Claim {
  readonly by: string;
  readonly now: number;
  readonly until: number;
  readonly rank: number;
  readonly limit: number;
}

/** SQL: a value for each kind of notice. */
function byKind(rule: 'rank' | 'delayMs') {
  const cases = Object.entries(SENDING_RULES).map(
    ([kind, values]) => sql`when ${sql.lit(kind)} then ${sql.lit(values[rule])}`,
  );
  return sql<number>`cast(case notices.kind ${sql.join(cases, sql` `)} end as bigint)`;
}

/** SQL: a row for each notice and device of its recipient, if they want to know. */
function wantedDeliveries(db: Queries, noticeIds: readonly string[]) {
  return db
    .selectFrom('notices')
    .innerJoin('push_devices', 'push_devices.user_id', 'notices.recipient_id')
    .leftJoin('notification_preferences as person', (join) =>
      join
        .onRef('person.viewer_id', '=', 'notices.recipient_id')
        .onRef('person.person_id', '=', 'notices.subject_id'),
    )
    .leftJoin('fence_preferences as fence', (join) =>
      join
        .onRef('fence.viewer_id', '=', 'notices.recipient_id')
        .onRef('fence.person_id', '=', 'notices.subject_id')
        .on(sql<SqlBool>`notices.about = 'fence:' || fence.person_id || ':' || fence.geofence_id`),
    )
    .where('notices.id', 'in', noticeIds)
    .where(
      sql<SqlBool>`case notices.kind
        when 'arrival' then coalesce(fence.notify_arrival, person.notify_arrival, 0)
        when 'departure' then coalesce(fence.notify_departure, person.notify_departure, 0)
        else 1 end = 1`,
    );
}

/**
 * SQL: the rows to store. Of arrivals and departures, which one member's device can make up by thousands, few wait for a
 * device; all are in the inbox.
 */
function newDeliveries(db: Queries, noticeIds: readonly string[], now: number) {
  const moment = sql<number>`cast(${now} as bigint)`;
  const numbered = wantedDeliveries(db, noticeIds).select([
    'notices.id as notice_id',
    sql.lit('push').as('channel'),
    'push_devices.id as target_id',
    sql.lit('waiting').as('state'),
    byKind('rank').as('rank'),
    sql<number>`${moment} + ${byKind('delayMs')}`.as('due_at'),
    sql.lit(0).as('lease_until'),
    sql.lit(0).as('attempts'),
    moment.as('updated_at'),
    sql<number>`row_number() over (partition by push_devices.id, notices.kind in ('arrival', 'departure')
      order by notices.id desc)`.as('number'),
  ]);
  const crossing = sql.lit(SENDING_RULES.arrival.rank);
  const waiting = sql`(select count(*) from deliveries where deliveries.target_id = wanted.target_id
    and deliveries.state = 'waiting' and deliveries.rank = ${crossing})`;
  return db
    .selectFrom(numbered.as('wanted'))
    .select(COLUMNS)
    .where(
      sql<SqlBool>`(wanted.rank <> ${crossing} or wanted.number + ${waiting} <= ${sql.lit(CROSSINGS_WAITING)})`,
    );
}

async function schedule(db: Queries, noticeIds: readonly string[], now: number): Promise<void> {
  await db
    .insertInto('deliveries')
    .columns(COLUMNS)
    .expression(newDeliveries(db, noticeIds, now))
    // What waits keeps its time, so that a lively conversation does not postpone its notification for ever.
    .onConflict((conflict) =>
      conflict.columns(['notice_id', 'channel', 'target_id']).doUpdateSet({
        state: 'waiting',
        reason: null,
        due_at: sql<number>`case when deliveries.state = 'waiting' and deliveries.claimed_by is null
          then deliveries.due_at else excluded.due_at end`,
        lease_until: 0,
        claimed_by: null,
        attempts: 0,
        receipt_hash: null,
        updated_at: now,
      }),
    )
    .execute();
}

const due = (db: Queries, now: number) =>
  db
    .selectFrom('deliveries')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where('lease_until', '<=', now);

/** One statement, so that two processes cannot take the same delivery. */
function claimDue(db: Queries, { by, now, until, rank, limit }: Claim): Promise<DeliveryRow[]> {
  const first = due(db, now)
    .select(['notice_id', 'channel', 'target_id'])
    .where('rank', '<=', rank)
    .orderBy('rank')
    .orderBy('due_at')
    .limit(limit);
  const free = storeKind(db) === 'postgres' ? first.forUpdate().skipLocked() : first;
  return db
    .updateTable('deliveries')
    .set(({ eb }) => ({ lease_until: until, claimed_by: by, attempts: eb('attempts', '+', 1) }))
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('notice_id', 'channel', 'target_id'),
        'in',
        free.$asTuple('notice_id', 'channel', 'target_id'),
      ),
    )
    .where('state', '=', 'waiting')
    .where('lease_until', '<=', now)
    .returningAll()
    .execute();
}

/** The row, while this claim of it holds. */
const claimed = (db: Queries, { notice_id, channel, target_id, claimed_by }: DeliveryRow) =>
  db
    .updateTable('deliveries')
    .where('notice_id', '=', notice_id)
    .where('channel', '=', channel)
    .where('target_id', '=', target_id)
    .where('claimed_by', '=', claimed_by)
    .where('state', '=', 'waiting');

async function visibleNotice(db: Queries, id: string): Promise<NoticeToSend | undefined> {
  const found = await db.selectFrom('notices').select('recipient_id').where('id', '=', id).executeTakeFirst();
  if (!found) return undefined;
  return visibleNotices(db, found.recipient_id)
    .innerJoin('users', 'users.id', 'notices.subject_id')
    .select('users.name as subjectName')
    .where('notices.id', '=', id)
    .executeTakeFirst();
}

async function readLog(db: Queries, recipientId: string): Promise<DeliveryEntry[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('notices', 'notices.id', 'deliveries.notice_id')
    .leftJoin('push_devices', (join) =>
      join
        .onRef('push_devices.id', '=', 'deliveries.target_id')
        .onRef('push_devices.user_id', '=', 'notices.recipient_id'),
    )
    .select(['notice_id', 'kind', 'channel', 'name', 'state', 'reason', 'updated_at'])
    .where('recipient_id', '=', recipientId)
    .orderBy('updated_at', 'desc')
    .orderBy('notice_id', 'desc')
    .limit(LOG_ENTRIES)
    .execute();
  return rows.map(({ notice_id, kind, channel, name, state, reason, updated_at }) => ({
    noticeId: notice_id,
    kind,
    channel,
    target: name,
    state,
    reason,
    at: new Date(updated_at).toISOString(),
  }));
}
