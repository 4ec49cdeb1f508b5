import { sql } from 'kysely';
import { deviceOfDelivery } from '#server/db/pushDevices';
import type { DeliveryRow, Queries } from '#server/db/schema';

/** How far the delivery of a call to a person is on one way. */
export interface ReachRow {
  readonly sosId: string;
  readonly userId: string;
  readonly how: 'app' | DeliveryRow['channel'];
  readonly state: DeliveryRow['state'];
  /** In epoch milliseconds. */
  readonly at: number;
}

/** The SQL of the notices of calls, and of how people were reached by them. */
export function sosReachRepository(db: Queries) {
  return {
    /** How the people of calls were reached: by each way one row for each state it is in, with its last moment. */
    async reached(sosIds: readonly string[]): Promise<ReachRow[]> {
      const [pages, sent] = await Promise.all([reachedPages(db, sosIds), reachedChannels(db, sosIds)]);
      return [...pages, ...sent];
    },

    /** The calls that notices of an SOS are about. */
    async callsOf(noticeIds: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('notices')
        .select('sos_id')
        .distinct()
        .where('id', 'in', noticeIds)
        .where('kind', '=', 'sos')
        .where('sos_id', 'is not', null)
        .execute();
      return rows.flatMap(({ sos_id }) => sos_id ?? []);
    },

    /**
     * Whose notification a receipt stands for, and of which call; undefined when it is unknown or has expired, or its
     * recipient has signed out on that device.
     */
    async byReceipt(receiptHash: string, now: number) {
      const row = await db
        .selectFrom('deliveries')
        .innerJoin('notices', 'notices.id', 'deliveries.notice_id')
        .select(['recipient_id', 'sos_id'])
        .where('receipt_hash', '=', receiptHash)
        .where('kind', '=', 'sos')
        .where('expires_at', '>', now)
        .where(({ exists }) => exists(deviceOfDelivery(db)))
        .executeTakeFirst();
      return row?.sos_id ? { userId: row.recipient_id, sosId: row.sos_id } : undefined;
    },

    /** Marks a person's own alerts of a call as read. @returns the ids of those that were unread */
    async markRead(sosId: string, recipientId: string, now: number): Promise<string[]> {
      const rows = await db
        .updateTable('notices')
        .set({ read_at: now })
        .where('sos_id', '=', sosId)
        .where('recipient_id', '=', recipientId)
        .where('kind', '=', 'sos')
        .where('read_at', 'is', null)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Deletes the caller's notices of a person's earlier answers, because the newest replaces them. */
    async deleteAnswers(sosId: string, callerId: string, answeredBy: string): Promise<void> {
      await db
        .deleteFrom('notices')
        .where('sos_id', '=', sosId)
        .where('recipient_id', '=', callerId)
        .where('subject_id', '=', answeredBy)
        .where('kind', '=', 'sosAnswer')
        .execute();
    },
  };
}
export type SosReachRepository = ReturnType<typeof sosReachRepository>;

const noticesOf = (db: Queries, sosIds: readonly string[]) =>
  db.selectFrom('notices').where('sos_id', 'in', sosIds).where('kind', '=', 'sos');

async function reachedPages(db: Queries, sosIds: readonly string[]): Promise<ReachRow[]> {
  const rows = await noticesOf(db, sosIds)
    .innerJoin('notice_devices', 'notice_devices.notice_id', 'notices.id')
    .select(({ fn }) => [
      'sos_id',
      'recipient_id',
      fn.min('shown_at').as('shown_at'),
      fn.min('acknowledged_at').as('acknowledged_at'),
    ])
    .groupBy(['sos_id', 'recipient_id'])
    .execute();
  return rows.map(({ sos_id, recipient_id, shown_at, acknowledged_at }) => ({
    sosId: sos_id ?? '',
    userId: recipient_id,
    how: 'app',
    state: shown_at === null ? 'handedOver' : 'shown',
    at: shown_at ?? acknowledged_at,
  }));
}

async function reachedChannels(db: Queries, sosIds: readonly string[]): Promise<ReachRow[]> {
  const rows = await noticesOf(db, sosIds)
    .innerJoin('deliveries', 'deliveries.notice_id', 'notices.id')
    .select(({ fn }) => [
      'sos_id',
      'recipient_id',
      'channel',
      'state',
      fn.min<number>(sql.ref('deliveries.updated_at')).as('at'),
    ])
    .where('state', '!=', 'dropped')
    .groupBy(['sos_id', 'recipient_id', 'channel', 'state'])
    .execute();
  return rows.map(({ sos_id, recipient_id, channel, state, at }) => ({
    sosId: sos_id ?? '',
    userId: recipient_id,
    how: channel,
    state,
    at,
  }));
}
