import { sql } from 'kysely';
import { storeKind } from './dialects';
import type { Database } from './schema';

/**
 * Makes sure that what was deleted is not in the store's files any more either. SQLite overwrites deleted rows in the
 * database (`secure_delete`), but its log still holds the pages as they were until it is copied back and cut to nothing.
 * For after the commit of a deletion that has to leave no trace; takes as long as the log is large, at most some 10 ms.
 *
 * PostgreSQL keeps no such promise: dead rows go with its own vacuum and its log with its own recycling.
 * @returns false when somebody else was reading the log just now (a backup, say): try again later
 */
export async function eraseTraces(database: Database): Promise<boolean> {
  if (storeKind(database) === 'postgres') return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
  return rows[0]?.busy === 0;
}
