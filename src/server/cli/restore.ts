import { chmodSync, chownSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { migrations } from '#server/db/migrations/index';
import { DATABASE_FILE, newSqliteSchema, openExistingSqlite } from '#server/db/sqlite';
import { StartupError } from '#server/domainError';
import { moveSafely, notWhole, notWritten, refuseUnlessWhole, refuseWhileInUse } from './backup';

/** Files that SQLite keeps beside a database. */
const COMPANIONS = ['', '-wal', '-shm'] as const;

/** What a restore has done. */
export interface Restored {
  /** The name under which the database of before is kept; undefined when there was none. */
  readonly aside: string | undefined;
  /** Emails of accounts that had been deleted since the backup; undefined when the database of before does not say it. */
  readonly returned: readonly string[] | undefined;
}

/**
 * Puts a backup in the place of the database, brought up to date. What was there is kept beside it under another name.
 * Sessions that had been ended since the backup stay ended, if the database of before can be read.
 * @throws StartupError with one line; nothing has changed then
 */
export async function restore(dataDir: string, source: string, now: number): Promise<Restored> {
  if (!existsSync(source)) throw new StartupError(`There is no file ${source}.`);
  if (!statSync(source).isFile()) throw notWhole(source);
  const file = join(dataDir, DATABASE_FILE);
  const fresh = `${file}.restored`;
  const isThere = existsSync(file);
  let returned: string[] | undefined;
  try {
    copy(source, fresh);
    refuseUnlessWhole(fresh, source);
    if (isThere) refuseWhileInUse(file);
    await bringUpToDate(fresh, source);
    if (isThere) returned = applyNewerEndings(fresh, file);
    giveToServer(fresh, isThere ? file : dataDir);
  } catch (error) {
    for (const suffix of COMPANIONS) rmSync(fresh + suffix, { force: true });
    throw error;
  }
  const aside = `${file}.before-${new Date(now).toISOString().replaceAll(/[:.]/gu, '-')}`;
  moveSafely(fresh, file, () => {
    for (const suffix of COMPANIONS) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  });
  return { aside: isThere ? aside : undefined, returned };
}

function copy(source: string, fresh: string): void {
  try {
    copyFileSync(source, fresh);
    // The copy has the mode of the backup, which others may read.
    chmodSync(fresh, 0o600);
  } catch (error) {
    throw notWritten(fresh, error);
  }
}

/** The server runs as another user than root, who often restores, and has to open it. */
function giveToServer(fresh: string, like: string): void {
  const { uid, gid } = statSync(like);
  if (process.getuid?.() === 0) chownSync(fresh, uid, gid);
}

/** Runs the missing migrations, then compares the tables with those of a new database. */
async function bringUpToDate(fresh: string, source: string): Promise<void> {
  const connection = new BetterSqlite(fresh, { fileMustExist: true, readonly: true });
  const applied = connection.prepare<[], string>('select name from kysely_migration').pluck().all();
  connection.close();
  if (applied.some((name) => !Object.hasOwn(migrations, name)))
    throw new StartupError(
      `${source} was written by a newer version of Kinmap; restore it with that version (nothing was changed).`,
    );
  try {
    await (await openExistingSqlite(fresh)).destroy();
  } catch {
    throw notWhole(source);
  }
  if (!(await hasOwnTables(fresh))) throw notWhole(source);
}

/** The names of all columns, and the triggers. */
const schemaOf = (connection: BetterSqlite.Database) => ({
  columns: connection
    .prepare<[], string>(
      `select m.name || '.' || c.name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table'`,
    )
    .pluck()
    .all(),
  triggers: connection
    .prepare<[], string>(`select sql from sqlite_schema where type in ('trigger', 'view') order by name`)
    .pluck()
    .all(),
});

/** No table or column is missing, no row refers to one that is missing, and there are no other triggers. */
async function hasOwnTables(file: string): Promise<boolean> {
  const expected = await newSqliteSchema(schemaOf);
  const connection = new BetterSqlite(file, { fileMustExist: true, readonly: true });
  try {
    const { columns, triggers } = schemaOf(connection);
    const present = new Set(columns);
    return (
      expected.columns.every((name) => present.has(name)) &&
      triggers.join('\n') === expected.triggers.join('\n') &&
      connection.prepare('select 1 from pragma_foreign_key_check limit 1').get() === undefined
    );
  } finally {
    connection.close();
  }
}

/**
 * Ends the sessions that have ended since the backup, by the database before the restore.
 * @returns the emails of accounts that are no longer in it; undefined when it cannot be read
 */
function applyNewerEndings(fresh: string, before: string): string[] | undefined {
  const connection = new BetterSqlite(fresh, { fileMustExist: true });
  try {
    connection.pragma('foreign_keys = ON');
    connection.pragma('secure_delete = ON');
    connection.prepare('attach ? as before').run(before);
    return connection.transaction(() => {
      connection.exec(`
        delete from main.sessions where id not in (select id from before.sessions);
        update main.sessions set address = '', user_agent = '',
          (ended_at, browser_id, pushes_removed_at) = (select ended_at, browser_id, pushes_removed_at
            from before.sessions where before.sessions.id = main.sessions.id)
          where id in (select id from before.sessions where ended_at is not null);
        delete from main.push_devices
          where session_id not in (select id from main.sessions where ended_at is null);
        update main.users set token_version = max(token_version,
          coalesce((select token_version from before.users where before.users.id = main.users.id), 0));`);
      const gone =
        'select email from main.users where id not in (select id from before.users) order by email';
      return connection.prepare<[], string>(gone).pluck().all();
    })();
  } catch {
    // It is damaged or of another version; that is what restoring is for.
    return undefined;
  } finally {
    connection.close();
  }
}
