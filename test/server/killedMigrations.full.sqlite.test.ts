import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, type KyselyPlugin, type Migration, sql } from 'kysely';
import { migrations } from '#server/db/migrations/index';
import { openSqlite } from '#server/db/sqlite';
import { closeTestServers, temporaryFolder } from './support/startTestServer';

afterAll(closeTestServers);

const PROGRAM = join(__dirname, 'support/killedMigration.ts');
const known = migrations as Record<string, Migration>;
const names = Object.keys(known);
const newest = names.at(-1) ?? '';
/** The number of statements after which a migration ends; the last one: all of them, but not the commit. */
const ENDS = [1, 3, 1_000];

const copies = temporaryFolder();
const copyOf = (name: string, after: number) => join(copies, `${name} ${after}`);

/** The tables as SQLite describes them, after what is missing was migrated. */
async function tables(folder: string): Promise<unknown[]> {
  const database = await openSqlite(folder);
  const { rows } = await sql`select type, name, sql from sqlite_master order by name`.execute(database);
  await database.destroy();
  return rows;
}

/** The same migration, which tells after each statement how many it has run, and after the last one all ends beyond. */
function observed({ up }: Migration, onStatements: (after: number) => void): Migration {
  return {
    async up(db: Kysely<unknown>) {
      let count = 0;
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          count += 1;
          onStatements(count);
          return result;
        },
      };
      await up(db.withPlugin(counter));
      for (const after of ENDS) if (after > count) onStatements(after);
    },
  };
}

/** Migrates a database step by step, and copies its files in the middle of each step: a process that is killed leaves these. */
async function copyInTheMiddle(): Promise<void> {
  const store = temporaryFolder();
  const all = Object.entries(known);
  for (const name of names) delete known[name];
  for (const [name, migration] of all) {
    known[name] = observed(migration, (after) => {
      if (ENDS.includes(after)) cpSync(store, copyOf(name, after), { recursive: true });
    });
    await (await openSqlite(store)).destroy();
    known[name] = migration;
  }
}

let whole: unknown[];
beforeAll(async () => {
  whole = await tables(temporaryFolder());
  await copyInTheMiddle();
});

it.each(names.flatMap((name) => ENDS.map((after) => [name, after] as const)))(
  'given an end in %s after %i statements at most, when the program restarts, then the tables are whole',
  async (name, after) => {
    expect(await tables(copyOf(name, after))).toEqual(whole);
  },
);

it.each(ENDS)(
  'given a kill in the newest migration after %i statements, when it restarts, then all is whole',
  async (after) => {
    const folder = temporaryFolder();
    const words = ['--import', 'tsx', PROGRAM, folder, newest, String(after)];
    const { signal, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([signal, stderr]).toEqual(['SIGKILL', '']);
    expect(await tables(folder)).toEqual(whole);
  },
);
