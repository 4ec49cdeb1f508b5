import { openPostgres } from './postgres';
import type { Database } from './schema';
import { openSqlite } from './sqlite';

/** Where the data is. */
export interface StoreSettings {
  /** Of PostgreSQL; undefined: a file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/**
 * Opens the store that the settings name, brought up to date.
 * @throws StartupError with one line when it cannot be used
 */
export function openStore({ databaseUrl, dataDir }: StoreSettings): Promise<Database> {
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl);
}
