import { type Kysely, sql } from 'kysely';

/** Finds the newest SOS of a caller for each recipient, because older ones are deleted with each new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('notices_sos')
    .on('notices')
    .columns(['subject_id', 'recipient_id', 'id desc'])
    .where(sql.ref('kind'), '=', 'sos')
    .execute();
}
