/**
 * Makes a database as the program before a migration left it, in a process of its own, then begins the migration and dies
 * by SIGKILL in the middle. Arguments: the folder, the migration's name, and after how many of its statements.
 */
import type { Kysely, KyselyPlugin, Migration } from 'kysely';
import { migrations } from '#server/db/migrations/index';
import { openSqlite } from '#server/db/sqlite';

const [folder = '', name = '', statements = ''] = process.argv.slice(2);

/** Counts statements and kills the process at the last one. */
function fatal(most: number): KyselyPlugin {
  let count = 0;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count += 1;
      if (count >= most) process.kill(process.pid, 'SIGKILL');
      return result;
    },
  };
}

const known = migrations as Record<string, Migration>;
const { up } = known[name] ?? {};
if (!up) throw new Error(`There is no migration ${name}`);
const before = Object.keys(known).filter((other) => other < name);
for (const other of Object.keys(known)) if (other >= name) delete known[other];
if (before.length > 0) await (await openSqlite(folder)).destroy();
known[name] = {
  async up(db: Kysely<unknown>) {
    await up(db.withPlugin(fatal(Number(statements))));
    // All its statements are done, the commit is not.
    process.kill(process.pid, 'SIGKILL');
  },
};
await openSqlite(folder);
