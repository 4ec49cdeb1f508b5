/**
 * `npx tsx test/load/sosInFlood.ts`, after `npm run build`: one member of ten families jumps in and out of their thousand
 * places, in requests of 1,000 positions, while others call for help. Prints milliseconds from each call to its
 * acknowledgement, on SQLite and on PostgreSQL. Takes a minute on a machine that does nothing else. STORES=sqlite measures
 * one of them; SERVER_OPTIONS=--cpu-prof profiles the server.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { GEOFENCES_PER_FAMILY, LOCATIONS_PER_POST } from '#contract/limits';
import { routes } from '#contract/routes';
import { percentile } from '../bench/frame/statistics';
import { MemberClient } from '../support/memberClient';
import { type RunningServer, startServer } from '../support/server';
import { startOwnPostgres } from '../support/stores';

const FAMILIES = 10;
const CALLERS_PER_FAMILY = 2;
const CALLS_OF_EACH = 10;
/** Requests of the flood that wait for their answers at the same time. */
const AT_ONCE = 4;
/** Between two calls of one caller. */
const PAUSE_MS = 1_000;
const HERE = { latitude: 46.05, longitude: 14.5 };
/** About 11 km. */
const JUMP_DEGREES = 0.1;
const FIX_EVERY_MS = 100;
const FLOOD_BEGINS_BEFORE_MS = 6 * 3_600_000;

interface People {
  readonly jumper: MemberClient;
  readonly callers: readonly MemberClient[];
}

async function register(origin: string, name: string): Promise<MemberClient> {
  const person = new MemberClient(origin);
  await person.register({ name, email: `${name}@example.com`, password: 'correct horse battery' });
  return person;
}

async function createPeople(origin: string): Promise<People> {
  const jumper = await register(origin, 'jumper');
  const callers: MemberClient[] = [];
  for (let number = 0; number < FAMILIES; number += 1) {
    const { id: familyId, inviteCode } = await jumper.createFamily(`Family ${number}`);
    for (let caller = 0; caller < CALLERS_PER_FAMILY; caller += 1) {
      const person = await register(origin, `caller${number}-${caller}`);
      await person.joinFamily(inviteCode ?? '');
      await person.connect();
      callers.push(person);
    }
    for (let place = 0; place < GEOFENCES_PER_FAMILY; place += 1)
      await jumper.createGeofence({ familyId, name: `Place ${place}`, ...HERE, radius: 100 });
  }
  return { jumper, callers };
}

/** Sends requests until it is over. @returns their number */
async function flood(jumper: MemberClient, isOver: () => boolean): Promise<number> {
  let at = Date.now() - FLOOD_BEGINS_BEFORE_MS;
  let requests = 0;
  const jump = (_: unknown, index: number) => ({
    ...HERE,
    latitude: HERE.latitude + (index % 2) * JUMP_DEGREES,
    accuracy: 8,
    timestamp: new Date((at += FIX_EVERY_MS)).toISOString(),
  });
  const work = async (): Promise<void> => {
    while (!isOver()) {
      const body = Array.from({ length: LOCATIONS_PER_POST }, jump);
      await jumper.call(routes.postLocations, { body });
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return requests;
}

/** Calls for help again and again. @param share of the pause that passes before the first call */
async function call(caller: MemberClient, share: number, latencies: number[]): Promise<void> {
  await wait(share * PAUSE_MS);
  for (let number = 0; number < CALLS_OF_EACH; number += 1) {
    const since = performance.now();
    const ack = await caller.callForHelp({ ...HERE, clientId: randomUUID() });
    latencies.push(performance.now() - since);
    if (!('ok' in ack)) throw new Error(`A call for help was refused: ${ack.error}`);
    await wait(PAUSE_MS);
  }
}

async function look(origin: string, isOver: () => boolean, latencies: number[]): Promise<void> {
  while (!isOver()) {
    const since = performance.now();
    await (await fetch(`${origin}/livez`)).text();
    latencies.push(performance.now() - since);
    await wait(100);
  }
}

function report(name: string, latencies: readonly number[]): void {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1));
  process.stdout.write(
    `${name.padEnd(24)} ${String(latencies.length).padStart(5)}  p50 ${p50}  p99 ${p99}  most ${most}\n`,
  );
}

async function measure(store: string, server: RunningServer): Promise<void> {
  const { jumper, callers } = await createPeople(server.origin);
  const [calls, pages]: [number[], number[]] = [[], []];
  let isOver = false;
  const begun = performance.now();
  const flooded = flood(jumper, () => isOver);
  const looked = look(server.origin, () => isOver, pages);
  await Promise.all(callers.map((caller, index) => call(caller, index / callers.length, calls)));
  isOver = true;
  const [requests] = await Promise.all([flooded, looked]);
  report(`${store}, SOS`, calls);
  report(`${store}, /livez`, pages);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  process.stdout.write(`${requests} requests of the flood in ${seconds} s\n`);
  for (const caller of callers) caller.close();
}

async function measureOn(store: string): Promise<void> {
  const postgres = store === 'postgres' ? await startOwnPostgres({ durable: true }) : undefined;
  const server = await startServer({
    env: {
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...(postgres && { DATABASE_URL: postgres.url() }),
    },
    nodeOptions: process.env['SERVER_OPTIONS']?.split(' ') ?? [],
  });
  await measure(store, server);
  await server.stop();
  await postgres?.stop();
}

for (const store of (process.env['STORES'] ?? 'sqlite,postgres').split(',')) await measureOn(store);
process.exit(0);
