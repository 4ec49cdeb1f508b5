/** `npm run bench [NAME…] [-- --runs N] [-- --profile]`: see README.md beside this file. */
import { inspect, parseArgs } from 'node:util';
import { benches } from './benches';
import { type Repeated, described, repeatedRatios, summary } from './frame/repetition';
import { lastReport, report } from './frame/report';
import { profileBench, runBench } from './frame/run';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    profile: { type: 'boolean', default: false },
    dry: { type: 'boolean', default: false },
  },
});

/** @returns its ratios beside those of docs/benchmarks.md */
async function runOne(name: string): Promise<Repeated[]> {
  const load = benches[name];
  if (!load) throw new Error(`There is no bench ${name}; there are ${Object.keys(benches).join(', ')}`);
  const { bench } = await load();
  process.stdout.write(`${name}: ${bench.title}\n`);
  if (values.profile) {
    await profileBench(name, bench);
    return [];
  }
  const results = await runBench(bench, values.runs === undefined ? undefined : Number(values.runs));
  const before = lastReport(name);
  const now = await report(name, bench, results, { keep: !values.dry });
  const ratios = repeatedRatios(before, now);
  process.stdout.write(`\n${now}\n${described(ratios)}\n\n`);
  return ratios;
}

const ratios: Repeated[] = [];
const took: string[] = [];
const seconds = (since: number): string => `${Math.round((performance.now() - since) / 1_000)} s`;
const start = performance.now();
for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
  const began = performance.now();
  try {
    ratios.push(...(await runOne(name)));
  } catch (error) {
    // The others took long enough to be worth having.
    process.stderr.write(`${name} has failed: ${inspect(error)}\n`);
    process.exitCode = 1;
  }
  took.push(`${name} ${seconds(began)}`);
}
process.stdout.write(`${seconds(start)}: ${took.join(', ')}.\n`);
if (!values.profile) process.stdout.write(`${summary(ratios)}\n`);
