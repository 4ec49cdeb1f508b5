import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { type InTransaction, groupCommit } from '#server/db/groupCommit';
import type { Database, Queries, Schema } from '#server/db/schema';
import { DATABASE_FILE, openSqlite } from '#server/db/sqlite';
import { KinmapSqliteDialect } from '#server/db/sqliteDriver';
import { DomainError } from '#server/domainError';
import { closeTestServers, temporaryFolder } from './support/startTestServer';

let connection: BetterSqlite.Database;
let other: BetterSqlite.Database;
let database: Database;
let inTransaction: InTransaction;
let urgently: InTransaction;
/** Transactions begun. */
let begun: number;
/** What the clock of the groups says, in milliseconds. */
let now: number;

beforeEach(async () => {
  const folder = temporaryFolder();
  await (await openSqlite(folder)).destroy();
  const file = join(folder, DATABASE_FILE);
  begun = 0;
  connection = new BetterSqlite(file, {
    verbose: (sql) => {
      if (String(sql).startsWith('begin')) begun += 1;
    },
  });
  connection.pragma('busy_timeout = 1');
  other = new BetterSqlite(file);
  database = new Kysely<Schema>({ dialect: new KinmapSqliteDialect(connection) });
  now = 0;
  const commits = groupCommit(database, () => now);
  inTransaction = commits();
  urgently = commits('urgent');
});
afterEach(async () => {
  other.close();
  await database.destroy();
  await closeTestServers();
});

const written = (name: string) => async (queries: Queries) => {
  await queries.insertInto('families').values({ id: name, name, invite_code: name, created_at: 0 }).execute();
  return name;
};
/** What a program beside this one sees, so only what has been committed. */
const stored = (): unknown[] => other.prepare('select id from families order by id').pluck().all();

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `family ${String(index).padStart(3, '0')}`);

it('given 90 writes in one turn, then they share one transaction, and each resolves after the commit', async () => {
  const seen = await Promise.all(
    names(90).map((name) => inTransaction(written(name)).then((result) => [result, stored().length])),
  );
  expect(begun).toBe(1);
  expect(seen).toEqual(names(90).map((name) => [name, 90]));
});

it('given far more writes than a group holds, then all are stored in a few transactions', async () => {
  await Promise.all(names(950).map((name) => inTransaction(written(name))));
  expect(stored()).toEqual(names(950));
  expect(begun).toBe(10);
});

it('given writes that take long, then a group takes no more after 50 ms, and the rest are stored next', async () => {
  const long = (name: string) => async (queries: Queries) => {
    now += 30;
    return written(name)(queries);
  };
  expect(await Promise.all(names(6).map((name) => inTransaction(long(name))))).toEqual(names(6));
  expect(begun).toBe(3);
  expect(stored()).toEqual(names(6));
});

it('given an urgent write behind others that take long, then it is stored with the first of them', async () => {
  const order: string[] = [];
  const long = (name: string) => async (queries: Queries) => {
    now += 60;
    order.push(await written(name)(queries));
  };
  await Promise.all([inTransaction(long('a')), inTransaction(long('b')), urgently(long('sos'))]);
  expect(order).toEqual(['sos', 'a', 'b']);
  expect(stored()).toEqual(['a', 'b', 'sos']);
});

it('given writes that fail between others, then only those fail, and nothing of them is stored', async () => {
  const failing = async (queries: Queries): Promise<void> => {
    await written('half')(queries);
    throw new DomainError('conflict');
  };
  const outcomes = await Promise.allSettled([
    inTransaction(written('a')),
    inTransaction(failing),
    inTransaction(written('a')),
    inTransaction(written('b')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'conflict' } });
  expect(outcomes[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_UNIQUE' } });
  expect(stored()).toEqual(['a', 'b']);
});

it('given a write that takes the whole transaction down, then the others are stored by themselves', async () => {
  const rollingBack = async (queries: Queries): Promise<void> => {
    await written('half')(queries);
    connection.exec('rollback');
    throw new Error('the transaction is gone');
  };
  const outcomes = await Promise.allSettled([
    inTransaction(written('a')),
    inTransaction(rollingBack),
    inTransaction(written('b')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { message: 'the transaction is gone' } });
  expect(stored()).toEqual(['a', 'b']);
});

it('given a commit that fails, then each of its writes fails, and none is retried', async () => {
  connection.pragma('foreign_keys = on');
  let runs = 0;
  const withoutFamily = async (queries: Queries): Promise<void> => {
    runs += 1;
    // Foreign keys are checked at the commit, not before.
    connection.pragma('defer_foreign_keys = on');
    const member = { family_id: 'none', user_id: `missing ${runs}`, is_admin: 0, joined_at: 0 } as const;
    await queries.insertInto('family_members').values(member).execute();
  };
  const outcomes = await Promise.allSettled(
    [withoutFamily, withoutFamily].map((work) => inTransaction(work)),
  );
  expect(outcomes).toMatchObject([
    { reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
    { reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
  ]);
  expect(runs).toBe(2);
  expect(stored()).toEqual([]);
});

it('given a full disk, then writes fail, and once there is room again, they are stored', async () => {
  connection.pragma(`max_page_count = ${String(connection.pragma('page_count', { simple: true }))}`);
  const large = (name: string) => written(`${name}${'x'.repeat(100_000)}`);
  const outcomes = await Promise.allSettled(['a', 'b'].map((name) => inTransaction(large(name))));
  expect(outcomes).toMatchObject([{ reason: { code: 'SQLITE_FULL' } }, { reason: { code: 'SQLITE_FULL' } }]);
  expect(stored()).toEqual([]);
  connection.pragma('max_page_count = 1000000');
  await inTransaction(written('there is room again'));
  expect(stored()).toEqual(['there is room again']);
});

describe('a database that another program has locked', () => {
  it('given that it is unlocked in time, then what waited is stored, and the event loop was not blocked', async () => {
    other.exec('begin immediate');
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const writes = Promise.all(['a', 'b'].map((name) => inTransaction(written(name))));
    await wait(200);
    expect(turns).toBeGreaterThan(0);
    const later = inTransaction(written('c'));
    other.exec('rollback');
    await Promise.all([writes, later]);
    clearInterval(turning);
    expect(stored()).toEqual(['a', 'b', 'c']);
  });

  it('given that it stays locked, then waiting writes fail, and later ones are stored', async () => {
    other.exec('begin immediate');
    const outcomes = await Promise.allSettled(['a', 'b'].map((name) => inTransaction(written(name))));
    expect(outcomes).toMatchObject([
      { reason: { code: 'SQLITE_BUSY' } },
      { reason: { code: 'SQLITE_BUSY' } },
    ]);
    other.exec('rollback');
    await inTransaction(written('c'));
    expect(stored()).toEqual(['c']);
  });
});

it('given a queue that is full, then one more is refused with 503 at once and the others are stored', async () => {
  const outcomes = await Promise.allSettled(names(10_001).map((name) => inTransaction(written(name))));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { statusCode: 503 } },
  ]);
  expect(stored()).toHaveLength(10_000);
});
