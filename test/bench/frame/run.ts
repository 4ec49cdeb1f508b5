import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector/promises';
import { join } from 'node:path';
import type { Bench, Case, Contestant, Figures, Measurement } from './bench';
import { hottest, startProfile } from './profile';

/** What came of a case: the figures of each run, ours first. */
export interface CaseResult {
  readonly title: string;
  readonly contestants: readonly { readonly name: string; readonly runs: readonly Figures[] }[];
}

const PROFILES = 'profiles';
const RUNS = 5;
const SHORT_TURNS = 3;

/**
 * Runs every case so many times, the contestants by turns, so that a slow minute of the machine meets all of them.
 * @param runs instead of what the bench says
 */
export async function runBench(bench: Bench, runs?: number): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  try {
    for (const one of await bench.cases())
      results.push(
        await runCase(one, runs ?? one.runs ?? bench.runs ?? RUNS, bench.isShort ? SHORT_TURNS : 1),
      );
  } finally {
    await bench.tearDown?.();
  }
  return results;
}

async function runCase({ title, ours, references }: Case, runs: number, turns: number): Promise<CaseResult> {
  const contestants = [ours, ...references].map((contestant) => ({ contestant, runs: [] as Figures[] }));
  for (let run = 0; run < runs; run += 1) {
    // Who comes first is warm or cold in turn.
    const order = run % 2 === 0 ? contestants : contestants.toReversed();
    for (let turn = 0; turn < turns; turn += 1)
      for (const entry of order)
        entry.runs[run] = best(await measure(entry.contestant, { run }), entry.runs[run]);
    process.stdout.write(`  ${title}: run ${run + 1} of ${runs}\n`);
  }
  return {
    title,
    contestants: contestants.map(({ contestant: { name }, runs: all }) => ({ name, runs: all })),
  };
}

/** @param before of an earlier turn of the same run */
function best(figures: Figures, before: Figures = figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, Math.min(value, before[key] ?? value)]),
  );
}

async function measure(contestant: Contestant, measurement: Measurement): Promise<Figures> {
  globalThis.gc?.();
  return contestant.measure(measurement);
}

/** Measures our side of every case once, with a profile of each, and prints where the time went. */
export async function profileBench(name: string, bench: Bench): Promise<void> {
  try {
    for (const [index, { title, ours }] of (await bench.cases()).entries()) {
      const profileTo = join(PROFILES, `${name}-${index + 1}.cpuprofile`);
      const stop = bench.profilesItself ? undefined : await startProfile(profileTo);
      await measure(ours, { run: 0, profileTo });
      await stop?.();
      const profile = JSON.parse(readFileSync(profileTo, 'utf8')) as Profiler.Profile;
      process.stdout.write(`\n${title}: ${profileTo}\n${hottest(profile).join('\n')}\n`);
    }
  } finally {
    await bench.tearDown?.();
  }
}
