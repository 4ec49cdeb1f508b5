import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '#contract/chat';
import { EARTH_RADIUS_M } from '#contract/limits';
import { runSql } from '../support/runSql';
import { startServer, type RunningServer } from '../support/server';
import { startOwnPostgres, startOwnRedis, type OwnPostgres, type OwnRedis } from '../support/stores';
import { Client } from './support/client';
import { startProxy, type Proxy } from './support/proxy';
import { settle, type Resident } from './support/town';

/** Two processes of the built server, PostgreSQL that writes to the disk, Redis, and 200 clients behind a proxy. */

const SECRET = '7c1e5b0f9a3d8e2476b1c0d9f8a7e6b5c4d3e2f1';
const DATABASE = 'kinmap_processes';
const [FAMILIES, MEMBERS] = [40, 5];
const HERE = { latitude: 46.05, longitude: 14.5, accuracy: 8 };
const DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
/** The longest that all may take to know the same again. */
const CONVERGED_WITHIN_MS = 5_000;

let postgres: OwnPostgres;
let redis: OwnRedis;
let servers: RunningServer[] = [];
let proxy: Proxy;
let residents: Resident[];
let clients: Client[] = [];

const env = (): Record<string, string> => ({
  DATABASE_URL: postgres.url(DATABASE),
  REDIS_URL: redis.url,
  JWT_SECRET: SECRET,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
});

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startOwnPostgres({ durable: true }), startOwnRedis()]);
  await runSql(postgres.url(), `create database ${DATABASE}`);
  residents = await settle(postgres.url(DATABASE), SECRET, { families: FAMILIES, members: MEMBERS });
  servers = await Promise.all([startServer({ env: env() }), startServer({ env: env() })]);
  proxy = await startProxy(servers.map(({ origin }) => origin));
}, 120_000);

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

afterAll(async () => {
  await proxy.close();
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all([postgres.stop(), redis.stop()]);
}, 60_000);

/** Connects people through the proxy, or to one server past it. */
function arrive(people: readonly Resident[], origin = proxy.origin): Promise<Client[]> {
  const some = people.map((resident) => new Client(origin, resident));
  clients.push(...some);
  return Promise.all(some.map((client) => client.connected()));
}

const family = (number: number): Resident[] => residents.slice(number * MEMBERS, (number + 1) * MEMBERS);

/** Everybody writes so many messages, about one every 100 ms. */
async function everybodyWrites(some: readonly Client[], messages: number): Promise<void> {
  const write = async (client: Client): Promise<void> => {
    for (let number = 0; number < messages; number += 1) {
      await client.write(`message ${number}`);
      await wait(Math.random() * 200);
    }
  };
  await Promise.all(some.map(write));
}

/** What is stored is what was acknowledged, each message once, and everybody knows all of their family's. */
async function expectAllToKnow(some: readonly Client[]): Promise<void> {
  const { rows } = await runSql(postgres.url(DATABASE), 'select id, client_id, family_id from messages');
  const stored = rows as { id: string; client_id: string; family_id: string }[];
  const names = stored.map((row) => row.client_id);
  expect(new Set(names).size).toBe(names.length);
  const lost = some.flatMap(({ acknowledged }) => [...acknowledged]).filter((name) => !names.includes(name));
  expect(lost).toEqual([]);
  await Promise.all(some.map((client) => client.fetchMessages()));
  for (const client of some) {
    const ofFamily = stored.filter((row) => row.family_id === client.resident.familyId);
    expect([...client.messages.keys()].toSorted()).toEqual(ofFamily.map(({ id }) => id).toSorted());
  }
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Infinity;

it('given 2,000 messages of 200 clients and a killed process, then none is lost or duplicated', async () => {
  const all = await arrive(residents);
  const [first] = servers;
  const sending = everybodyWrites(all, 10);
  await wait(600);
  const killedAt = Date.now();
  const orphans = new Set<Client>();
  for (const client of all) client.socket.once('disconnect', () => orphans.add(client));
  await first?.kill9();
  await sending;
  await Promise.all(all.map((client) => client.connected()));
  const absences = [...orphans].map(({ connectedAt }) => (connectedAt.at(-1) ?? Infinity) - killedAt);
  expect(orphans.size).toBeGreaterThan(FAMILIES);
  expect(percentile(absences, 0.95)).toBeLessThanOrEqual(5_000);
  await expectAllToKnow(all);
  expect(all.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)).toBe(2_000);

  const again = await startServer({ env: { ...env(), PORT: new URL(first?.origin ?? '').port } });
  servers = [again, ...servers.slice(1)];
}, 120_000);

it('given fixes of one member through both processes, then the family gets one entry and one exit', async () => {
  const [walker, watcher] = family(1);
  if (!walker || !watcher) throw new Error('nobody');
  const [one, two] = servers;
  const both = (await Promise.all([arrive([walker], one?.origin), arrive([walker], two?.origin)])).flat();
  const [tab] = await arrive([watcher], two?.origin);
  const headers = { authorization: `Bearer ${walker.token}`, 'content-type': 'application/json' };
  const place = { name: 'School', ...HERE, accuracy: undefined, radius: 100, familyId: walker.familyId };
  const made = await fetch(`${one?.origin}/api/geofences`, {
    method: 'POST',
    headers,
    body: JSON.stringify(place),
  });
  expect(made.status).toBe(201);
  let at = Date.now() - 3_600_000;
  for (const metres of [900, 900, 0, 0, 0, 0, 900, 900, 900, 900]) {
    // At once, so that both judge at the same time.
    await Promise.all(
      both.map((client) =>
        client.insist('location:update', {
          ...HERE,
          latitude: HERE.latitude + metres / DEGREE,
          timestamp: new Date((at += 10_000)).toISOString(),
        }),
      ),
    );
  }
  await wait(500);
  const crossings = tab?.heard.map(([event]) => event).filter((event) => event.startsWith('geofence:'));
  expect(crossings).toEqual(['geofence:entered', 'geofence:exited']);
}, 60_000);

it('given a member with a tab at each process, when removed, then neither tab gets family events', async () => {
  const [admin, removed] = family(2);
  if (!admin || !removed) throw new Error('nobody');
  const [one, two] = servers;
  const [atOne] = await arrive([admin], one?.origin);
  const tabs = (await Promise.all([arrive([removed], one?.origin), arrive([removed], two?.origin)])).flat();
  const answer = await atOne?.call('DELETE', `/api/families/${admin.familyId}/members/${removed.id}`);
  expect(answer?.status).toBe(204);
  await wait(1_000);
  for (const tab of tabs) tab.heard.length = 0;
  await atOne?.insist('location:update', HERE);
  await atOne?.write('without you');
  await wait(500);
  expect(tabs.map(({ heard }) => heard)).toEqual([[], []]);
  for (const tab of tabs)
    expect((await tab.call('GET', `/api/messages/family/${admin.familyId}`)).status).toBe(404);
}, 60_000);

it('given PostgreSQL drops all connections and restarts, then no message is lost or duplicated', async () => {
  // Family 2 has lost a member.
  const all = await arrive(residents.filter(({ familyId }) => familyId !== 'family-2'));
  const sending = everybodyWrites(all, 15);
  for (let round = 0; round < 3; round += 1) {
    await wait(500);
    await runSql(
      postgres.url(),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${DATABASE}'`,
    );
  }
  await postgres.restart();
  await sending;
  await expectAllToKnow(all);
  for (const { origin } of servers) expect((await fetch(`${origin}/readyz`)).status).toBe(200);
}, 120_000);

it('given Redis hangs for 60 s, then local rooms work and all clients catch up afterwards', async () => {
  const [one, two] = servers;
  const here = await arrive(family(3), one?.origin);
  const there = await arrive(family(3), two?.origin);
  const [speaker, neighbour] = here;
  process.kill(redis.pid(), 'SIGSTOP');
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    await speaker?.write('anybody there?');
    const local = (): boolean => neighbour?.messages.size === speaker?.messages.size;
    while (!local()) await wait(20);
    await wait(2_000);
  }
  const before = [...here, ...there].map(({ connectedAt }) => connectedAt.length);
  process.kill(redis.pid(), 'SIGCONT');
  const returned = Date.now();
  const everybody = [...here, ...there];
  while (everybody.some(({ connectedAt }, index) => connectedAt.length === before[index])) await wait(50);
  await Promise.all(everybody.map((client) => client.fetchMessages()));
  const stored = await speaker?.get<Message[]>(`/api/messages/family/family-3?limit=200`);
  for (const { messages } of everybody)
    for (const { id } of stored ?? [{ id: 'nothing' }]) expect(messages.has(id)).toBe(true);
  expect(Date.now() - returned).toBeLessThan(CONVERGED_WITHIN_MS + 3_000);
  // Joined again.
  there[0]?.heard.splice(0);
  await speaker?.write('welcome back');
  await wait(1_000);
  expect(there[0]?.heard.some(([event]) => event === 'message:received')).toBe(true);
  for (const server of servers) expect(server.output()).not.toMatch(/uncaughtException|unhandledRejection/u);
}, 120_000);
