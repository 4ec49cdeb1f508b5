import { openPostgres } from './postgres';
import type { Database } from './schema';
import { openSqlite } from './sqlite';

export interface StoreSettings {
  /** Address of a PostgreSQL database; undefined: an SQLite file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/**
 * Opens the configured store and migrates it.
 * @throws StartupError with one line when it cannot be used
 */
export function openStore({ databaseUrl, dataDir }: StoreSettings): Promise<Database> {
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl);
}
