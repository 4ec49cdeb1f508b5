import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '#contract/chat';
import { EARTH_RADIUS_M } from '#contract/limits';
import { waitUntil } from '../server/support/socket';
import { runSql } from '../support/runSql';
import { startServer, type RunningServer } from '../support/server';
import { startOwnPostgres, startOwnRedis, type OwnPostgres, type OwnRedis } from '../support/stores';
import { Client } from './support/client';
import { startProxy, type Proxy } from './support/proxy';
import { seedMembers, type SeededMember } from './support/seedMembers';

/** Two processes of the built server, PostgreSQL that writes to the disk, Redis, and 200 clients behind a proxy. */

const SECRET = '7c1e5b0f9a3d8e2476b1c0d9f8a7e6b5c4d3e2f1';
const DATABASE = 'kinmap_processes';
const [FAMILIES, MEMBERS] = [40, 5];
const HERE = { latitude: 46.05, longitude: 14.5, accuracy: 8 };
const DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;

let postgres: OwnPostgres;
let redis: OwnRedis;
let servers: RunningServer[] = [];
let proxy: Proxy | undefined;
let members: SeededMember[];
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
  members = await seedMembers(postgres.url(DATABASE), SECRET, { families: FAMILIES, members: MEMBERS });
  servers = await Promise.all([startServer({ env: env() }), startServer({ env: env() })]);
  proxy = await startProxy(servers.map(({ origin }) => origin));
}, 120_000);

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

// Also stops what a start that failed half-way has left, or Jest would not exit.
afterAll(async () => {
  await proxy?.close();
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all([postgres?.stop(), redis?.stop()]);
}, 60_000);

/** Connects members through the proxy, or directly to one server. */
function connectClients(some: readonly SeededMember[], origin = proxy?.origin ?? ''): Promise<Client[]> {
  const connecting = some.map((member) => new Client(origin, member));
  clients.push(...connecting);
  return Promise.all(connecting.map((client) => client.whenConnected()));
}

const membersOf = (number: number): SeededMember[] => members.slice(number * MEMBERS, (number + 1) * MEMBERS);

/** Each client sends this many messages, about one every 100 ms. */
async function sendMessages(some: readonly Client[], messages: number): Promise<void> {
  const write = async (client: Client): Promise<void> => {
    for (let number = 0; number < messages; number += 1) {
      await client.sendMessage(`message ${number}`);
      await wait(Math.random() * 200);
    }
  };
  await Promise.all(some.map(write));
}

/** Expects each acknowledged message to be stored exactly once, and every client to have all of its family. */
async function expectAllMessagesEverywhere(some: readonly Client[]): Promise<void> {
  const { rows } = await runSql(postgres.url(DATABASE), 'select id, client_id, family_id from messages');
  const stored = rows as { id: string; client_id: string; family_id: string }[];
  const names = stored.map((row) => row.client_id);
  expect(new Set(names).size).toBe(names.length);
  const lost = some.flatMap(({ acknowledged }) => [...acknowledged]).filter((name) => !names.includes(name));
  expect(lost).toEqual([]);
  await Promise.all(some.map((client) => client.fetchMessages()));
  for (const client of some) {
    const ofFamily = stored.filter((row) => row.family_id === client.member.familyId);
    expect([...client.messages.keys()].toSorted()).toEqual(ofFamily.map(({ id }) => id).toSorted());
  }
}

it('given 2,000 messages of 200 clients and a killed process, then none is lost or duplicated', async () => {
  const all = await connectClients(members);
  const [first] = servers;
  const sending = sendMessages(all, 10);
  await wait(600);
  const killedAt = Date.now();
  const orphans = new Set<Client>();
  for (const client of all) client.socket.once('disconnect', () => orphans.add(client));
  await first?.kill9();
  await sending;
  await Promise.all(all.map((client) => client.whenConnected()));
  expect(orphans.size).toBeGreaterThan(FAMILIES);
  // They came back while the killed process was still down.
  expect([...orphans].filter(({ connectedAt }) => (connectedAt.at(-1) ?? 0) < killedAt)).toEqual([]);
  await expectAllMessagesEverywhere(all);
  expect(all.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)).toBe(2_000);

  const again = await startServer({ env: { ...env(), PORT: new URL(first?.origin ?? '').port } });
  servers = [again, ...servers.slice(1)];
}, 120_000);

it('given fixes of one member through both processes, then the family gets one entry and one exit', async () => {
  const [walker, watcher] = membersOf(1);
  if (!walker || !watcher) throw new Error('A family has no members');
  const [one, two] = servers;
  const both = (
    await Promise.all([connectClients([walker], one?.origin), connectClients([walker], two?.origin)])
  ).flat();
  const [tab] = await connectClients([watcher], two?.origin);
  const headers = { authorization: `Bearer ${walker.token}`, 'content-type': 'application/json' };
  const place = { name: 'School', ...HERE, accuracy: undefined, radius: 100, familyId: walker.familyId };
  const made = await fetch(`${one?.origin}/api/geofences`, {
    method: 'POST',
    headers,
    body: JSON.stringify(place),
  });
  expect(made.status).toBe(201);
  let at = Date.now() - 600_000;
  for (const metres of [900, 900, 0, 0, 0, 0, 900, 900, 900, 900]) {
    // At once, so that both processes evaluate at the same time.
    await Promise.all(
      both.map((client) =>
        client.emitUntilAcknowledged('location:update', {
          ...HERE,
          latitude: HERE.latitude + metres / DEGREE,
          timestamp: new Date((at += 10_000)).toISOString(),
        }),
      ),
    );
  }
  const crossings = () =>
    tab?.received.map(([event]) => event).filter((event) => event.startsWith('geofence:')) ?? [];
  await waitUntil(() => crossings().length >= 2);
  // None comes twice.
  await wait(500);
  expect(crossings()).toEqual(['geofence:entered', 'geofence:exited']);
}, 60_000);

it('given a member with a tab at each process, when removed, then neither tab gets family events', async () => {
  const [admin, removed] = membersOf(2);
  if (!admin || !removed) throw new Error('A family has no members');
  const [one, two] = servers;
  const [atOne] = await connectClients([admin], one?.origin);
  const tabs = (
    await Promise.all([connectClients([removed], one?.origin), connectClients([removed], two?.origin)])
  ).flat();
  const answer = await atOne?.call('DELETE', `/api/families/${admin.familyId}/members/${removed.id}`);
  expect(answer?.status).toBe(204);
  // The last event: until it is here, a process may not have removed its socket.
  await waitUntil(() => tabs.every(({ received }) => received.some(([event]) => event === 'family:changed')));
  await wait(1_000);
  for (const tab of tabs) tab.received.length = 0;
  await atOne?.emitUntilAcknowledged('location:update', HERE);
  await atOne?.sendMessage('without you');
  await wait(500);
  expect(tabs.map(({ received }) => received)).toEqual([[], []]);
  for (const tab of tabs)
    expect((await tab.call('GET', `/api/messages/family/${admin.familyId}`)).status).toBe(404);
}, 60_000);

it('given PostgreSQL drops all connections and restarts, then no message is lost or duplicated', async () => {
  // The previous test removed a member of family 2.
  const all = await connectClients(members.filter(({ familyId }) => familyId !== 'family-2'));
  const sending = sendMessages(all, 15);
  // These come back while there is no database, so their first handshakes are refused.
  for (const { socket } of all.slice(0, 60)) socket.io.engine.close();
  for (let round = 0; round < 3; round += 1) {
    await wait(500);
    await runSql(
      postgres.url(),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${DATABASE}'`,
    );
  }
  await postgres.restart();
  await sending;
  await expectAllMessagesEverywhere(all);
  for (const { origin } of servers) expect((await fetch(`${origin}/readyz`)).status).toBe(200);
}, 120_000);

it('given Redis hangs for 60 s, then local rooms work and all clients catch up afterwards', async () => {
  const [one, two] = servers;
  const here = await connectClients(membersOf(3), one?.origin);
  const there = await connectClients(membersOf(3), two?.origin);
  const [speaker, neighbour] = here;
  process.kill(redis.pid(), 'SIGSTOP');
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    await speaker?.sendMessage('while Redis hangs');
    const local = (): boolean => neighbour?.messages.size === speaker?.messages.size;
    while (!local()) await wait(20);
    await wait(2_000);
  }
  const before = [...here, ...there].map(({ connectedAt }) => connectedAt.length);
  process.kill(redis.pid(), 'SIGCONT');
  const allClients = [...here, ...there];
  while (allClients.some(({ connectedAt }, index) => connectedAt.length === before[index])) await wait(50);
  await Promise.all(allClients.map((client) => client.fetchMessages()));
  const stored = await speaker?.get<Message[]>(`/api/messages/family/family-3?limit=200`);
  for (const { messages } of allClients)
    for (const { id } of stored ?? [{ id: 'nothing' }]) expect(messages.has(id)).toBe(true);
  // Its rooms are joined again.
  there[0]?.received.splice(0);
  await speaker?.sendMessage('welcome back');
  await waitUntil(() => there[0]?.received.some(([event]) => event === 'message:received') === true);
  for (const server of servers) expect(server.output()).not.toMatch(/uncaughtException|unhandledRejection/u);
}, 120_000);
