import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  openSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { backUp } from '#server/cli/backup';
import { DATABASE_FILE, isOlder, openSqlite } from '#server/db/sqlite';
import { StartupError } from '#server/domainError';
import { callAs, createFamily, PASSWORD } from './support/people';
import { closeSockets, openSocket } from './support/socket';
import { closeTestServers, startTestServer, temporaryFolder } from './support/startTestServer';

afterEach(closeSockets);
afterAll(closeTestServers);

const pragma = async (database: Awaited<ReturnType<typeof openSqlite>>, name: string): Promise<unknown> => {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
  return Object.values(rows[0] ?? {})[0];
};

it('given a first and a second start, then every setting that keeps data safe holds at both', async () => {
  const folder = temporaryFolder();
  for (let start = 0; start < 3; start += 1) {
    const database = await openSqlite(folder);
    const settings: Record<string, unknown> = {};
    for (const name of ['synchronous', 'journal_mode', 'foreign_keys', 'secure_delete', 'busy_timeout'])
      settings[name] = await pragma(database, name);
    expect(settings).toEqual({
      synchronous: 2,
      journal_mode: 'wal',
      foreign_keys: 1,
      secure_delete: 1,
      busy_timeout: 10,
    });
    await database.destroy();
  }
  expect(statSync(join(folder, DATABASE_FILE)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual([DATABASE_FILE]);
});

it('given people, a family and positions, when the server starts again on them, then all are there', async () => {
  const first = await startTestServer();
  const { ana, bo } = await first.createFamilyOfTwo();
  const tab = await openSocket(first.origin, ana.token);
  await tab.send('location:update', { latitude: 1.5, longitude: 2.5 });
  const before = await Promise.all(
    ['/api/users/me', '/api/families', '/api/locations/family'].map(
      async (url) => (await ana.call('GET', url)).body,
    ),
  );
  await first.close();

  const second = await startTestServer({ dataDir: first.dataDir });
  const after = await Promise.all(
    ['/api/users/me', '/api/families', '/api/locations/family'].map(
      async (url) => (await callAs(second.app, ana.token, 'GET', url)).body,
    ),
  );
  expect(after).toEqual(before);
  const login = await second.login(bo.email, PASSWORD);
  expect(login.statusCode).toBe(200);
});

/** A folder with a database that has been used. */
async function used(): Promise<{ folder: string; file: string }> {
  const server = await startTestServer();
  const people = await Promise.all(Array.from({ length: 30 }, () => server.createPerson('x'.repeat(100))));
  for (const person of people) await createFamily(person);
  await server.close();
  return { folder: server.dataDir, file: join(server.dataDir, DATABASE_FILE) };
}

describe('a file that is not right', () => {
  const damage: [string, (file: string) => void][] = [
    ['emptied', (file) => truncateSync(file, 0)],
    ['cut in half', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['overwritten by something else', (file) => writeFileSync(file, 'hello '.repeat(1_000))],
    [
      'garbage in the middle',
      (file) => {
        const descriptor = openSync(file, 'r+');
        writeSync(descriptor, Buffer.alloc(4_096, 0xa5), 0, 4_096, 3 * 4_096);
        closeSync(descriptor);
      },
    ],
    [
      'a broken first page',
      (file) => {
        const descriptor = openSync(file, 'r+');
        writeSync(descriptor, Buffer.alloc(3_900, 0xa5), 0, 3_900, 100);
        closeSync(descriptor);
      },
    ],
  ];
  it.each(damage)(
    'given one %s, when the server starts, then one line asks for a backup and the file is untouched',
    async (_what, breakIt) => {
      const { folder, file } = await used();
      breakIt(file);
      const bytes = readFileSync(file);
      const error: unknown = await openSqlite(folder).catch((refused: unknown) => refused);
      expect(error).toBeInstanceOf(StartupError);
      expect(String(error)).toMatch(/kinmap\.sqlite is damaged; restore it from a backup[^\n]*$/u);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    },
  );

  it('given one that a newer program has changed, then the start is refused with one line', async () => {
    const { folder } = await used();
    const database = await openSqlite(folder);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(database);
    await database.destroy();
    await expect(openSqlite(folder)).rejects.toThrow(
      /was written by a newer version of Kinmap; start that version instead\.$/u,
    );
  });

  it('given an interrupted first start, then the next one starts over', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, `${DATABASE_FILE}.new`), 'half of somethi');
    await (await openSqlite(folder)).destroy();
    expect(existsSync(join(folder, `${DATABASE_FILE}.new`))).toBe(false);
    expect(existsSync(join(folder, DATABASE_FILE))).toBe(true);
  });

  it('given the log that a killed server leaves beside it, then what was acknowledged is there', async () => {
    const server = await startTestServer();
    await server.createPerson('Written');
    const folder = temporaryFolder();
    for (const name of readdirSync(server.dataDir))
      copyFileSync(join(server.dataDir, name), join(folder, name));
    const database = await openSqlite(folder);
    expect(await database.selectFrom('users').select('name').execute()).toEqual([{ name: 'Written' }]);
    await database.destroy();
  });
});

describe('the log that a killed server leaves', () => {
  /** Files of a server that was killed after ten people were stored, one commit each. */
  async function killed(): Promise<{ folder: string; log: string }> {
    const server = await startTestServer();
    for (let index = 0; index < 10; index += 1)
      await server.database.insertInto('users').values(person(index)).execute();
    const folder = temporaryFolder();
    for (const name of readdirSync(server.dataDir))
      copyFileSync(join(server.dataDir, name), join(folder, name));
    rmSync(join(folder, `${DATABASE_FILE}-shm`));
    return { folder, log: join(folder, `${DATABASE_FILE}-wal`) };
  }
  const person = (index: number) => ({
    id: `person-${index}`,
    name: `Person ${index}`,
    email: `person${index}@example.org`,
    phone: null,
    profile_image: null,
    password_hash: 'x'.repeat(97),
    token_version: 0,
    created_at: index,
  });
  const names = async (folder: string): Promise<number> => {
    const database = await openSqlite(folder);
    const rows = await database.selectFrom('users').select('name').execute();
    await database.destroy();
    return rows.length;
  };
  function flipBit(path: string, at: number): void {
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
    writeFileSync(path, bytes);
  }
  const FRAME = 24 + 4_096;
  const frames = (log: string): number => (statSync(log).size - 32) / FRAME;

  it.each([
    ['its header', () => 20],
    ['the page number of a frame', (count: number) => 32 + FRAME * (count - 4) + 3],
    ['the salt of a frame', (count: number) => 32 + FRAME * (count - 8) + 9],
    ['the checksum of a frame', (count: number) => 32 + FRAME * (count - 4) + 17],
    ['a page in the middle', (count: number) => 32 + FRAME * Math.floor(count / 2) + 2_000],
  ])(
    'given a flipped bit in %s, when the server starts, then one line asks for a backup, no file changes',
    async (_where, place) => {
      const { folder, log } = await killed();
      flipBit(log, place(frames(log)));
      const files = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]);
      const before = files();
      const error: unknown = await openSqlite(folder).catch((refused: unknown) => refused);
      expect(error).toBeInstanceOf(StartupError);
      expect(String(error)).toMatch(/kinmap\.sqlite-wal is damaged; restore it from a backup[^\n]*$/u);
      expect(() => backUp(folder, join(folder, 'backup'))).toThrow(/kinmap\.sqlite-wal is damaged/u);
      expect(files()).toEqual(before);
    },
  );

  it('given a power cut while the last commit was written, then everything before it is there', async () => {
    const { folder, log } = await killed();
    flipBit(log, statSync(log).size - 2_000);
    expect(await names(folder)).toBe(9);
    const torn = await killed();
    truncateSync(torn.log, statSync(torn.log).size - 2_000);
    expect(await names(torn.folder)).toBe(9);
  });

  it('given a log that was restarted over an older one, then the rest of that one is not damage', async () => {
    const { folder, log } = await killed();
    const connection = new BetterSqlite(join(folder, DATABASE_FILE));
    connection.pragma('wal_checkpoint(restart)');
    connection.exec(`update users set phone = '1' where name = 'Person 1'`);
    const [long, size] = [readFileSync(log), statSync(log).size];
    const database = readFileSync(join(folder, DATABASE_FILE));
    connection.close();
    writeFileSync(log, long);
    writeFileSync(join(folder, DATABASE_FILE), database);
    expect(frames(log)).toBeGreaterThan(10);
    expect(statSync(log).size).toBe(size);
    expect(await names(folder)).toBe(10);
  });
});

it.each([
  ['3.51.2', true],
  ['3.49.99', true],
  ['2.99.99', true],
  ['3.51.3', false],
  ['3.53.0', false],
  ['4.0.0', false],
  ['3.51', true],
])('given SQLite %s, then that it is too old is %p', (version, old) => {
  expect(isOlder(version, [3, 51, 3])).toBe(old);
});
