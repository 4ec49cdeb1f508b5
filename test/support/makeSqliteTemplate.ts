import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE, openSqlite } from '#server/db/sqlite';

/** Where the tests of this run find the migrated SQLite file that those of test servers are copied from. */
export const SQLITE_TEMPLATE = 'SQLITE_TEMPLATE';

/** Jest's global setup of the tests on SQLite: the migrations run once instead of for each test server. */
export default async function makeSqliteTemplate(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await (await openSqlite(folder)).destroy();
  process.env[SQLITE_TEMPLATE] = join(folder, DATABASE_FILE);
}
