import { sql } from 'kysely';
import { callAs, createFamily, parseError, PASSWORD, type Person } from './support/people';
import { closeSockets, openSocket, type TestSocket } from './support/socket';
import { closeTestServers, startTestServer, type TestServer, UNLIMITED } from './support/startTestServer';

afterAll(closeTestServers);
afterEach(closeSockets);

/** Lets the database grow to so many pages and no further, as a disk does. */
async function limitTo(server: TestServer, pages: number): Promise<void> {
  await sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(server.database);
}

/** Sends positions until one is refused. @returns its sentence, and the times of those that were acknowledged */
async function fill(tab: TestSocket, start: number): Promise<[string, number[]]> {
  const acknowledged: number[] = [];
  for (let at = start; ; at += 1_000) {
    const fix = { latitude: 1, longitude: 2, timestamp: new Date(at).toISOString() };
    const ack = await tab.send('location:update', fix);
    if ('error' in ack) return [ack.error, acknowledged];
    acknowledged.push(at);
  }
}

it('given a full disk, then writes are refused and reads work; with room again, writes work too', async () => {
  const server = await startTestServer(UNLIMITED);
  const ana: Person = await server.createPerson('Ana');
  await createFamily(ana);
  const tab = await openSocket(server.origin, ana.token);
  await limitTo(server, 1);
  const start = Date.now() - 86_400_000;
  const [sentence, acknowledged] = await fill(tab, start);
  expect(sentence).toBe('The server cannot save or read right now, please try again in a moment');

  // A name that needs a page of its own.
  const refused = await Promise.all(
    Array.from({ length: 3 }, () => ana.call('POST', '/api/families', { name: 'x'.repeat(100) })),
  );
  for (const answer of refused.filter(({ statusCode }) => statusCode !== 201)) {
    expect(parseError(answer)[0]).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
  }
  expect((await ana.call('GET', '/api/families')).statusCode).toBe(200);
  const login = { email: ana.email, password: PASSWORD };
  expect((await callAs(server.app, undefined, 'POST', '/api/auth/login', login)).statusCode).toBe(200);

  await limitTo(server, 1_000_000);
  const later = new Date(start + 80_000_000).toISOString();
  expect(await tab.send('location:update', { latitude: 3, longitude: 4, timestamp: later })).toEqual({
    ok: true,
  });
  const rows = await server.database.selectFrom('locations').select('recorded_at').execute();
  const stored = new Set(rows.map((row) => row.recorded_at));
  expect(acknowledged.filter((at) => !stored.has(at))).toEqual([]);
  expect(stored.size).toBe(acknowledged.length + 1);
  const { rows: findings } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
    server.database,
  );
  expect(findings).toEqual([{ integrity_check: 'ok' }]);
});
