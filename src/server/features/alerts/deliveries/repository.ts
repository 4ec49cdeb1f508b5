import { type SelectQueryBuilder, sql } from 'kysely';
import type { DeliveryEntry } from '#contract/notifications';
import { databaseKind } from '#server/db/dialects';
import { deviceOfDelivery } from '#server/db/pushDevices';
import type { DeliveryRow, NoticeRow, Queries, Schema } from '#server/db/schema';
import { visibleNotices } from '../inbox/visibility';
import { SENDING_RULES } from './rules';

/** The result of an attempt. Without `state` it is tried again. */
export type DeliveryResult =
  | { readonly state: 'handedOver' }
  | { readonly state: 'failed' | 'dropped'; readonly reason: string }
  | { readonly retryAt: number };

const LOG_ENTRIES = 100;

/** The SQL of deliveries to devices and addresses without an open page. */
export function deliveryRepository(db: Queries) {
  return {
    /** Whether anything waits to be sent. */
    async hasDue(now: number): Promise<boolean> {
      return (await due(db, now).select('notice_id').limit(1).executeTakeFirst()) !== undefined;
    },

    /**
     * Takes deliveries that are due, the most urgent first, so that no other process sends them until the lease ends.
     * @param claim `rank`: the highest to take; `by`: a new id; `until`: end of the lease
     */
    claim: (claim: Claim): Promise<DeliveryRow[]> => claimDue(db, claim),

    /** Stores the hash of the receipt with which the device will confirm the delivery. */
    async setReceipt(delivery: DeliveryRow, hash: string): Promise<void> {
      await claimed(db, delivery).set({ receipt_hash: hash }).execute();
    },

    /**
     * Stores the result of an attempt, unless another process has claimed the delivery since, the notice was scheduled again,
     * or the device has confirmed it.
     */
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
     * A device has got a push. Unknown and expired receipts, and those of devices that were signed out, change nothing.
     * @param isShown false: it did not show it, because one of its pages was visible
     * @returns the id of the notice
     */
    async confirm(receiptHash: string, isShown: boolean, now: number): Promise<string | undefined> {
      const row = await db
        .updateTable('deliveries')
        .set({
          ...(isShown ? { state: 'shown', reason: null } : { state: 'dropped', reason: 'page' }),
          updated_at: now,
        })
        .where('receipt_hash', '=', receiptHash)
        .where('state', 'in', ['waiting', 'handedOver'])
        .where('notice_id', 'in', db.selectFrom('notices').select('id').where('expires_at', '>', now))
        .where(({ exists }) => exists(deviceOfDelivery(db)))
        .returning('notice_id')
        .executeTakeFirst();
      return row?.notice_id;
    },

    /** A notice with the name of the person whom it is about, as long as its recipient may know it. */
    notice: (id: string): Promise<NoticeToSend | undefined> => visibleNotice(db, id),

    /** Whether a newer notice replaces that of an SOS: one that ends or repeats it. */
    isCallOutdated: (noticeId: string): Promise<boolean> => isCallOutdated(db, noticeId),

    /** Whether the recipient has a later notice about the same. */
    isReplaced: (noticeId: string): Promise<boolean> => isReplaced(db, noticeId),

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

    /** The newest deliveries to a person's own devices and addresses. */
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

const due = (db: Queries, now: number) =>
  db
    .selectFrom('deliveries')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where('lease_until', '<=', now);

const KEY = ['notice_id', 'channel', 'target_id'] as const;
type Keys = SelectQueryBuilder<Schema, 'deliveries', Pick<DeliveryRow, (typeof KEY)[number]>>;

/** SQL: of due SOS the first delivery of each caller, then the second, so that no caller's calls keep another's waiting. */
function callersInTurn(db: Queries, now: number, limit: number): Keys {
  const numbered = due(db, now)
    .innerJoin('notices', 'notices.id', 'deliveries.notice_id')
    .select(['deliveries.notice_id', 'deliveries.channel', 'deliveries.target_id', 'deliveries.due_at'])
    .select(
      sql<number>`row_number() over (partition by notices.subject_id order by deliveries.due_at)`.as(
        'number',
      ),
    )
    .where('rank', '=', SENDING_RULES.sos.rank);
  return db
    .selectFrom(numbered.as('deliveries'))
    .select(KEY)
    .orderBy('number')
    .orderBy('due_at')
    .limit(limit);
}

/** SQL: those that no other process is about to take. */
const unlocked = (db: Queries, some: Keys): Keys =>
  db
    .selectFrom('deliveries')
    .select(KEY)
    .where(({ eb, refTuple }) => eb(refTuple(...KEY), 'in', some.$asTuple(...KEY)))
    .forUpdate()
    .skipLocked();

/** One statement, so that two processes cannot take the same delivery. */
function claimDue(db: Queries, { by, now, until, rank, limit }: Claim): Promise<DeliveryRow[]> {
  const first =
    rank === SENDING_RULES.sos.rank
      ? callersInTurn(db, now, limit)
      : due(db, now).select(KEY).where('rank', '<=', rank).orderBy('rank').orderBy('due_at').limit(limit);
  const free = databaseKind(db) === 'postgres' ? unlocked(db, first) : first;
  return db
    .updateTable('deliveries')
    .set(({ eb }) => ({ lease_until: until, claimed_by: by, attempts: eb('attempts', '+', 1) }))
    .where(({ eb, refTuple }) => eb(refTuple(...KEY), 'in', free.$asTuple(...KEY)))
    .where('state', '=', 'waiting')
    .where('lease_until', '<=', now)
    .returningAll()
    .execute();
}

/** The delivery, if this claim is still the latest. */
const claimed = (db: Queries, { notice_id, channel, target_id, claimed_by }: DeliveryRow) =>
  db
    .updateTable('deliveries')
    .where('notice_id', '=', notice_id)
    .where('channel', '=', channel)
    .where('target_id', '=', target_id)
    .where('claimed_by', '=', claimed_by)
    .where('state', '=', 'waiting');

async function isCallOutdated(db: Queries, noticeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .innerJoin('sos', 'sos.id', 'notices.sos_id')
    .select('sos.id')
    .where('notices.id', '=', noticeId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('sos.ending', 'in', ['safe', 'falseAlarm']),
        exists(
          selectFrom('notices as newer')
            .select('newer.id')
            .whereRef('newer.sos_id', '=', 'notices.sos_id')
            .whereRef('newer.recipient_id', '=', 'notices.recipient_id')
            .whereRef('newer.id', '>', 'notices.id')
            .where('newer.kind', '=', 'sos'),
        ),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

async function isReplaced(db: Queries, noticeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .innerJoin('notices as newer', (join) =>
      join
        .onRef('newer.recipient_id', '=', 'notices.recipient_id')
        .onRef('newer.about', '=', 'notices.about')
        .onRef('newer.id', '>', 'notices.id'),
    )
    .select('newer.id')
    .where('notices.id', '=', noticeId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

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
    .leftJoin('notify_channels', (join) =>
      join
        .onRef('notify_channels.id', '=', 'deliveries.target_id')
        .onRef('notify_channels.user_id', '=', 'notices.recipient_id'),
    )
    .select(['notice_id', 'notices.kind', 'channel', 'name', 'address', 'state', 'reason', 'updated_at'])
    .where('recipient_id', '=', recipientId)
    .orderBy('updated_at', 'desc')
    .orderBy('notice_id', 'desc')
    .limit(LOG_ENTRIES)
    .execute();
  return rows.map(({ notice_id, kind, channel, name, address, state, reason, updated_at }) => ({
    noticeId: notice_id,
    kind,
    channel,
    target: name ?? address,
    state,
    reason,
    at: new Date(updated_at).toISOString(),
  }));
}
