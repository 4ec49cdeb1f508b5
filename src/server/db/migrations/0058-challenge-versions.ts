import type { Kysely } from 'kysely';

/** Which tokens of an account counted when a sign-in was asked for a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('factor_challenges').addColumn('token_version', 'integer').execute();
}
