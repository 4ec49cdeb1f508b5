import { systemClock } from '../../src/server/clock';
import { runSql } from '../support/runSql';
import { startOwnPostgres, type OwnPostgres } from '../support/stores';
import type { Bench, Contestant, Figures } from './frame/bench';
import { percentile } from './frame/statistics';
import { cpuOf } from './support/cpuOf';
import { PLACE } from './support/reception';
import { aTown, type Citizen, type Town } from './support/town';

const SIZE = { families: 200, members: 5, fences: 10 };
const FIXES = 6_000;
/** Fixes that are on the way at any moment. */
const AT_ONCE = 200;

type Store = 'postgres' | 'sqlite';
/** Stores a position; resolves when it is safe. */
type Storing = (town: Town, citizen: Citizen, number: number) => Promise<void>;

let postgres: OwnPostgres | undefined;
let databases = 0;

async function emptyTown(store: Store): Promise<Town> {
  if (store === 'sqlite') return aTown(SIZE);
  postgres ??= await startOwnPostgres({ durable: true });
  const name = `bench_${(databases += 1)}`;
  await runSql(postgres.url(), `create database ${name}`);
  return aTown(SIZE, postgres.url(name));
}

const fixOf = (number: number, start: number) => ({
  latitude: PLACE.latitude + (number % 1_000) / 20_000,
  longitude: PLACE.longitude + (number % 777) / 20_000,
  accuracy: 8,
  recorded_at: start + number,
});
const START = systemClock.now() - 600_000;

/** As the product does: all that come together in one transaction of a few statements, fences judged. */
const product: Storing = ({ services }, { id }, number) => {
  const { recorded_at: at, ...place } = fixOf(number, START);
  return services.locations.record(id, { ...place, timestamp: new Date(at).toISOString() });
};

/** The plain way: a commit for each, and nothing else done. */
const plain: Storing = async ({ database }, { id }, number) => {
  await database
    .insertInto('locations')
    .values({ user_id: id, ...fixOf(number, START) })
    .execute();
};

async function measured(store: Store, storing: Storing): Promise<Figures> {
  const town = await emptyTown(store);
  const latencies: number[] = [];
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let number = next++; number < FIXES; number = next++) {
      const citizen = town.citizens[number % town.citizens.length];
      if (!citizen) throw new Error('nobody');
      const since = performance.now();
      await storing(town, citizen, number);
      latencies.push(performance.now() - since);
    }
  };
  const ofStore = (): number => (postgres && store === 'postgres' ? cpuOf(postgres.pid()) : 0);
  const [start, cpu, storeCpu] = [performance.now(), process.cpuUsage(), ofStore()];
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const usedByStore = ofStore() - storeCpu;
  const { count } = await town.database
    .selectFrom('locations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await town.remove();
  if (count !== FIXES) throw new Error(`${count} positions are stored`);
  return {
    rate: FIXES / seconds,
    process: (user + system) / FIXES,
    store: usedByStore / FIXES,
    p99: percentile(latencies, 0.99),
  };
}

const contestant = (name: string, store: Store, storing: Storing): Contestant => ({
  name,
  measure: () => measured(store, storing),
});

/** What it costs to keep a position. */
export const bench: Bench = {
  title: 'Storing positions',
  about: `${SIZE.families * SIZE.members} people, ${AT_ONCE} positions on the way at any moment, each on the disk before it is acknowledged. The product also judges ${SIZE.fences} geofences and keeps the newest position; the plain way only inserts, one commit each.`,
  figures: {
    rate: { title: 'positions/s', compared: 'more is better' },
    process: { title: 'server µs each' },
    store: { title: 'PostgreSQL µs each' },
    p99: { title: 'p99 ms' },
  },
  cases: () => [
    {
      title: 'as many as go',
      ours: contestant('PostgreSQL, the product', 'postgres', product),
      references: [
        contestant('PostgreSQL, the plain way', 'postgres', plain),
        contestant('SQLite, the product', 'sqlite', product),
        contestant('SQLite, the plain way', 'sqlite', plain),
      ],
    },
  ],
  async tearDown() {
    await postgres?.stop();
    postgres = undefined;
  },
};
