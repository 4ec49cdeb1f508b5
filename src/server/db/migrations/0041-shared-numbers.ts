import type { Kysely } from 'kysely';

/** Whether the members of a person's families may see the phone number. No member has chosen yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('shares_phone', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
