import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { routes } from '#contract/routes';
import { MemberClient } from '../support/memberClient';
import { makeDataDir, type RunningServer, startServer } from '../support/server';

jest.setTimeout(120_000 + Number(process.env['KILL_CYCLES'] ?? 0) * 5_000);

const MAIN = join(process.cwd(), 'dist/server/main.js');
const PASSWORD = 'Sunny-days-1';
const ANA = { name: 'Ana', email: 'ana@example.si', password: PASSWORD };
/** README names it: 200 for a long run. */
const KILL_CYCLES = Number(process.env['KILL_CYCLES'] ?? 3);

const databaseOf = (dataDir: string): string => join(dataDir, 'kinmap.sqlite');

/** Reads the database as another program. */
function readStore<Result>(dataDir: string, read: (store: BetterSqlite.Database) => Result): Result {
  const store = new BetterSqlite(databaseOf(dataDir), { fileMustExist: true });
  const result = read(store);
  store.close();
  return result;
}

/** The times of all stored positions, each as often as it is there. */
const storedTimes = (dataDir: string): number[] =>
  readStore(dataDir, (store) => store.prepare('select recorded_at from locations').pluck().all() as number[]);

/** What their writers call the stored messages, each as often as it is there. */
const storedClientIds = (dataDir: string): string[] =>
  readStore(dataDir, (store) => store.prepare('select client_id from messages').pluck().all() as string[]);

const members: MemberClient[] = [];
afterEach(() => {
  for (const member of members.splice(0)) member.close();
});

async function createMember(server: RunningServer): Promise<MemberClient> {
  const member = new MemberClient(server.origin);
  members.push(member);
  await member.login({ email: ANA.email, password: PASSWORD }).catch(() => member.register(ANA));
  await member.connect();
  return member;
}

/** Sends positions one a second of their own time, `ahead` at once, until the member or the test stops. */
function sending(member: MemberClient, start: number, ahead = 20) {
  const [acknowledged, unanswered]: [number[], number[]] = [[], []];
  let next = start;
  let isStopped = false;
  async function send(): Promise<void> {
    while (!isStopped) {
      next += 1_000;
      const at = next;
      const fix = { latitude: 45, longitude: 13, timestamp: new Date(at).toISOString() };
      const ack = await member.share(fix).catch(() => undefined);
      if (ack && 'ok' in ack) acknowledged.push(at);
      else {
        unanswered.push(at);
        isStopped ||= !member.isConnected;
      }
    }
  }
  const done = Promise.all(Array.from({ length: ahead }, send));
  const stop = async (): Promise<void> => {
    isStopped = true;
    await done;
  };
  return { acknowledged, unanswered, stop };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5);
}

it('given kills while sending fixes, then acknowledged fixes are stored, and resent ones only once', async () => {
  const dataDir = makeDataDir();
  const start = Date.now() - 20 * 24 * 3_600_000;
  const all: number[] = [];
  for (let cycle = 0; cycle < KILL_CYCLES; cycle += 1) {
    const server = await startServer({ dataDir, env: { RATE_LIMITS: 'off' } });
    const member = await createMember(server);
    const sent = sending(member, start + cycle * 3_600_000);
    await until(() => sent.acknowledged.length > 100 + ((cycle * 37) % 200));
    await server.kill9();
    member.close();
    await sent.stop();
    all.push(...sent.acknowledged);

    const again = await startServer({ dataDir, env: { RATE_LIMITS: 'off' } });
    const stored = new Set(storedTimes(dataDir));
    expect(all.filter((time) => !stored.has(time))).toEqual([]);
    const second = await createMember(again);
    for (const at of [...sent.unanswered, ...sent.acknowledged.slice(-20)]) {
      const fix = { latitude: 45, longitude: 13, timestamp: new Date(at).toISOString() };
      expect(await second.share(fix)).toEqual({ ok: true });
    }
    all.push(...sent.unanswered);
    second.close();
    await again.kill9();
  }
  const times = storedTimes(dataDir);
  expect(times).toHaveLength(new Set(times).size);
  expect(times.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
  expect(readStore(dataDir, (store) => store.pragma('integrity_check', { simple: true }))).toBe('ok');
});

it('given kills while sending messages, then acknowledged and resent ones are stored exactly once', async () => {
  const dataDir = makeDataDir();
  const all = new Set<string>();
  let familyId = '';
  for (let cycle = 0; cycle < KILL_CYCLES; cycle += 1) {
    const server = await startServer({ dataDir, env: { RATE_LIMITS: 'off' } });
    const member = await createMember(server);
    familyId ||= (await member.createFamily('The Novaks')).id;
    const [acknowledged, unanswered]: [string[], string[]] = [[], []];
    let next = 0;
    const write = async (): Promise<void> => {
      while (member.isConnected) {
        const clientId = `${cycle}-${(next += 1)}`;
        const ack = await member
          .write({ familyId, content: `Number ${clientId}`, clientId })
          .catch(() => undefined);
        (ack && 'ok' in ack ? acknowledged : unanswered).push(clientId);
      }
    };
    const writing = Promise.all(Array.from({ length: 20 }, write));
    await until(() => acknowledged.length > 50 + ((cycle * 37) % 100));
    await server.kill9();
    member.close();
    await writing;

    const again = await startServer({ dataDir, env: { RATE_LIMITS: 'off' } });
    const second = await createMember(again);
    for (const clientId of acknowledged) all.add(clientId);
    const stored = new Set(storedClientIds(dataDir));
    expect([...all].filter((clientId) => !stored.has(clientId))).toEqual([]);
    for (const clientId of [...unanswered, ...acknowledged.slice(-20)]) {
      const message = { familyId, content: `Number ${clientId}`, clientId };
      expect(await second.write(message)).toMatchObject({ ok: true });
      all.add(clientId);
    }
    second.close();
    await again.kill9();
  }
  expect(storedClientIds(dataDir).toSorted()).toEqual([...all].toSorted());
});

it('given a locked database, then writes fail in time, reads work, and all works after the lock', async () => {
  const server = await startServer();
  const member = await createMember(server);
  const other = new BetterSqlite(databaseOf(server.dataDir));
  other.exec('begin immediate');
  const fix = { latitude: 45, longitude: 13 };
  const [ack, refused, me, alive] = await Promise.all([
    member.share(fix),
    fetch(`${server.origin}${routes.createFamily.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'The Novaks' }),
    }),
    member.call(routes.me),
    fetch(`${server.origin}/livez`),
  ]);
  expect(ack).toEqual({
    code: 'store_unavailable',
    error: expect.stringMatching(/^The server cannot save or read right now/u),
    retryAfter: 5,
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect([me.name, alive.status]).toEqual(['Ana', 200]);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
  other.exec('rollback');
  other.close();
  expect(await member.share(fix)).toEqual({ ok: true });
  member.close();
  expect(await server.stop()).toBe(0);
});

it('given a stop while sending, then the server exits and all acknowledged fixes are stored', async () => {
  const server = await startServer({ env: { RATE_LIMITS: 'off' } });
  const member = await createMember(server);
  const sent = sending(member, Date.now() - 3_600_000);
  await until(() => sent.acknowledged.length > 200);
  expect(await server.stop()).toBe(0);
  member.close();
  await sent.stop();
  const stored = new Set(storedTimes(server.dataDir));
  expect(sent.acknowledged.filter((time) => !stored.has(time))).toEqual([]);
  // A stop that was not cut off leaves no log behind.
  expect(existsSync(`${databaseOf(server.dataDir)}-wal`)).toBe(false);
});

/** Runs `backup FILE` or `restore FILE` beside the running server. */
const command = (dataDir: string, ...words: string[]) => commandWith({ DATA_DIR: dataDir }, ...words);

async function commandWith(
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<{ status: number | null; text: string }> {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (text += part.toString()));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, text };
}

it('given a backup under load, when a damaged store is restored, then all fixes before it are there', async () => {
  const server = await startServer({ env: { RATE_LIMITS: 'off' } });
  const { dataDir } = server;
  const member = await createMember(server);
  const sent = sending(member, Date.now() - 20 * 24 * 3_600_000);
  await until(() => sent.acknowledged.length > 300);
  const before = [...sent.acknowledged];
  const backup = join(makeDataDir(), 'kinmap-backup.sqlite');
  expect(await command(dataDir, 'backup', backup)).toMatchObject({ status: 0 });
  expect(sent.acknowledged.length).toBeGreaterThan(before.length);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(await command(dataDir, 'backup', backup)).toMatchObject({
    status: 1,
    text: expect.stringContaining('is there already'),
  });
  expect(await command(dataDir, 'restore', backup)).toMatchObject({
    status: 1,
    text: expect.stringContaining('is in use; stop the server first'),
  });
  await server.stop();
  member.close();
  await sent.stop();

  truncateSync(databaseOf(dataDir), Math.floor(statSync(databaseOf(dataDir)).size / 2));
  await expect(startServer({ dataDir })).rejects.toThrow(
    /is damaged; restore it from a backup with: npm run restore FILE/u,
  );
  expect(await command(dataDir, 'restore', MAIN)).toMatchObject({
    status: 1,
    text: expect.stringContaining('is not a whole database of Kinmap'),
  });
  expect(await command(dataDir, 'restore', backup)).toMatchObject({ status: 0 });
  const again = await startServer({ dataDir });
  const stored = new Set(storedTimes(dataDir));
  expect(before.filter((time) => !stored.has(time))).toEqual([]);
  const back = await createMember(again);
  expect(await back.share({ latitude: 1, longitude: 2 })).toEqual({ ok: true });
  back.close();
  await again.stop();
});

it('given an unknown command or a missing file name, then one line shows the usage', async () => {
  const usage = {
    status: 1,
    text: 'Usage: npm run backup FILE, npm run restore FILE, npm run migrate-store FILE postgres://..., npm run reset-password EMAIL\n',
  };
  expect(await command(makeDataDir(), 'bakup', 'x')).toEqual(usage);
  expect(await command(makeDataDir(), 'backup')).toEqual(usage);
});

it.each([
  ['backup', 'pg_dump'],
  ['restore', 'pg_restore'],
])(
  'given a database in PostgreSQL, when %s runs, then one line names the tool to use',
  async (word, instead) => {
    const env = {
      DATA_DIR: makeDataDir(),
      DATABASE_URL: 'postgres://kinmap@127.0.0.1:9/kinmap',
      JWT_SECRET: 'k'.repeat(44),
    };
    const { status, text } = await commandWith(env, word, join(env.DATA_DIR, 'file'));
    expect({ status, text }).toEqual({
      status: 1,
      text: `The data is in PostgreSQL, see DATABASE_URL; use ${instead}.\n`,
    });
    expect(readdirSync(env.DATA_DIR)).toEqual([]);
  },
);

it('given acknowledged positions, then each was flushed to the disk, also after a restart', async () => {
  const dataDir = makeDataDir();
  for (let start = 0; start < 2; start += 1) {
    const server = await startServer({ dataDir });
    const member = await createMember(server);
    const flushes = await flushesDuring(server, async () => {
      // One after the other, so that no two share a commit.
      for (let index = 0; index < 20; index += 1) {
        expect(await member.share({ latitude: 1, longitude: 2 })).toEqual({ ok: true });
        await wait(210);
      }
    });
    expect(flushes).toBeGreaterThanOrEqual(20);
    member.close();
    await server.stop();
  }
});

/** Counts the flushes of the log, by strace where there is one, otherwise by what the kernel says was written. */
async function flushesDuring(server: RunningServer, work: () => Promise<void>): Promise<number> {
  const hasStrace = spawnSync('strace', ['-V']).status === 0;
  if (!hasStrace) {
    // FULL writes and flushes each commit by itself: without a flush the log's frames would still count here.
    const frames = (): number => statSync(`${databaseOf(server.dataDir)}-wal`).size;
    const before = frames();
    await work();
    return (frames() - before) / 4_096;
  }
  const tracer = spawn('strace', ['-f', '-e', 'trace=fsync,fdatasync', '-p', String(server.pid)]);
  let trace = '';
  tracer.stderr.on('data', (part: Buffer) => (trace += part.toString()));
  await until(() => trace.includes('attached'));
  await work();
  const ended = new Promise((resolve) => tracer.once('close', resolve));
  tracer.kill('SIGINT');
  await ended;
  return (
    trace.match(/f(?:data)?sync\(\d+\)\s*=\s*0|<\.\.\. f(?:data)?sync resumed>\)\s*=\s*0/gu)?.length ?? 0
  );
}
