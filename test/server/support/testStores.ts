import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { DatabaseKind } from '#server/db/dialects';
import type { Database } from '#server/db/schema';
import { DATABASE_FILE } from '#server/db/sqlite';
import { openDatabase } from '#server/db/database';
import { SQLITE_TEMPLATE } from '../../support/makeSqliteTemplate';
import { runSql } from '../../support/runSql';
import { OWN_POSTGRES_URL, TEMPLATE } from '../../support/startStores';

declare global {
  /** Set by jest.config.mjs: what this project's servers store in. */
  var STORE: DatabaseKind;
}

/** The database that this project's tests run on. */
const testStore = (): DatabaseKind => globalThis.STORE;

const databases = new Map<string, string>();

/**
 * Address of the PostgreSQL database that belongs to a data folder, undefined on SQLite, whose file is in the folder
 * itself. Both are copied from a migrated template on first use.
 */
export async function databaseUrl(dataDir: string): Promise<string | undefined> {
  if (testStore() === 'sqlite') {
    const file = join(dataDir, DATABASE_FILE);
    if (!existsSync(file)) copyFileSync(fromSetup(SQLITE_TEMPLATE), file);
    return undefined;
  }
  const known = databases.get(dataDir);
  if (known !== undefined) return known;
  // Copying the files takes a third of the time of copying through the log.
  const url = await newDatabase(`template ${TEMPLATE} strategy file_copy`);
  databases.set(dataDir, url);
  return url;
}

/** Gives a data folder an empty store, in which no migration has run. */
export async function emptyStore(dataDir: string): Promise<string | undefined> {
  if (testStore() === 'sqlite') return undefined;
  const url = await newDatabase();
  databases.set(dataDir, url);
  return url;
}

/** A new PostgreSQL database; empty unless the options name a template. */
export async function newDatabase(options = ''): Promise<string> {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2)}`;
  const url = new URL(ownPostgres());
  await runSql(url.href, `create database ${name} ${options}`);
  url.pathname = name;
  return url.href;
}

/** Deletes the PostgreSQL database of a data folder, if there is one. */
export async function dropDatabase(dataDir: string): Promise<void> {
  const url = databases.get(dataDir);
  if (url === undefined) return;
  databases.delete(dataDir);
  await runSql(ownPostgres(), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

/** Opens the database of a data folder, as a second process would. */
export async function openTestStore(dataDir: string): Promise<Database> {
  return openDatabase({ dataDir, databaseUrl: await databaseUrl(dataDir) });
}

/**
 * Makes the database of a data folder refuse writes: another program holds the lock, or it is read-only as in a failover.
 * @returns a function that ends this
 */
export async function refuseWrites(dataDir: string): Promise<() => Promise<void>> {
  const url = await databaseUrl(dataDir);
  if (url === undefined) {
    const locker = new BetterSqlite(join(dataDir, DATABASE_FILE));
    locker.exec('begin immediate');
    return async () => void locker.close();
  }
  const name = new URL(url).pathname.slice(1);
  const turn = async (setting: string): Promise<void> => {
    await runSql(ownPostgres(), `alter database ${name} ${setting}`);
  };
  await turn('set default_transaction_read_only = on');
  await dropConnections(url);
  return () => turn('reset default_transaction_read_only');
}

/** Ends every connection to a PostgreSQL database, as a restart of the server does. */
export async function dropConnections(url: string): Promise<void> {
  await runSql(
    ownPostgres(),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`,
  );
}

/** How many statements on a PostgreSQL database wait for a lock; only those that begin like this. */
export async function countWaiting(database: Database, beginning = ''): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like ${`${beginning}%`}`.execute(
    database,
  );
  return rows.length;
}

const ownPostgres = (): string => fromSetup(OWN_POSTGRES_URL);

/** What the global setup of this project left in the environment. */
function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`The global setup in jest.config.mjs sets ${name} for these tests`);
  return value;
}
