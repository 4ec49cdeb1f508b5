/** `npm run bench [NAME…] [-- --runs N] [-- --profile]`: see README.md beside this file. */
import { inspect, parseArgs } from 'node:util';
import { benches } from './benches';
import { report } from './frame/report';
import { profileBench, runBench } from './frame/run';

const RUNS = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: String(RUNS) },
    profile: { type: 'boolean', default: false },
    dry: { type: 'boolean', default: false },
  },
});

async function runOne(name: string): Promise<void> {
  const load = benches[name];
  if (!load) throw new Error(`There is no bench ${name}; there are ${Object.keys(benches).join(', ')}`);
  const { bench } = await load();
  process.stdout.write(`${name}: ${bench.title}\n`);
  if (values.profile) return profileBench(name, bench);
  const results = await runBench(bench, Number(values.runs));
  process.stdout.write(`\n${await report(name, bench, results, { keep: !values.dry })}\n`);
}

for (const name of positionals.length > 0 ? positionals : Object.keys(benches))
  try {
    await runOne(name);
  } catch (error) {
    // The others took long enough to be worth having.
    process.stderr.write(`${name} has failed: ${inspect(error)}\n`);
    process.exitCode = 1;
  }
