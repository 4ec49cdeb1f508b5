import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { PHONE_APPS, type PhoneApp } from '#contract/phones';
import { routes } from '#contract/routes';
import { waitUntil } from '../server/support/socket';
import { MemberClient } from '../support/memberClient';
import { type SimulatedFix, simulatedRequests } from '../support/phoneSimulator';
import { type RunningServer, startServer } from '../support/server';
import { loadTrack } from '../support/tracks';
import { emptyQueue, newQueueLog, queueOf } from './support/phoneQueues';

/** The built server is killed, locked and flooded while apps of phones empty their queues: nothing is lost or doubled. */

jest.setTimeout(180_000);

const HOUR_MS = 3_600_000;
const ENV = { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on', LOG_LEVEL: 'trace' };
const TRACK = loadTrack('hike');
/** The phone was offline for 6 hours, and took a position every 6 minutes on its way. */
const FIXES = 60;
const STEP_MS = (6 * HOUR_MS) / FIXES;
const STRIDE = 8;

/** Keys and tickets of this run, which nothing may hold but those who got them. */
const secrets = new Set<string>();
const outputs: (() => string)[] = [];
let server: RunningServer;

async function start(env: Record<string, string> = {}, dataDir?: string): Promise<RunningServer> {
  const started = await startServer({
    env: { ...ENV, ...env },
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  outputs.push(started.output);
  return started;
}

/** Kills the server and starts it again at the same address, on what the killed one has stored. */
async function killAndRestart(killed: RunningServer): Promise<RunningServer> {
  await killed.kill9();
  return start({ PORT: new URL(killed.origin).port }, killed.dataDir);
}

/** Runs work on the database of a server that runs. */
function inStore<Result>({ dataDir }: RunningServer, work: (store: BetterSqlite.Database) => Result): Result {
  const store = new BetterSqlite(join(dataDir, 'kinmap.sqlite'));
  try {
    return work(store);
  } finally {
    store.close();
  }
}

interface Walker {
  readonly person: MemberClient;
  readonly viewer: MemberClient;
  /** Connects a phone, as if that had been yesterday. */
  addPhone(app: PhoneApp): Promise<string>;
}

let people = 0;
/** A member who walks, with another one who watches; two places are on the way. */
async function createWalker(on: RunningServer): Promise<Walker> {
  const [person, viewer] = [new MemberClient(on.origin), new MemberClient(on.origin)];
  for (const one of [person, viewer]) {
    people += 1;
    await one.register({
      name: `P${people}`,
      email: `p${people}@example.com`,
      password: 'correct horse battery',
    });
  }
  const { id: familyId, inviteCode } = await viewer.createFamily('Family');
  await person.joinFamily(inviteCode ?? '');
  await viewer.clearAlerts();
  for (const [name, index] of [['Hut', 200] as const, ['Top', STRIDE * (FIXES - 1)] as const]) {
    const { latitude = 0, longitude = 0 } = TRACK[index] ?? {};
    await viewer.createGeofence({ familyId, name, latitude, longitude, radius: 200 });
  }
  return {
    person,
    viewer,
    async addPhone(app) {
      const { phone, key, ticket } = await person.call(routes.addPhone, { body: { name: app, app } });
      for (const secret of [key, ticket]) secrets.add(secret);
      const yesterday = Date.now() - 24 * HOUR_MS;
      inStore(on, (store) => {
        store.prepare('update phones set created_at = ? where id = ?').run(yesterday, phone.id);
        // Crossings from before joining are no news.
        store
          .prepare('update family_members set joined_at = ? where user_id in (?, ?)')
          .run(yesterday, person.user.id, viewer.user.id);
      });
      return key;
    },
  };
}

/** A recorded way that ends at a moment. @param end epoch milliseconds, whole seconds */
const wayUntil = (end: number): SimulatedFix[] =>
  Array.from({ length: FIXES }, (_, index) => {
    const { latitude = 0, longitude = 0 } = TRACK[index * STRIDE] ?? {};
    const at = end - (FIXES - 1 - index) * STEP_MS;
    return { latitude, longitude, at, accuracy: 8, speed: 1.25, battery: 0.5 };
  });

/** What the family sees of a member: the map, the history, the alerts. */
async function seenOf({ person, viewer }: Walker) {
  const [location] = (await viewer.familyLocations()).filter(({ userId }) => userId === person.user.id);
  const { alerts } = await viewer.call(routes.listAlerts);
  const rows = inStore(server, (store) =>
    store
      .prepare(
        'select recorded_at, latitude, longitude from locations where user_id = ? order by recorded_at',
      )
      .all(person.user.id),
  );
  return {
    map: { latitude: location?.latitude, longitude: location?.longitude, timestamp: location?.timestamp },
    history: rows,
    alerts: alerts.map(
      ({ kind, payload, at }) => `${kind} ${'geofenceName' in payload ? payload.geofenceName : ''} ${at}`,
    ),
  };
}

beforeAll(async () => {
  server = await start();
});
afterAll(() => server?.stop());

const kinds = (alerts: readonly string[]): string[] =>
  alerts.map((alert) => alert.split(' ').slice(0, 2).join(' ')).toSorted();

it.each(PHONE_APPS)(
  'given %s, 6 hours offline, a kill amid its queue and all of it twice, then all is as without',
  async (app) => {
    const fixes = wayUntil(Math.floor(Date.now() / 1_000) * 1_000 - 60_000);
    const [calm, tried] = [await createWalker(server), await createWalker(server)];
    await emptyQueue(server.origin, queueOf(app, await calm.addPhone(app), fixes), newQueueLog());
    const expected = await seenOf(calm);

    const queue = queueOf(app, await tried.addPhone(app), fixes);
    const tablet = await tried.addPhone('colota');
    const home = fixes.map((fix) => ({ ...fix, latitude: 45, longitude: 14, at: fix.at + 1_000 }));
    const log = newQueueLog();
    await emptyQueue(server.origin, queue.slice(0, 2), log);
    const emptying = emptyQueue(server.origin, queue, log);
    const atHome = emptyQueue(server.origin, queueOf('colota', tablet, home), newQueueLog());
    // Overland has sent the rest of its queue before `waitUntil` looks again.
    while (log.statuses.length < 2 + queue.length / 3) await wait(1);
    server = await killAndRestart(server);
    await Promise.all([emptying, atHome]);
    await emptyQueue(server.origin, queue, log);

    expect(new Set(log.statuses)).toEqual(new Set([0, 200]));
    const seen = await seenOf(tried);
    expect(seen).toEqual(expected);
    expect(seen.history).toHaveLength(FIXES);
    expect(kinds(seen.alerts)).toEqual(['arrival Hut', 'arrival Top', 'departure Hut']);
    for (const secret of secrets) expect(log.answers.join('\n')).not.toContain(secret);
  },
);

it('given a second phone that took over, a kill, and the queue of the first, then its hours stay its own', async () => {
  // The newest position stays fresh also on a slow machine.
  const end = Math.floor(Date.now() / 1_000) * 1_000 + 60_000;
  const walker = await createWalker(server);
  const { person } = walker;
  const [first, second] = [await walker.addPhone('owntracks'), await walker.addPhone('colota')];
  const way = wayUntil(end);
  await emptyQueue(server.origin, queueOf('owntracks', first, way.slice(0, 10)), newQueueLog());
  // As if the first one had been heard for the last time when it took its tenth position.
  const heardAt = way[9]?.at ?? 0;
  inStore(server, (store) =>
    store.prepare('update position_sources set heard_at = ? where user_id = ?').run(heardAt, person.user.id),
  );
  const standIn = way
    .slice(20, 50)
    .map((fix, index) => ({ ...fix, latitude: 45 + index / 100, longitude: 14 }));
  await emptyQueue(server.origin, queueOf('colota', second, standIn), newQueueLog());
  const log = newQueueLog();
  const queue = queueOf('owntracks', first, way.slice(10));
  const emptying = emptyQueue(server.origin, queue, log);
  await waitUntil(() => log.statuses.length >= queue.length / 3);
  server = await killAndRestart(server);
  await emptying;
  await emptyQueue(server.origin, queue, log);
  expect(new Set(log.statuses)).toEqual(new Set([0, 200]));
  const { history } = await seenOf(walker);
  const rows = history as { recorded_at: number; longitude: number }[];
  const ofSecond = rows.filter(({ longitude }) => longitude === 14).map(({ recorded_at: at }) => at);
  const ofFirst = rows.filter(({ longitude }) => longitude !== 14).map(({ recorded_at: at }) => at);
  expect(ofSecond.length).toBeGreaterThan(20);
  const [from = 0, until = 0] = [ofSecond[0], ofSecond.at(-1)];
  expect(ofFirst.filter((at) => at >= from && at <= until)).toEqual([]);
  expect(ofFirst.length).toBeGreaterThan(20);
  expect(ofFirst.at(-1)).toBe(end);
});

it('given a database that another program locks, then the apps get 503 and lose nothing', async () => {
  const fixes = wayUntil(Math.floor(Date.now() / 1_000) * 1_000 - 60_000).slice(0, 10);
  const log = newQueueLog();
  const walkers = await Promise.all(
    PHONE_APPS.map(async (app) => ({ app, walker: await createWalker(server) })),
  );
  const queues: ReturnType<typeof queueOf>[] = [];
  for (const { app, walker } of walkers) queues.push(queueOf(app, await walker.addPhone(app), fixes));
  const locker = new BetterSqlite(join(server.dataDir, 'kinmap.sqlite'));
  locker.exec('begin immediate');
  const emptying = Promise.all(queues.map((queue) => emptyQueue(server.origin, queue, log)));
  await waitUntil(() => log.statuses.length >= PHONE_APPS.length);
  locker.exec('rollback');
  locker.close();
  await emptying;
  expect(new Set(log.statuses)).toEqual(new Set([200, 503]));
  for (const { walker } of walkers) expect((await seenOf(walker)).history).toHaveLength(10);
});

it('given 5,000 positions in one body, a kill, and the body again, then all is as without the kill', async () => {
  const end = Math.floor(Date.now() / 1_000) * 1_000 - 600_000;
  const fixes = wayUntil(end).flatMap((fix, index, all) => {
    const next = all[index + 1] ?? fix;
    return Array.from({ length: 84 }, (_, part) => ({
      ...fix,
      latitude: fix.latitude + ((next.latitude - fix.latitude) * part) / 84,
      longitude: fix.longitude + ((next.longitude - fix.longitude) * part) / 84,
      at: fix.at + part * 4_000,
    }));
  });
  const [calm, tried] = [await createWalker(server), await createWalker(server)];
  const asOne = (key: string) => {
    const requests = simulatedRequests('owntracks', key, fixes);
    const body = JSON.stringify(requests.map((request) => JSON.parse(request.body) as unknown));
    return requests.slice(0, 1).map((request) => ({ ...request, body }));
  };
  await emptyQueue(server.origin, asOne(await calm.addPhone('owntracks')), newQueueLog());
  const expected = await seenOf(calm);
  const log = newQueueLog();
  const emptying = emptyQueue(server.origin, asOne(await tried.addPhone('owntracks')), log);
  const stored = (): number =>
    inStore(server, (store) =>
      Number(
        store.prepare('select count(*) from locations where user_id = ?').pluck().get(tried.person.user.id),
      ),
    );
  while (stored() === 0) await wait(1);
  server = await killAndRestart(server);
  const kept = stored();
  await emptying;
  expect(log.statuses).toContain(0);
  expect(kept).toBeGreaterThan(0);
  expect(await seenOf(tried)).toEqual(expected);
  expect(expected.history).toHaveLength(fixes.length);
  expect(kinds(expected.alerts)).toEqual(['arrival Top']);
});

it('given more requests than a minute has, then the phone waits for its answers, and none is refused', async () => {
  const limited = await start({ RATE_LIMITS: 'on' });
  const walker = await createWalker(limited);
  const key = await walker.addPhone('osmand');
  const log = newQueueLog();
  const heartbeat = { path: '/phone/osmand', method: 'POST' as const, headers: {}, body: `id=${key}` };
  await emptyQueue(
    limited.origin,
    Array.from({ length: 1_201 }, () => heartbeat),
    log,
  );
  expect(new Set(log.statuses)).toEqual(new Set([200]));
  await limited.stop();
});

it('given all these runs, then no log and no file of the database holds a key or a ticket', () => {
  const logs = outputs.map((output) => output()).join('\n');
  expect(logs).toContain('/phone/owntracks');
  expect(secrets.size).toBeGreaterThan(20);
  const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(files.some((file) => file.includes('owntracks'))).toBe(true);
  for (const text of [logs, ...files])
    for (const secret of secrets) expect(text.includes(secret)).toBe(false);
});
