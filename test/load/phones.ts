/**
 * `npx tsx test/load/phones.ts`, after `npm run build`: a thousand phones send a position every ten seconds to a server of
 * its own, while fifty others empty queues of 5,000. Prints milliseconds until the answers. Takes some minutes on a machine
 * that does nothing else. Then a thousand phones with OwnTracks send to Kinmap and to a server that works like the OwnTracks
 * Recorder. LIVE, QUEUES and MEASURED_MS make it smaller; SERVER_OPTIONS=--cpu-prof profiles the server.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { PHONE_APPS, type PhoneApp } from '#contract/phones';
import { routes } from '#contract/routes';
import { percentile } from '../bench/frame/statistics';
import { MemberClient } from '../support/memberClient';
import { type SimulatedFix, simulatedRequests } from '../support/phoneSimulator';
import { startServer } from '../support/server';

const LIVE = Number(process.env['LIVE'] ?? 1_000);
const QUEUES = Number(process.env['QUEUES'] ?? 50);
const QUEUE_LENGTH = 5_000;
/** What Overland sends at once by default. */
const BATCH = 200;
const EVERY_MS = 10_000;
const MEASURED_MS = Number(process.env['MEASURED_MS'] ?? 60_000);
const FAMILY_SIZE = 5;
const AT_ONCE = 8;

interface App {
  readonly app: PhoneApp;
  readonly key: string;
  readonly person: MemberClient;
}

const server = await startServer({
  env: {
    RATE_LIMITS: 'off',
    PHONES_OVER_HTTP: 'on',
    LOG_LEVEL: 'warn',
  },
  nodeOptions: process.env['SERVER_OPTIONS']?.split(' ') ?? [],
});

/** Five people with a phone each, and two places. */
async function createFamily(number: number): Promise<App[]> {
  const people = Array.from({ length: FAMILY_SIZE }, () => new MemberClient(server.origin));
  for (const [index, person] of people.entries())
    await person.register({
      name: `P${number} ${index}`,
      email: `p${number}-${index}@example.com`,
      password: 'correct horse battery',
    });
  const family = await people[0]?.createFamily('Family');
  for (const person of people.slice(1)) await person.joinFamily(family?.inviteCode ?? '');
  for (const name of ['Home', 'School'])
    await people[0]?.createGeofence({
      familyId: family?.id ?? '',
      name,
      latitude: 46,
      longitude: 14,
      radius: 200,
    });
  return Promise.all(
    people.map(async (person, index) => {
      const app = PHONE_APPS[(number + index) % PHONE_APPS.length] ?? 'osmand';
      const { key } = await person.call(routes.addPhone, { body: { name: 'Phone', app } });
      return { app, key, person };
    }),
  );
}

async function createAll(families: number): Promise<App[]> {
  const apps: App[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < families) apps.push(...(await createFamily((next += 1))));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return apps;
}

const fixAt = (at: number, steps: number): SimulatedFix => ({
  latitude: 46 + (steps % 1_000) / 10_000,
  longitude: 14,
  at: Math.floor(at / 1_000) * 1_000,
  accuracy: 8,
  speed: 5,
  battery: 0.5,
});

/** Answers that were 503, because the server was too busy. */
let refused = 0;

/** Sends and reads the answer. @returns milliseconds @throws for any status but 200 and 503 */
async function timed(path: string, request: RequestInit, origin = server.origin): Promise<number> {
  const since = performance.now();
  const answer = await fetch(origin + path, request);
  await answer.arrayBuffer();
  if (answer.status === 503) refused += 1;
  else if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - since;
}

interface Live {
  /** As `performance.now` returns it. */
  readonly until: number;
  readonly latencies: number[];
  readonly origin?: string;
}

/** Sends a position every ten seconds, from a moment of its own on. */
async function live({ app, key }: App, number: number, { until, latencies, origin }: Live): Promise<void> {
  const start = performance.now();
  for (let round = 0; ; round += 1) {
    const due = start + (number / LIVE + round) * EVERY_MS;
    if (due > until) return;
    await wait(Math.max(0, due - performance.now()));
    for (const { path, ...request } of simulatedRequests(app, key, [fixAt(Date.now(), number + round)]))
      latencies.push(await timed(path, request, origin));
  }
}

/** Empties a queue, one request after the other. */
async function empty({ app, key }: App, latencies: number[]): Promise<void> {
  const now = Date.now();
  const fixes = Array.from({ length: QUEUE_LENGTH }, (_, index) =>
    fixAt(now - (QUEUE_LENGTH - index) * 10_000, index),
  );
  const size = app === 'overland' ? BATCH : QUEUE_LENGTH;
  for (let from = 0; from < fixes.length; from += size)
    for (const { path, ...request } of simulatedRequests(app, key, fixes.slice(from, from + size)))
      latencies.push(await timed(path, request));
}

/** What the map of a member asks for when it opens. */
async function look({ person }: App, until: number, latencies: number[]): Promise<void> {
  const headers = { authorization: `Bearer ${person.token}` };
  while (performance.now() < until) {
    for (const path of ['/api/users/me', '/api/families', '/api/locations/family', '/api/presence'])
      latencies.push(await timed(path, { headers }));
    await wait(250);
  }
}

function report(name: string, latencies: readonly number[]): void {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1));
  process.stdout.write(
    `${name.padEnd(38)} ${String(latencies.length).padStart(7)}  p50 ${p50}  p99 ${p99}  most ${most}\n`,
  );
}

const apps = await createAll(Math.ceil((LIVE + QUEUES) / FAMILY_SIZE));
const [liveApps, queueApps] = [apps.slice(0, LIVE), apps.slice(LIVE, LIVE + QUEUES)];
const store = new Database(`${server.dataDir}/kinmap.sqlite`);
store.prepare('update phones set created_at = ?').run(Date.now() - 30 * 24 * 3_600_000);
store.close();

/** @param withQueues whether the others empty their queues meanwhile */
async function measure(withQueues: boolean): Promise<void> {
  const [ofLive, ofQueues, ofPages]: number[][] = [[], [], []];
  const until = performance.now() + MEASURED_MS;
  const queues = withQueues ? queueApps.map((app) => empty(app, ofQueues ?? [])) : [];
  const begun = performance.now();
  const emptied = Promise.all(queues).then(() => performance.now() - begun);
  await Promise.all([
    ...liveApps.map((app, number) => live(app, number, { until, latencies: ofLive ?? [] })),
    ...liveApps.slice(0, 3).map((app) => look(app, until, ofPages ?? [])),
  ]);
  report(`live phones${withQueues ? ', others empty queues' : ''}`, ofLive ?? []);
  report(`pages${withQueues ? ', others empty queues' : ''}`, ofPages ?? []);
  if (!withQueues) return;
  const taken = ofQueues?.length ?? 0;
  const milliseconds = await emptied;
  report('requests of the queues', ofQueues ?? []);
  process.stdout.write(
    `${taken} of their requests in ${MEASURED_MS / 1_000} s, all in ${Math.round(milliseconds / 1_000)} s\n`,
  );
}

/** The same phones, all with OwnTracks: Kinmap has to know each one's key, so those that have it take turns. */
async function compare(origin: string): Promise<void> {
  const ownTracks = liveApps.filter(({ app }) => app === 'owntracks');
  const phones = Array.from({ length: Math.ceil(LIVE / ownTracks.length) }, () => ownTracks).flat();
  for (const [name, to] of [
    ['OwnTracks, like the Recorder', origin],
    ['OwnTracks, Kinmap', server.origin],
  ] as const) {
    const latencies: number[] = [];
    const until = performance.now() + MEASURED_MS;
    await Promise.all(phones.map((app, number) => live(app, number, { until, latencies, origin: to })));
    report(name, latencies);
  }
}

await measure(false);
await measure(true);
const recorder = fork(join(import.meta.dirname, 'recorderLikeServer.ts'), { execArgv: ['--import', 'tsx'] });
const [recorderOrigin] = (await once(recorder, 'message')) as [string];
await compare(recorderOrigin);
recorder.disconnect();
process.stdout.write(`${refused} answers were 503\n`);
await server.stop();
process.exit(0);
