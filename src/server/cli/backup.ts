import { closeSync, constants, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { StartupError } from '#server/domainError';
import { isContention, isDamage } from '#server/db/errors';
import { DATABASE_FILE, damaged, refuseForeignFile } from '#server/db/sqlite';
import { isLogDamaged } from '#server/db/walCheck';

/**
 * Copies the database as it is at this moment into one new file, while a server may be writing to it: readers of a
 * snapshot hold no writer up. What was acknowledged before is in it.
 * @param target must not exist; it appears when it is whole, checked and on the disk
 * @throws StartupError with one line when it cannot be done
 */
export function backUp(dataDir: string, target: string): void {
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) throw new StartupError(`There is no database in ${dataDir}.`);
  if (existsSync(target)) throw new StartupError(`${target} is there already; choose another name.`);
  refuseForeignFile(file);
  if (isLogDamaged(file)) throw damaged(`${file}-wal`);
  const part = `${target}.part`;
  const folder = dirname(target);
  if (!existsSync(folder)) throw new StartupError(`There is no folder ${folder}.`);
  rmSync(part, { force: true });
  const connection = new BetterSqlite(file, { fileMustExist: true });
  try {
    // Not SQLite's online backup: that starts again after each write.
    connection.prepare('vacuum into ?').run(part);
    refuseUnlessWhole(part, part);
  } catch (error) {
    rmSync(part, { force: true });
    if (isDamage(error)) throw damaged(file);
    throw error instanceof StartupError ? error : notWritten(target, error);
  } finally {
    connection.close();
  }
  moveSafely(part, target);
}

/** Says that a file could not be written, and why. */
export const notWritten = (file: string, error: unknown): StartupError =>
  new StartupError(
    `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}. Nothing was changed.`,
  );

/** Says that a file is no database, or not all of it. */
export const notWhole = (name: string): StartupError =>
  new StartupError(`${name} is not a whole database of Kinmap; nothing was changed.`);

/** Reads every page. @param name of the file in what is thrown */
export function refuseUnlessWhole(file: string, name: string): void {
  let connection: BetterSqlite.Database | undefined;
  try {
    connection = new BetterSqlite(file, { fileMustExist: true, readonly: true });
    const finding = connection.pragma('integrity_check(1)', { simple: true });
    const migrations = connection.prepare('select count(*) from kysely_migration').pluck().get();
    if (finding !== 'ok' || migrations === 0) throw new Error(String(finding));
  } catch {
    throw notWhole(name);
  } finally {
    connection?.close();
  }
}

/** A process that has the database open holds a shared lock, which prevents an exclusive one. */
export function refuseWhileInUse(file: string): void {
  let connection: BetterSqlite.Database | undefined;
  try {
    connection = new BetterSqlite(file, { fileMustExist: true, timeout: 100 });
    connection.pragma('locking_mode = exclusive');
    connection.exec('begin exclusive; rollback');
  } catch (error) {
    if (isContention(error)) throw new StartupError(`${file} is in use; stop the server first.`);
    // Too damaged to be opened: that is what restoring is for.
  } finally {
    connection?.close();
  }
}

/**
 * Gives a file its real name once all of it is on the disk.
 * @param makeRoom moves away what has the name
 */
export function moveSafely(from: string, to: string, makeRoom: () => void = () => undefined): void {
  flush(from, constants.O_RDWR);
  makeRoom();
  renameSync(from, to);
  flush(dirname(to), constants.O_RDONLY);
}

function flush(path: string, flags: number): void {
  const descriptor = openSync(path, flags);
  fsyncSync(descriptor);
  closeSync(descriptor);
}
