import { sql } from 'kysely';
import { storeKind } from './dialects';
import type { Database } from './schema';

/**
 * Removes deleted data from the files of the store. SQLite overwrites deleted rows in the database (`secure_delete`), but
 * its write-ahead log keeps the old pages until it is truncated. Call it after the commit of a deletion that must leave no
 * trace; it takes at most some 10 ms.
 *
 * PostgreSQL gives no such guarantee: its vacuum removes dead rows later.
 * @returns false when another program is reading the log (a backup, for example): try again later
 */
export async function eraseTraces(database: Database): Promise<boolean> {
  if (storeKind(database) === 'postgres') return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
  return rows[0]?.busy === 0;
}
