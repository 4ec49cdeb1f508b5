import { mkdirSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import type { CDPSession } from 'playwright-core';

/** Microseconds between two samples. */
const INTERVAL_US = 200;

/** Profiles this process. @returns a function that stops the profiler and writes the .cpuprofile */
export async function startProfile(file: string): Promise<() => Promise<void>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    writeProfile(profile, file);
  };
}

/** Profiles the main thread of a page. */
export async function startPageProfile(session: CDPSession, file: string): Promise<() => Promise<void>> {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await session.send('Profiler.start');
  return async () => writeProfile((await session.send('Profiler.stop')).profile, file);
}

function writeProfile(profile: object, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(profile));
}

/** The packages and functions with the most self time, as shares of the busy time. */
export function hottest(profile: Profiler.Profile, most = 25): string[] {
  const times = new Map<string, number>();
  const groups = new Map<string, number>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  let total = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = nodes.get(id)?.callFrame;
    if (!frame || frame.functionName === '(idle)') continue;
    const time = profile.timeDeltas?.[index] ?? 0;
    total += time;
    const path = pathOf(frame.url);
    const name = `${frame.functionName || '(anonymous)'} ${path}${path ? `:${frame.lineNumber + 1}` : ''}`;
    times.set(name, (times.get(name) ?? 0) + time);
    const group = groupOf(path, frame.functionName);
    groups.set(group, (groups.get(group) ?? 0) + time);
  }
  return [...ranked(groups, total, 15), '', ...ranked(times, total, most)];
}

function ranked(times: ReadonlyMap<string, number>, total: number, most: number): string[] {
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, time]) => `${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

/** Path of a file below the project or node_modules. */
function pathOf(url: string): string {
  return (
    /(?:node_modules\/|\/(?=(?:src|test)\/)|^(?=node:)|^https?:\/\/[^/]+\/)(?!.*node_modules\/)(.*)$/u.exec(
      url,
    )?.[1] ?? ''
  );
}

function groupOf(path: string, functionName: string): string {
  if (path === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (path.startsWith('node:')) return 'node';
  return /^(?:src|test)\//u.test(path) ? path : (/^(?:@[^/]+\/)?[^/]+/u.exec(path)?.[0] ?? path);
}
