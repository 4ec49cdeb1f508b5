import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector/promises';
import { join } from 'node:path';
import type { Bench, Case, Figures, Measurement, Variant } from './bench';
import { hottest, startProfile } from './profile';

/** Figures of each run; the product is first. */
export interface CaseResult {
  readonly title: string;
  readonly variants: readonly { readonly name: string; readonly runs: readonly Figures[] }[];
}

const PROFILES = 'profiles';
const SHORT_TURNS = 3;

/** Lets all cases and their variants take turns in each run, so that a busy minute of the machine slows all of them. */
export async function runBench(bench: Bench, runs = bench.runs): Promise<CaseResult[]> {
  try {
    const cases = (await bench.cases()).map(prepare);
    for (let run = 0; run < runs; run += 1) {
      for (const each of cases) await runOnce(each, run, bench.isShort ? SHORT_TURNS : 1);
      process.stdout.write(`  run ${run + 1} of ${runs}\n`);
    }
    return cases.map(({ title, entries }) => ({
      title,
      variants: entries.map(({ variant, runs: all }) => ({ name: variant.name, runs: all })),
    }));
  } finally {
    await bench.tearDown?.();
  }
}

/** Adds an empty list of results to each variant of a case. */
function prepare({ title, product, references }: Case) {
  return { title, entries: [product, ...references].map((variant) => ({ variant, runs: [] as Figures[] })) };
}

async function runOnce({ entries }: ReturnType<typeof prepare>, run: number, turns: number): Promise<void> {
  // The first variant meets a cold machine, so the order alternates.
  const order = run % 2 === 0 ? entries : entries.toReversed();
  for (let turn = 0; turn < turns; turn += 1)
    for (const { variant, runs } of order) runs[run] = best(await measure(variant, { run }), runs[run]);
}

/** @param before figures of an earlier turn of the same run */
function best(figures: Figures, before: Figures = figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, Math.min(value, before[key] ?? value)]),
  );
}

async function measure(variant: Variant, measurement: Measurement): Promise<Figures> {
  globalThis.gc?.();
  return variant.measure(measurement);
}

/** Measures our side of every case once with a profile, and prints where the time went. */
export async function profileBench(name: string, bench: Bench): Promise<void> {
  try {
    for (const [index, { title, product }] of (await bench.cases()).entries()) {
      const profileTo = join(PROFILES, `${name}-${index + 1}.cpuprofile`);
      const stop = bench.writesOwnProfile ? undefined : await startProfile(profileTo);
      await measure(product, { run: 0, profileTo });
      await stop?.();
      const profile = JSON.parse(readFileSync(profileTo, 'utf8')) as Profiler.Profile;
      process.stdout.write(`\n${title}: ${profileTo}\n${hottest(profile).join('\n')}\n`);
    }
  } finally {
    await bench.tearDown?.();
  }
}
