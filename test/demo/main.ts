import { setTimeout as wait } from 'node:timers/promises';
import { startServer, type RunningServer } from '../support/server';
import { distanceBetween } from '#shared/geo';
import type { MemberClient } from '../support/memberClient';
import { simulatedRequests } from '../support/phoneSimulator';
import { speedUp, loadTrack } from '../support/tracks';
import { createDemoFamily, VIEWER_PLACE, type DemoFamily, type Walker } from './family';
import { freePort } from './freePort';
import { freshStore } from './freshStore';
import { readOptions, type DemoOptions } from './options';
import { demoTiles } from './tiles';
import { atMostEvery, backAndForth, type Step, walk } from './walk';

/** `npm run demo`: serves a family that moves. It uses the same API as a phone; its data is temporary. */

/** The server takes five fixes a second from one person; four leave room for a timer that runs late. */
const LEAST_MS_BETWEEN_FIXES = 250;
/** Of the members' phones, from 0 to 1. */
const DEMO_BATTERY = 0.64;
/** Settings that the demo passes to its server. */
const PASSED_ON = [
  'HOST',
  'TILE_URL',
  'TILE_URL_DARK',
  'TILE_ATTRIBUTION',
  'GEOCODER_URL',
  'LOG_LEVEL',
  'PUBLIC_URL',
];

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Sends a position with the current time, as a phone does. */
async function share(member: MemberClient, { latitude, longitude }: Place): Promise<void> {
  const reply = await member.share({ latitude, longitude, timestamp: new Date().toISOString() });
  if ('error' in reply) throw new Error(reply.error);
}

/** Sends steps as the member's app does, with the speed since the step before. */
function createReporter({ member, app, key }: Walker): (step: Step) => Promise<void> {
  let before: Step | undefined;
  return async (step) => {
    const secondsAgo = before ? (step.dueMs - before.dueMs) / 1_000 : 0;
    const speed = before && secondsAgo > 0 ? distanceBetween(before, step) / secondsAgo : 0;
    before = step;
    const fix = { ...step, at: Date.now(), accuracy: 8, speed, battery: DEMO_BATTERY };
    for (const { path, ...request } of simulatedRequests(app, key, [fix])) {
      const answer = await fetch(`${member.origin}${path}`, request);
      if (!answer.ok) throw new Error(`${app} got ${answer.status}`);
    }
  };
}

/** Moves one member until the signal aborts. Prints the first of several failed fixes, and goes on. */
function move(walker: Walker, speed: number, signal: AbortSignal): Promise<void> {
  const { name } = walker;
  const report = createReporter(walker);
  const way = backAndForth(speedUp(loadTrack(walker.track), speed), walker.fromMs / speed);
  const steps = atMostEvery(LEAST_MS_BETWEEN_FIXES, way);
  let isLost = false;
  const arrive = async (step: Step): Promise<void> => {
    try {
      await report(step);
      isLost = false;
    } catch (error) {
      if (!isLost && !signal.aborted)
        process.stderr.write(`${name}: a fix was lost: ${errorMessage(error)}\n`);
      isLost = true;
    }
  };
  return walk(steps, arrive, signal);
}

function welcome(origin: string, { walkers, signIn }: DemoFamily, speed: number): string {
  const names = walkers.map(({ name }) => name).join(', ');
  const pace = speed === 1 ? 'at real speed' : `${speed} times as fast as they were recorded`;
  return `
  Kinmap is running with a family to look at.

    Open       ${origin}
    Email      ${signIn.email}
    Password   ${signIn.password}

  ${names} move along recorded tracks, ${pace}.
  Stop with Ctrl-C; nothing is kept.
`;
}

/** The address to open: `localhost` instead of a loopback or wildcard address. */
function addressToOpen(origin: string): string {
  return origin.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])/u, '//localhost');
}

function serverSettings(port: number): Record<string, string> {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { LOG_LEVEL: 'warn', PHONES_OVER_HTTP: 'on', ...Object.fromEntries(passedOn), PORT: String(port) };
}

/** Resolves on SIGINT and SIGTERM. */
function askedToStop(): Promise<'asked'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve('asked'));
  });
}

/** Lets the family move; resolves with the reason for the end. */
async function play(
  server: RunningServer,
  { speed }: DemoOptions,
  asked: Promise<'asked'>,
): Promise<'asked' | 'died'> {
  const family = await createDemoFamily(server.origin);
  await family.viewer.connect();
  await share(family.viewer, VIEWER_PLACE);
  family.viewer.close();
  const ending = new AbortController();
  const walks = Promise.all(family.walkers.map((walker) => move(walker, speed, ending.signal)));
  process.stdout.write(welcome(addressToOpen(server.origin), family, speed));
  const died = server.exited.then(() => 'died' as const);
  // Ctrl-C also ends the server, so its end alone is no failure.
  const reason = await Promise.race([asked, died.then(() => wait(200, 'died' as const))]);
  ending.abort();
  for (const { member } of family.walkers) member.close();
  await walks;
  return reason;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const asked = askedToStop();
  const store = await freshStore(process.env);
  const tiles = await demoTiles(process.env);
  const server = await startServer({
    env: { ...serverSettings(await freePort(options.port)), ...tiles.env, ...store.env },
  });
  try {
    const reason = await Promise.race([asked.then(() => 'asked' as const), play(server, options, asked)]);
    if (reason === 'died') throw new Error(`The server ended unexpectedly:\n${server.output().trim()}`);
    process.stdout.write('\n  The demo has ended. Goodbye!\n');
  } finally {
    await server.stop();
    await tiles.close();
    await store.remove();
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

main().then(
  // Walks may still wait for an acknowledgement that never comes.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exit(1);
  },
);
