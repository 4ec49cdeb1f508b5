import type { Database } from './schema';

/** Writes one row. Rejects when the database cannot be written to. */
export async function beat(database: Database, now: number): Promise<void> {
  await database
    .insertInto('heartbeat')
    .values({ id: 1, beaten_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beaten_at: now }))
    .execute();
}
