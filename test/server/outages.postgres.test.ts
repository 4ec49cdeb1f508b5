import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { openPostgres } from '#server/db/postgres';
import { StartupError } from '#server/domainError';
import type { Person } from './support/people';
import { connectApp, sendOsmand } from './support/phoneApps';
import { closeSockets, openSocket, waitUntil } from './support/socket';
import { closeTestServers, startTestServer, type TestServer, UNLIMITED } from './support/startTestServer';
import { databaseUrl, dropConnections, newDatabase, refuseWrites } from './support/testStores';

const HERE = { latitude: 46.05, longitude: 14.5, accuracy: 8 };

afterEach(closeSockets);
afterAll(closeTestServers);

const readiness = async ({ app, clock }: TestServer): Promise<number> => {
  // Past the answer that is given again.
  clock.move(1_001);
  return (await app.inject({ url: '/readyz' })).statusCode;
};

async function urlOf({ dataDir }: TestServer): Promise<string> {
  return (await databaseUrl(dataDir)) ?? '';
}

it('given connections in use, when the server kills them repeatedly, then the process and calls go on', async () => {
  const server = await startTestServer(UNLIMITED);
  const { ana } = await server.createFamilyOfTwo();
  const tab = await openSocket(server.origin, ana.token);
  // A socket that has just come still reads what is its own; when it cannot, it is closed and comes again.
  await tab.send('location:update', HERE);
  for (let round = 0; round < 5; round += 1) {
    const calls = Array.from({ length: 30 }, (_, index) =>
      tab.send('location:update', { ...HERE, latitude: HERE.latitude + (round * 30 + index) / 1e4 }),
    );
    await dropConnections(await urlOf(server));
    const replies = await Promise.all(calls);
    // A commit whose answer was lost is an error, because its outcome is unknown; everything else is retried.
    for (const reply of replies)
      expect('ok' in reply || reply.error.startsWith('The server cannot save or read right now')).toBe(true);
    expect(await tab.send('location:update', HERE)).toEqual({ ok: true });
    expect(await readiness(server)).toBe(200);
  }
});

it('given a server that was read-only, when it takes writes again, then writing works on new connections', async () => {
  const server = await startTestServer();
  const ana = await server.createPerson();
  // Reads open connections to the server that only reads.
  const allowWrites = await refuseWrites(server.dataDir);
  await Promise.all(Array.from({ length: 20 }, () => ana.call('GET', '/api/families')));
  expect(await readiness(server)).toBe(503);
  const refused = await ana.call('POST', '/api/families', { name: 'Later' });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect((await ana.call('GET', '/api/families')).statusCode).toBe(200);

  await allowWrites();
  // These have been opened read-only and stay so: only throwing them away helps.
  await waitUntil(async () => (await readiness(server)) === 200);
  for (let family = 0; family < 15; family += 1)
    expect((await ana.call('POST', '/api/families', { name: 'Now' })).statusCode).toBe(201);
});

it('given a locked server, when 300 people write, then all get 503 with Retry-After until it is unlocked', async () => {
  const server = await startTestServer(UNLIMITED);
  const ana = await server.createPerson();
  const url = await urlOf(server);
  const locker = new Client({ connectionString: url });
  await locker.connect();
  await locker.query('begin; lock table families in exclusive mode');
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => ana.call('POST', '/api/families', { name: 'x' })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  expect(answers.every(({ headers }) => headers['retry-after'] !== undefined)).toBe(true);
  await locker.end();
  expect((await ana.call('POST', '/api/families', { name: 'x' })).statusCode).toBe(201);
});

describe('given changes that hold all connections they may hold', () => {
  async function lockChanges() {
    const server = await startTestServer({ ...UNLIMITED, env: { ...UNLIMITED.env, PHONES_OVER_HTTP: 'on' } });
    const { ana, bo } = await server.createFamilyOfTwo();
    const phone = await connectApp(server, ana);
    const other = await openSocket(server.origin, bo.token);
    const locker = new Client({ connectionString: await urlOf(server) });
    await locker.connect();
    await locker.query('begin; lock table families in exclusive mode');
    const changes = Array.from({ length: 300 }, () => bo.call('POST', '/api/families', { name: 'x' }));
    const waiting = `select 1 from pg_locks where relation = 'families'::regclass and not granted`;
    await waitUntil(async () => ((await locker.query(waiting)).rowCount ?? 0) >= 4);
    const unlock = async (): Promise<void> => {
      await locker.end();
      await Promise.all(changes);
    };
    return { server, ana, phone, other, unlock };
  }

  it('when someone connects and calls for help, then it is heard, not refused', async () => {
    const { server, ana, other, unlock } = await lockChanges();
    const caller = await openSocket(server.origin, ana.token);
    expect(await caller.send('sos:trigger', { ...HERE, clientId: 'call' })).toMatchObject({ ok: true });
    expect(await other.waitForEvent('sos:alert')).toMatchObject({ userId: ana.id });
    await unlock();
  });

  it('when a phone calls for help, then it is heard, not refused', async () => {
    const { server, ana, phone, other, unlock } = await lockChanges();
    expect((await sendOsmand(server, phone.key, { alarm: 'sos', lat: 46, lon: 14 })).statusCode).toBe(200);
    expect(await other.waitForEvent('sos:alert')).toMatchObject({ userId: ana.id });
    await unlock();
  });
});

describe('given calls that wait for the database, when a member reads, then there is an answer', () => {
  const requests = {
    'answers of strangers': {
      table: 'deliveries',
      call: ({ app }: TestServer) =>
        app.inject({
          method: 'POST',
          url: '/api/sos/answers',
          payload: { receipt: 'x'.repeat(22), answer: 'coming' },
        }),
    },
    'lists of days': {
      table: 'stay_corrections',
      call: ({ clock }: TestServer, bo: Person) => {
        const today = new Date(clock.now()).toISOString().slice(0, 10);
        return bo.call('GET', `/api/locations/days/${bo.id}?from=${today}&to=${today}`);
      },
    },
  };

  it.each(Object.entries(requests))('%s', async (_name, { table, call }) => {
    const server = await startTestServer(UNLIMITED);
    const { ana, bo } = await server.createFamilyOfTwo();
    const locker = new Client({ connectionString: await urlOf(server) });
    await locker.connect();
    await locker.query(`begin; lock table ${table} in access exclusive mode`);
    const calls = Array.from({ length: 30 }, () => call(server, bo));
    const waiting = `select 1 from pg_locks where relation = '${table}'::regclass and not granted`;
    await waitUntil(async () => ((await locker.query(waiting)).rowCount ?? 0) >= 4);

    expect((await ana.call('GET', '/api/families')).statusCode).toBe(200);
    await locker.end();
    await Promise.all(calls);
  });
});

describe('a server that never answers', () => {
  const open: Socket[] = [];
  let silent: Server;
  beforeAll((done) => {
    silent = createServer((socket) => open.push(socket)).listen(0, '127.0.0.1', done);
  });
  afterAll((done) => {
    for (const socket of open) socket.destroy();
    silent.close(done);
  });

  it('when Kinmap starts, then it gives up with one line that shows no password', async () => {
    const { port } = silent.address() as AddressInfo;
    for (const at of [`127.0.0.1:${port}`, '127.0.0.1:1']) {
      const error: unknown = await openPostgres(`postgres://me:geheim@${at}/kinmap`).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(StartupError);
      expect(String(error)).toMatch(
        /^StartupError: The database 127\.0\.0\.1:\d+\/kinmap cannot be reached[^\n]*\.$/u,
      );
      expect(String(error)).not.toContain('geheim');
    }
  });
});

it('given a missing database, or one of a newer version, then the start is refused with one line', async () => {
  const missing = new URL(await newDatabase());
  missing.pathname = 'nowhere';
  await expect(openPostgres(missing.href)).rejects.toThrow(/\/nowhere cannot be reached \(3D000\)/u);

  const server = await startTestServer();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(
    server.database,
  );
  await expect(openPostgres(await urlOf(server))).rejects.toThrow(
    /was written by a newer version of Kinmap; start that version instead\.$/u,
  );
});

it('given an empty database, when processes start one by one, then the tables are created once', async () => {
  const url = await newDatabase();
  // Each begins at another moment of the first one's migrations.
  const databases = await Promise.all(
    Array.from({ length: 30 }, (_, at) => wait(at * 3).then(() => openPostgres(url))),
  );
  for (const database of databases)
    expect(await database.selectFrom('users').selectAll().execute()).toEqual([]);
  await Promise.all(databases.map((database) => database.destroy()));
});
