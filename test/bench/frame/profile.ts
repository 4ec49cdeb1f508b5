import { mkdirSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import type { CDPSession } from 'playwright-core';

/** Microseconds between two looks at what is being done. */
const INTERVAL_US = 200;

/** Samples the processor of this process. @returns what ends it and writes the .cpuprofile */
export async function startProfile(file: string): Promise<() => Promise<void>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    keep(profile, file);
  };
}

/** The same for the main thread of a page. */
export async function startPageProfile(session: CDPSession, file: string): Promise<() => Promise<void>> {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await session.send('Profiler.start');
  return async () => keep((await session.send('Profiler.stop')).profile, file);
}

function keep(profile: object, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(profile));
}

/** The functions and packages in which most time went by themselves, as shares of the time at work. */
export function hottest(profile: Profiler.Profile, most = 25): string[] {
  const times = new Map<string, number>();
  const rooms = new Map<string, number>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  let total = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = nodes.get(id)?.callFrame;
    if (!frame || frame.functionName === '(idle)') continue;
    const time = profile.timeDeltas?.[index] ?? 0;
    total += time;
    const place = placeOf(frame.url);
    const name = `${frame.functionName || '(anonymous)'} ${place}${place ? `:${frame.lineNumber + 1}` : ''}`;
    times.set(name, (times.get(name) ?? 0) + time);
    const room = roomOf(place, frame.functionName);
    rooms.set(room, (rooms.get(room) ?? 0) + time);
  }
  return [...ranked(rooms, total, 15), '', ...ranked(times, total, most)];
}

function ranked(times: ReadonlyMap<string, number>, total: number, most: number): string[] {
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, time]) => `${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

/** The part of a file's address that tells where it is from. */
function placeOf(url: string): string {
  return (
    /(?:node_modules\/|\/(?=(?:src|test)\/)|^(?=node:)|^https?:\/\/[^/]+\/)(?!.*node_modules\/)(.*)$/u.exec(
      url,
    )?.[1] ?? ''
  );
}

function roomOf(place: string, functionName: string): string {
  if (place === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (place.startsWith('node:')) return 'node';
  return /^(?:src|test)\//u.test(place) ? place : (/^(?:@[^/]+\/)?[^/]+/u.exec(place)?.[0] ?? place);
}
