import type { Kysely } from 'kysely';

/** When an alert was asked for, because a phone may report earlier crossings later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('once_alerts').addColumn('created_at', 'bigint').execute();
}
