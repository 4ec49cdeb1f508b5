import BetterSqlite from 'better-sqlite3';
import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Kysely } from 'kysely';
import { StartupError } from '#server/domainError';
import { isDamage } from './errors';
import { migrate } from './migrate';
import type { Database, Schema } from './schema';
import { KinmapSqliteDialect } from './sqliteDriver';
import { isLogDamaged } from './walCheck';

/** Name of the database inside DATA_DIR. */
export const DATABASE_FILE = 'kinmap.sqlite';

/** Releases before this one can corrupt a database in WAL mode (sqlite.org/wal.html, the WAL-reset bug). */
const OLDEST_SAFE_SQLITE = [3, 51, 3] as const;
/**
 * better-sqlite3 waits synchronously, so this is also how long one locked write blocks all other requests. Long enough for
 * another program's single commit; `groupCommit` waits for longer locks without holding anybody up.
 */
const BUSY_TIMEOUT_MS = 10;
/** `PRAGMA synchronous` of FULL: a commit that was acknowledged survives a power cut. */
const SYNCHRONOUS_FULL = 2;

/**
 * Opens the embedded database, making it at the first start and bringing it up to date.
 * @param dataDir existing folder
 * @param busyTimeoutMs how long a statement waits while another program writes; all else waits with it
 * @throws StartupError with one line when the file is damaged, too new, or SQLite itself is not safe
 */
export async function openSqlite(dataDir: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<Database> {
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) await createFile(file);
  else if (isLogDamaged(file)) throw damaged(`${file}-wal`);
  return openExistingSqlite(file, busyTimeoutMs);
}

/** Opens a database file that is there, wherever it is. @see openSqlite */
export async function openExistingSqlite(file: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<Database> {
  if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`);
  refuseForeignFile(file);
  return openFile(file, busyTimeoutMs);
}

/**
 * Makes the database under another name and moves it into place when it is whole. So a file under the real name that is
 * empty or cut short is always damage, never a first start that was interrupted.
 */
async function createFile(file: string): Promise<void> {
  const fresh = `${file}.new`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(fresh + suffix, { force: true });
  closeSync(openSync(fresh, 'wx', 0o600));
  const database = await openFile(fresh, BUSY_TIMEOUT_MS);
  await database.destroy();
  renameSync(fresh, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** What a new, empty database of this version has. @param read is called with a connection to one in memory */
export async function newSqliteSchema<Result>(
  read: (connection: BetterSqlite.Database) => Result,
): Promise<Result> {
  const connection = new BetterSqlite(':memory:');
  const database = new Kysely<unknown>({ dialect: new KinmapSqliteDialect(connection) });
  try {
    await migrate(database, 'memory');
    return read(connection);
  } finally {
    await database.destroy();
  }
}

async function openFile(file: string, busyTimeoutMs: number): Promise<Database> {
  let connection: BetterSqlite.Database | undefined;
  try {
    connection = new BetterSqlite(file, { fileMustExist: true });
    applyPragmas(connection, busyTimeoutMs);
    const database = new Kysely<Schema>({
      dialect: new KinmapSqliteDialect(connection),
    });
    await migrate(database as Kysely<unknown>, file);
    return database;
  } catch (error) {
    connection?.close();
    throw isDamage(error) ? damaged(file) : error;
  }
}

/** Set after every open: better-sqlite3 falls back to synchronous=NORMAL when it opens an existing WAL database. */
function applyPragmas(connection: BetterSqlite.Database, busyTimeoutMs: number): void {
  connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('secure_delete = ON');
  if (connection.pragma('synchronous', { simple: true }) !== SYNCHRONOUS_FULL) {
    throw new StartupError(
      'SQLite does not accept synchronous=FULL, so acknowledged data would not be safe.',
    );
  }
  const version = String(connection.prepare('select sqlite_version()').pluck().get());
  if (isOlder(version, OLDEST_SAFE_SQLITE)) {
    throw new StartupError(
      `SQLite ${version} can damage its data; ${OLDEST_SAFE_SQLITE.join('.')} or newer is needed.`,
    );
  }
  const findings = connection.pragma('quick_check(1)', { simple: true });
  if (findings !== 'ok') throw damaged(connection.name);
}

/** True when a dotted version is lower than another. */
export function isOlder(version: string, than: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const index = than.findIndex((number, position) => (parts[position] ?? 0) !== number);
  return index >= 0 && (parts[index] ?? 0) < (than[index] ?? 0);
}

/**
 * An empty or foreign file would otherwise be overwritten by a new database.
 * @throws StartupError
 */
export function refuseForeignFile(file: string): void {
  const header = Buffer.alloc(16);
  if (!statSync(file).isFile()) throw damaged(file);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, header, 0, header.length, 0);
  closeSync(descriptor);
  if (header.toString('latin1') !== 'SQLite format 3\0') throw damaged(file);
}

/** Says that a file is not whole, and what to do about it. */
export function damaged(file: string): StartupError {
  return new StartupError(
    `${file} is damaged; restore it from a backup with: npm run restore FILE (nothing was changed).`,
  );
}
