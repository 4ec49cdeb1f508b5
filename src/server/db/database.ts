import { openPostgres } from './postgres';
import type { Database } from './schema';
import { openSqlite } from './sqlite';

export interface DatabaseSettings {
  /** Address of a PostgreSQL database; undefined: an SQLite file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** How long SQLite waits while another program writes; undefined: as long as the server can afford. */
  readonly busyTimeoutMs?: number;
}

/**
 * Opens the configured database and migrates it.
 * @throws StartupError with one line when it cannot be used
 */
export function openDatabase({ databaseUrl, dataDir, busyTimeoutMs }: DatabaseSettings): Promise<Database> {
  return databaseUrl === undefined ? openSqlite(dataDir, busyTimeoutMs) : openPostgres(databaseUrl);
}
