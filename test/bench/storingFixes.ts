/**
 * What the geofences of a family add to the storing of one fix: the whole way through the services on a real file, with
 * every commit on the disk. The person walks through the town, so most fixes change nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Fastify from 'fastify';
import { systemClock, uuids } from '../../src/server/clock';
import { readConfig } from '../../src/server/config';
import { openSqlite } from '../../src/server/db/sqlite';
import type { Realtime } from '../../src/server/realtime';
import { createServices } from '../../src/server/services';

const FIXES = 2_000;
const HOUR_MS = 3_600_000;

/** Nobody listens here. */
const silence: Realtime = {
  memberJoined: () => undefined,
  memberLeft: () => undefined,
  locationUpdated: () => undefined,
  hand: async () => false,
  isConnected: () => false,
};

/** A family of two with so many geofences, on a new file. */
async function aFamily(folder: string, count: number) {
  const settings = readConfig({ DATA_DIR: folder });
  if ('problems' in settings) throw new Error(settings.problems.join('\n'));
  const database = await openSqlite(folder);
  const passwords = { hash: async (text: string) => text, verify: async () => true };
  const deps = {
    config: settings.config,
    database,
    secret: 'x'.repeat(32),
    clock: systemClock,
    ids: uuids,
    passwords,
  };
  const services = await createServices(deps, silence, Fastify({ logger: false }).log);
  const [ana, bo] = await Promise.all(
    ['ana', 'bo'].map(async (name) => {
      const email = `${name}@example.com`;
      return (await services.sessions.register({ name, email, password: 'correct horse' })).user.id;
    }),
  );
  if (!ana || !bo) throw new Error('nobody');
  const { id: familyId, inviteCode } = await services.families.create(ana, 'Home');
  await services.families.joinByCode(bo, inviteCode ?? '');
  for (let index = 0; index < count; index += 1) {
    const latitude = 46.05 + ((index * 37) % 101) / 1_000;
    const longitude = 14.5 + ((index * 53) % 103) / 1_000;
    await services.geofences.create(ana, { name: 'Place', latitude, longitude, radius: 100, familyId });
  }
  return { database, services, ana };
}

/** @returns microseconds a fix: median and 99th percentile */
async function costOf(count: number): Promise<[number, number]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-bench-'));
  const { database, services, ana } = await aFamily(folder, count);
  const start = systemClock.now() - 24 * HOUR_MS;
  const times: number[] = [];
  for (let index = 0; index < FIXES; index += 1) {
    const place = { latitude: 46.05 + index / 20_000, longitude: 14.5 + index / 20_000, accuracy: 8 };
    const before = performance.now();
    await services.locations.record(ana, {
      ...place,
      timestamp: new Date(start + index * 10_000).toISOString(),
    });
    times.push((performance.now() - before) * 1_000);
  }
  await database.destroy();
  rmSync(folder, { recursive: true });
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[FIXES / 2] ?? 0, sorted[Math.floor(FIXES * 0.99)] ?? 0];
}

process.stdout.write('Storing and judging one fix, µs        p50       p99\n');
for (const count of [0, 1, 10, 100]) {
  const cells = (await costOf(count)).map((value) => value.toFixed(0).padStart(10)).join('');
  process.stdout.write(`${`${count} geofences in the family`.padEnd(34)}${cells}\n`);
}
