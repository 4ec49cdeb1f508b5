import { sql } from 'kysely';
import type { KeptEvent, ServerEventPayload } from '#contract/events';
import { ALERTS_KEPT } from '#contract/limits';
import type { KeptAlertRow, Queries } from '#server/db/schema';

/** A stored event with its payload. */
export type AlertContent = {
  [Event in KeptEvent]: { readonly event: Event; readonly payload: ServerEventPayload<Event> };
}[KeptEvent];

/** An undelivered alert for one person. */
export type KeptAlert = AlertContent & {
  readonly id: string;
  readonly recipientId: string;
  /** The person the alert is about. */
  readonly aboutId: string;
  /** The families through which the recipient may see that person. */
  readonly familyIds: readonly string[];
};

/** Rows of one insert: SQLite takes 32,766 values in one statement. */
const ROWS_AT_ONCE = 1_000;

/** The SQL of undelivered alerts and of SOS calls. */
export function alertRepository(db: Queries) {
  return {
    /**
     * Stores alerts, and deletes each recipient's oldest crossings beyond ALERTS_KEPT, so that made-up locations cannot
     * fill the store. SOS alerts have no such limit.
     */
    async insert(alerts: readonly KeptAlert[], now: number): Promise<void> {
      await insert(db, alerts, now);
      const crossings = alerts.filter(({ event }) => event !== 'sos:alert');
      await forgetSurplus(db, [...new Set(crossings.map(({ recipientId }) => recipientId))]);
    },

    /** A person's undelivered alerts, oldest first. @param since in epoch milliseconds; older alerts have expired */
    async waitingFor(recipientId: string, since: number): Promise<KeptAlert[]> {
      const rows = await db
        .selectFrom('kept_alerts')
        .selectAll()
        .where('recipient_id', '=', recipientId)
        .where('created_at', '>', since)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(asAlert);
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('kept_alerts').where('id', '=', id).execute();
    },

    /** Deletes rows up to the moment. */
    async forgetBefore(moment: number): Promise<void> {
      for (const table of ['kept_alerts', 'sos_calls'] as const)
        await db.deleteFrom(table).where('created_at', '<=', moment).execute();
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

async function insert(db: Queries, alerts: readonly KeptAlert[], now: number): Promise<void> {
  const rows = alerts.map((alert): KeptAlertRow => ({
    id: alert.id,
    recipient_id: alert.recipientId,
    about_id: alert.aboutId,
    family_ids: JSON.stringify(alert.familyIds),
    event: alert.event,
    payload: JSON.stringify(alert.payload),
    created_at: now,
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('kept_alerts')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

async function forgetSurplus(db: Queries, recipientIds: readonly string[]): Promise<void> {
  if (recipientIds.length === 0) return;
  const newestFirst = sql<number>`row_number() over (partition by recipient_id order by created_at desc, id desc)`;
  const numbered = db
    .selectFrom('kept_alerts')
    .select(['id', newestFirst.as('number')])
    .where('recipient_id', 'in', recipientIds)
    .where('event', '!=', 'sos:alert');
  await db
    .deleteFrom('kept_alerts')
    .where('id', 'in', db.selectFrom(numbered.as('numbered')).select('id').where('number', '>', ALERTS_KEPT))
    .execute();
}

/** The casts are safe because only this repository writes these columns. */
function asAlert(row: KeptAlertRow): KeptAlert {
  return {
    id: row.id,
    recipientId: row.recipient_id,
    aboutId: row.about_id,
    familyIds: JSON.parse(row.family_ids) as string[],
    ...({ event: row.event, payload: JSON.parse(row.payload) as unknown } as AlertContent),
  };
}
