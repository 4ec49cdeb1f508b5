import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { MemberClient } from '../support/memberClient';
import { makeDataDir, startServer } from '../support/server';

jest.setTimeout(60_000);

const MAIN = join(process.cwd(), 'dist/server/main.js');

/** Starts the built server with these settings and waits for it to give up. */
function refusedStart(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: makeDataDir(), ...env },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, lines: stderr.trim().split('\n') };
}

describe('a wrong setting', () => {
  it.each([
    ['PORT', '80000'],
    ['PORT', 'http'],
    ['HOST', 'not a host'],
    ['DATABASE_URL', 'postgres://localhost/kinmap'],
    ['REDIS_URL', 'redis://localhost'],
    ['JWT_SECRET', 'too-short'],
    ['PUBLIC_URL', 'kinmap'],
    ['TILE_URL', 'nowhere'],
    ['GEOCODER_URL', 'nowhere'],
    ['LOCATION_RETENTION_DAYS', 'a month'],
    ['RATE_LIMITS', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['DATA_DIR', '/dev/null/kinmap'],
    ['DATA_DIR', '/proc/kinmap'],
  ])('given %s=%s, then the server exits with code 1 and one line that names the setting', (name, value) => {
    const { status, stdout, lines } = refusedStart({ [name]: value });
    expect({ status, stdout, count: lines.length }).toEqual({ status: 1, stdout: '', count: 1 });
    expect(lines[0]).toContain(name === 'DATA_DIR' ? value : name);
  });
});

it('given a server that is busy, when 1,000 connections come at once, then none of them is put off', async () => {
  const server = await startServer();
  const port = Number(new URL(server.origin).port);
  process.kill(server.pid, 'SIGSTOP');
  const connections = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'));
  await Promise.all(connections.map((connection) => once(connection, 'connect')));
  // The server ends silent ones.
  for (const connection of connections) connection.on('error', () => undefined);
  process.kill(server.pid, 'SIGCONT');
  expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
  for (const connection of connections) connection.destroy();
  await server.stop();
});

it('given a second start on the same data, then all data is there and old tokens work', async () => {
  const first = await startServer();
  const ana = new MemberClient(first.origin);
  await ana.register({ name: 'Ana', email: 'ana@example.si', password: 'Sunny-days-1' });
  await ana.createFamily('The Novaks');
  await ana.connect();
  await ana.share({ latitude: 45.28, longitude: 13.72, accuracy: 9 });
  ana.close();
  expect(await first.stop()).toBe(0);

  const second = await startServer({ dataDir: first.dataDir });
  const again = new MemberClient(second.origin);
  await again.login({ email: 'ana@example.si', password: 'Sunny-days-1' });
  expect((await again.families()).map(({ name }) => name)).toEqual(['The Novaks']);
  expect(await again.familyLocations()).toMatchObject([{ latitude: 45.28, longitude: 13.72, accuracy: 9 }]);
  const me = await fetch(`${second.origin}/api/users/me`, {
    headers: { Authorization: `Bearer ${ana.token}` },
  });
  expect(me.status).toBe(200);
  expect(await second.stop()).toBe(0);
});

it('given a kill while sharing, then every acknowledged position is stored', async () => {
  const first = await startServer({ env: { RATE_LIMITS: 'off' } });
  const ana = new MemberClient(first.origin);
  await ana.register({ name: 'Ana', email: 'ana@example.si', password: 'Sunny-days-1' });
  await ana.connect();
  const acknowledged: number[] = [];
  const start = Date.now();
  const sends = Array.from({ length: 400 }, async (_, index) => {
    const ack = await ana.share({
      latitude: 45,
      longitude: 13,
      timestamp: new Date(start - 400_000 + index * 1_000).toISOString(),
    });
    if ('ok' in ack) acknowledged.push(index);
    if (acknowledged.length === 100) await first.kill9();
  });
  await Promise.allSettled(sends);
  ana.close();
  const second = await startServer({ dataDir: first.dataDir });
  const again = new MemberClient(second.origin);
  await again.login({ email: 'ana@example.si', password: 'Sunny-days-1' });
  const days = [
    ...new Set([start - 400_000, start].map((time) => new Date(time).toISOString().slice(0, 10))),
  ];
  const stored = new Set<number>();
  for (const date of days) {
    const answer = await fetch(`${second.origin}/api/locations/history/${again.user.id}?date=${date}`, {
      headers: { Authorization: `Bearer ${again.token}` },
    });
    const entries = (await answer.json()) as { timestamp: string }[];
    for (const { timestamp } of entries) stored.add((Date.parse(timestamp) - start + 400_000) / 1_000);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(100);
  expect(acknowledged.filter((index) => !stored.has(index))).toEqual([]);
  await second.stop();
});

it('given the built page, then it is served with settings, headers and icons; unknown files give 404', async () => {
  const server = await startServer({ env: { TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png' } });
  const page = await fetch(`${server.origin}/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('name="kinmap-settings"');
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/u);
  const status = async (path: string) => (await fetch(server.origin + path)).status;
  expect(
    await Promise.all(
      ['/chat', '/favicon.svg', '/favicon.ico', '/manifest.webmanifest', '/livez', '/readyz'].map(status),
    ),
  ).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await Promise.all(['/no.js', '/api/none', '/.env', '/..%2fserver/main.js'].map(status))).toEqual([
    404, 404, 404, 404,
  ]);
  await server.stop();
});
