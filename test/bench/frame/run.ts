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
 * Runs every case so many times, all cases by turns and their contestants by turns: a busy minute of the machine meets
 * all of them. @param runs instead of what the bench says
 */
export async function runBench(bench: Bench, runs = bench.runs ?? RUNS): Promise<CaseResult[]> {
  try {
    const cases = (await bench.cases()).map(prepared);
    for (let run = 0; run < runs; run += 1) {
      for (const each of cases) await runOnce(each, run, bench.isShort ? SHORT_TURNS : 1);
      process.stdout.write(`  run ${run + 1} of ${runs}\n`);
    }
    return cases.map(({ title, entries }) => ({
      title,
      contestants: entries.map(({ contestant: { name }, runs: all }) => ({ name, runs: all })),
    }));
  } finally {
    await bench.tearDown?.();
  }
}

/** A case, with what comes of each contestant. */
function prepared({ title, ours, references }: Case) {
  return {
    title,
    entries: [ours, ...references].map((contestant) => ({ contestant, runs: [] as Figures[] })),
  };
}

async function runOnce({ entries }: ReturnType<typeof prepared>, run: number, turns: number): Promise<void> {
  // Who comes first is warm or cold in turn.
  const order = run % 2 === 0 ? entries : entries.toReversed();
  for (let turn = 0; turn < turns; turn += 1)
    for (const entry of order)
      entry.runs[run] = best(await measure(entry.contestant, { run }), entry.runs[run]);
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
