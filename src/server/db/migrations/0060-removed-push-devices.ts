import type { Kysely } from 'kysely';

/** When the user removed the pushes of a session's browser, which must not register again by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('pushes_removed_at', 'bigint').execute();
}
