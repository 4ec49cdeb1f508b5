import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { backUp } from '#server/cli/backup';
import { runCommand } from '#server/cli/commands';
import { restore } from '#server/cli/restore';
import { systemClock } from '#server/clock';
import { DATABASE_FILE, openSqlite } from '#server/db/sqlite';
import { callAs, createFamily, PASSWORD } from './support/people';
import { closeTestServers, startTestServer, temporaryFolder, testConfig } from './support/startTestServer';

afterAll(closeTestServers);

/** A folder with a database, and a backup of it. */
async function backedUp(): Promise<{ folder: string; backup: string }> {
  const folder = temporaryFolder();
  await (await openSqlite(folder)).destroy();
  const backup = join(folder, 'backup');
  backUp(folder, backup);
  return { folder, backup };
}

function change(file: string, statements: string): void {
  const connection = new BetterSqlite(file);
  connection.pragma('foreign_keys = OFF');
  connection.exec(statements);
  connection.close();
}

const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);

const run = (dataDir: string, ...args: string[]) =>
  runCommand(args, testConfig({ DATA_DIR: dataDir }), systemClock);

it('given a backup that all users may read, when it is restored, then only its owner may read it', async () => {
  const { backup } = await backedUp();
  const other = temporaryFolder();
  chmodSync(backup, 0o644);
  await restore(other, backup, Date.now());
  expect(statSync(join(other, DATABASE_FILE)).mode & 0o777).toBe(0o600);
});

it('given a folder of the user of the server, when root restores, then that user owns the database', async () => {
  const { backup } = await backedUp();
  const dataDir = temporaryFolder();
  const { uid: own, gid } = statSync(dataDir);
  const uid = process.getuid?.() === 0 ? 12_345 : own;
  chownSync(dataDir, uid, gid);
  await restore(dataDir, backup, Date.now());
  expect(statSync(join(dataDir, DATABASE_FILE)).uid).toBe(uid);
});

describe('a file that is no backup of this version', () => {
  const NOT_WHOLE = /backup is not a whole database of Kinmap; nothing was changed\.$/u;
  it.each([
    [
      'of a newer version',
      `insert into kysely_migration values ('9999-later', 'now')`,
      /by a newer version of Kinmap/u,
    ],
    ['without a table', 'drop table messages', NOT_WHOLE],
    ['without a column', 'alter table users drop column phone', NOT_WHOLE],
    ['with a trigger', 'create trigger t after delete on users begin delete from sessions; end', NOT_WHOLE],
    ['with a view', 'create view v as select * from users', NOT_WHOLE],
    ['with a message of no family', `insert into chat_heads values ('none', 1, 1)`, NOT_WHOLE],
    ['without migrations', 'delete from kysely_migration', NOT_WHOLE],
  ])('given one %s, then one line says so, and no file changes', async (_what, statements, message) => {
    const { folder, backup } = await backedUp();
    change(backup, statements);
    const before = filesOf(folder);
    await expect(run(folder, 'restore', backup)).rejects.toThrow(message);
    expect(filesOf(folder)).toEqual(before);
  });

  it('given a folder, or a text, or nowhere to write, then one line says so', async () => {
    const { folder, backup } = await backedUp();
    mkdirSync(join(folder, 'sub'));
    await expect(run(folder, 'restore', join(folder, 'sub'))).rejects.toThrow(/sub is not a whole database/u);
    writeFileSync(join(folder, 'text'), 'hello');
    await expect(run(folder, 'restore', join(folder, 'text'))).rejects.toThrow(
      /text is not a whole database/u,
    );
    await expect(run(join(folder, 'none'), 'restore', backup)).rejects.toThrow(
      /kinmap\.sqlite\.restored cannot be written: .*Nothing was changed\.$/u,
    );
    await expect(run(folder, 'backup', join(folder, 'none', 'backup'))).rejects.toThrow(
      /^There is no folder .*none\.$/u,
    );
  });
});

describe('what was deleted since the backup', () => {
  it('given a deleted account and an ended session, then the message names it, and the session stays ended', async () => {
    const server = await startTestServer();
    const [ana, bo, cid] = [
      await server.createPerson(),
      await server.createPerson(),
      await server.createPerson(),
    ];
    await createFamily(ana, bo);
    backUp(server.dataDir, join(server.dataDir, 'backup'));
    const gone = await bo.call('DELETE', `/api/users/${bo.id}`, { password: PASSWORD });
    const out = await ana.call('POST', '/api/auth/sign-out');
    expect([gone.statusCode, out.statusCode]).toEqual([204, 204]);
    await server.close();
    const message = await run(server.dataDir, 'restore', join(server.dataDir, 'backup'));
    expect(message).toMatch(/Whatever was deleted or changed since the backup is back/u);
    expect(message).toContain(`Deleted accounts among it: ${bo.email}.`);
    expect(message).not.toContain(ana.email);
    const again = await startTestServer({ dataDir: server.dataDir });
    const statuses = [ana, cid].map(
      async ({ token }) => (await callAs(again.app, token, 'GET', '/api/users/me')).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200]);
    expect((await again.login(bo.email, PASSWORD)).statusCode).toBe(200);
  });

  it('given a session that ended after its pushes were removed, then the restored one says both', async () => {
    const server = await startTestServer();
    const { id } = await server.createPerson();
    const backup = join(server.dataDir, 'backup');
    backUp(server.dataDir, backup);
    await server.close();
    const database = join(server.dataDir, DATABASE_FILE);
    change(database, "update sessions set ended_at = 5, pushes_removed_at = 4, browser_id = 'b1'");
    await run(server.dataDir, 'restore', backup);
    const connection = new BetterSqlite(database);
    const columns = 'ended_at, pushes_removed_at, browser_id, address';
    const row = connection.prepare(`select ${columns} from sessions where user_id = ?`).get(id);
    connection.close();
    expect(row).toEqual({ ended_at: 5, pushes_removed_at: 4, browser_id: 'b1', address: '' });
  });

  it('given a damaged database of before, then the message says that sessions may be open again', async () => {
    const { folder, backup } = await backedUp();
    writeFileSync(join(folder, DATABASE_FILE), 'hello');
    expect(await run(folder, 'restore', backup)).toMatch(/Sessions that were ended since may be open again/u);
    const empty = temporaryFolder();
    cpSync(backup, join(empty, 'backup'));
    const message = await run(empty, 'restore', join(empty, 'backup'));
    expect(message).not.toMatch(/Sessions|previous/u);
    expect(existsSync(join(empty, DATABASE_FILE))).toBe(true);
  });
});
