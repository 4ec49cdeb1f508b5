/** `npm run bench [NAME…] [-- --runs N] [-- --dry] [-- --profile]`: see README.md beside this file. */
import { inspect, parseArgs } from 'node:util';
import type { Bench } from './frame/bench';
import { writeReport } from './frame/report';
import { profileBench, runBench } from './frame/run';

/** Every bench by its name, in the order of docs/benchmarks.md. */
const BENCHES: Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>> = {
  history: () => import('./history'),
  stops: () => import('./stops'),
  geofenceAlerts: () => import('./geofenceAlerts'),
  storeEvents: () => import('./storeEvents'),
  recorder: () => import('./recorder'),
  fanOut: () => import('./fanOut'),
  overHttp: () => import('./overHttp'),
  markers: () => import('./markers'),
  pageLoads: () => import('./pageLoads'),
  day: () => import('./day'),
  month: () => import('./month'),
};

// As in a built page: the checks of development cost many times more than the work. Benches are imported after this.
process.env.NODE_ENV = 'production';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    profile: { type: 'boolean', default: false },
    dry: { type: 'boolean', default: false },
  },
});

async function runOne(name: string): Promise<void> {
  const load = BENCHES[name];
  if (!load) throw new Error(`Unknown bench ${name}. Known: ${Object.keys(BENCHES).join(', ')}`);
  const { bench } = await load();
  process.stdout.write(`${name}: ${bench.title}\n`);
  if (values.profile) return profileBench(name, bench);
  const results = await runBench(bench, values.runs === undefined ? undefined : Number(values.runs));
  const section = await writeReport(name, bench, results, { isDry: values.dry });
  process.stdout.write(`\n${section}\n`);
}

const secondsSince = (start: number): string => `${Math.round((performance.now() - start) / 1_000)} s`;
const start = performance.now();
for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES)) {
  try {
    await runOne(name);
  } catch (error) {
    // The other benches still run.
    process.stderr.write(`${name} failed: ${inspect(error)}\n`);
    process.exitCode = 1;
  }
  process.stdout.write(`${secondsSince(start)} so far\n`);
}
