import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrations } from '#server/db/migrations/index';
import { openSqlite } from '#server/db/sqlite';
import { closeTestServers, temporaryFolder } from './support/startTestServer';

afterAll(closeTestServers);

const PROGRAM = join(__dirname, 'support/killedMigration.ts');

/** The tables as SQLite describes them. */
async function tables(folder: string): Promise<unknown[]> {
  const database = await openSqlite(folder);
  const { rows } = await sql`select type, name, sql from sqlite_master order by name`.execute(database);
  await database.destroy();
  return rows;
}

const cases = Object.keys(migrations).flatMap((name) => [1, 3, 1_000].map((after) => [name, after] as const));

it.each(cases)(
  'given a kill in %s after %i statements at most, when the program restarts, then the tables are whole',
  async (name, after) => {
    const folder = temporaryFolder();
    const words = ['--import', 'tsx', PROGRAM, folder, name, String(after)];
    const { signal, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([signal, stderr]).toEqual(['SIGKILL', '']);
    expect(await tables(folder)).toEqual(await tables(temporaryFolder()));
  },
);
