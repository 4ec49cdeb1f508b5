import BetterSqlite from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { join } from 'node:path';
import { systemClock } from '../../src/server/clock';
import { DATABASE_FILE } from '../../src/server/db/sqlite';
import { runSql } from '../support/runSql';
import { startOwnPostgres, type OwnPostgres } from '../support/stores';
import type { Bench, Contestant, Figures } from './frame/bench';
import { startProfile } from './frame/profile';
import { percentile } from './frame/statistics';
import { cpuOf } from './support/cpuOf';
import { PLACE } from './support/reception';
import { aTown, type Citizen, type Town } from './support/town';

const SIZE = { families: 200, members: 5, fences: 10 };
/** Before anything is measured: who has moved once is in memory. */
const WARM_FIXES = 2_000;
/** Each way is measured for about a second, and always in a new store: a large one is slower. */
const FIXES = { product: 8_000, gathered: 30_000, plain: 2_500 };
/** Fixes that are on the way at any moment. */
const AT_ONCE = 200;

type Store = 'postgres' | 'sqlite';
/** Stores the position of somebody; resolves when it is safe. */
type Storing = (citizen: Citizen, number: number) => Promise<void>;
/** A way to store positions, and what ends it. */
interface Way {
  readonly store: Storing;
  end?(): void;
}

let postgres: OwnPostgres | undefined;
let databases = 0;

async function emptyTown(store: Store): Promise<Town> {
  if (store === 'sqlite') return aTown(SIZE);
  postgres ??= await startOwnPostgres({ durable: true });
  const name = `bench_${(databases += 1)}`;
  await runSql(postgres.url(), `create database ${name}`);
  return aTown(SIZE, postgres.url(name));
}

const START = systemClock.now() - 600_000;

const rowOf = ({ id }: Citizen, number: number) => ({
  user_id: id,
  recorded_at: START + number,
  latitude: PLACE.latitude + (number % 1_000) / 20_000,
  longitude: PLACE.longitude + (number % 777) / 20_000,
  accuracy: 8,
});
type Row = ReturnType<typeof rowOf>;

/** As the product does: all that come together in one transaction of a few statements, fences judged. */
function product({ services }: Town): Way {
  return {
    store(citizen, number) {
      const { user_id: id, recorded_at: at, ...place } = rowOf(citizen, number);
      return services.locations.record(id, { ...place, timestamp: new Date(at).toISOString() });
    },
  };
}

/** The plain way: a commit for each, and nothing else done. */
function plain({ database }: Town): Way {
  return {
    async store(citizen, number) {
      await database.insertInto('locations').values(rowOf(citizen, number)).execute();
    },
  };
}

/** All that come in one turn of the event loop in one transaction, as with the product. */
function gathering(insert: (rows: readonly Row[]) => Promise<unknown>): Storing {
  let rows: Row[] = [];
  let inserted: Promise<unknown> | undefined;
  return async (citizen, number) => {
    rows.push(rowOf(citizen, number));
    inserted ??= new Promise(setImmediate).then(() => {
      const all = rows;
      [rows, inserted] = [[], undefined];
      return insert(all);
    });
    await inserted;
  };
}

/** Nothing but inserts: one statement of PostgreSQL with a list for each column. */
function bareOnPostgres({ database }: Town): Way {
  const text =
    'insert into locations (user_id, recorded_at, latitude, longitude, accuracy) select * from unnest($1::text[], $2::bigint[], $3::float8[], $4::float8[], $5::float8[])';
  return {
    store: gathering((rows) => {
      const columns = (['user_id', 'recorded_at', 'latitude', 'longitude', 'accuracy'] as const).map((name) =>
        rows.map((row) => row[name]),
      );
      return database.executeQuery(CompiledQuery.raw(text, columns));
    }),
  };
}

/** Nothing but inserts: one prepared statement, run again and again on a connection of its own. */
function bareOnSqlite({ folder }: Town): Way {
  const file = new BetterSqlite(join(folder, DATABASE_FILE));
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  const statement = file.prepare(
    'insert into locations (user_id, recorded_at, latitude, longitude, accuracy) values (@user_id, @recorded_at, @latitude, @longitude, @accuracy)',
  );
  const insertAll = file.transaction((rows: readonly Row[]) => {
    for (const row of rows) statement.run(row);
  });
  return { store: gathering(async (rows) => insertAll(rows)), end: () => void file.close() };
}

/** Stores the positions of these numbers, so many on the way at any moment. @returns how long each took */
async function storeAll({ citizens }: Town, way: Way, from: number, to: number): Promise<number[]> {
  const latencies: number[] = [];
  let next = from;
  const sender = async (): Promise<void> => {
    for (let number = next++; number < to; number = next++) {
      const citizen = citizens[number % citizens.length];
      if (!citizen) throw new Error('nobody');
      const since = performance.now();
      await way.store(citizen, number);
      latencies.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return latencies;
}

async function measured(
  store: Store,
  fixes: number,
  wayIn: (town: Town) => Way,
  profileTo: string | undefined,
): Promise<Figures> {
  const town = await emptyTown(store);
  const way = wayIn(town);
  await storeAll(town, way, 0, WARM_FIXES);
  const ofStore = (): number => (postgres && store === 'postgres' ? cpuOf(postgres.pid()) : 0);
  const stopProfile = profileTo === undefined ? undefined : await startProfile(profileTo);
  const [start, cpu, storeCpu] = [performance.now(), process.cpuUsage(), ofStore()];
  const latencies = await storeAll(town, way, WARM_FIXES, WARM_FIXES + fixes);
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const usedByStore = ofStore() - storeCpu;
  await stopProfile?.();
  way.end?.();
  const { count } = await town.database
    .selectFrom('locations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await town.remove();
  if (count !== WARM_FIXES + fixes) throw new Error(`${count} positions are stored`);
  return {
    rate: fixes / seconds,
    process: (user + system) / fixes,
    store: usedByStore / fixes,
    p99: percentile(latencies, 0.99),
  };
}

const contestant = (name: string, store: Store, fixes: number, way: (town: Town) => Way): Contestant => ({
  name,
  measure: ({ profileTo }) => measured(store, fixes, way, profileTo),
});

/** What it costs to keep a position. */
export const bench: Bench = {
  title: 'Storing positions',
  about: `${SIZE.families * SIZE.members} people, ${AT_ONCE} positions on the way at any moment, each on the disk before it is acknowledged. The product gathers what is on the way in one transaction, judges ${SIZE.fences} geofences and keeps the newest position; the references only insert: as many in a transaction as the product, or one commit each.`,
  figures: {
    rate: { title: 'positions/s', compared: 'more is better' },
    process: { title: 'server µs each' },
    store: { title: 'PostgreSQL µs each' },
    p99: { title: 'p99 ms' },
  },
  runs: 9,
  profilesItself: true,
  cases: () => [
    {
      title: 'PostgreSQL',
      ours: contestant('the product', 'postgres', FIXES.product, product),
      references: [
        contestant('bare inserts, gathered', 'postgres', FIXES.gathered, bareOnPostgres),
        contestant('bare inserts, one commit each', 'postgres', FIXES.plain, plain),
      ],
    },
    {
      title: 'SQLite, synchronous=FULL',
      ours: contestant('the product', 'sqlite', FIXES.product, product),
      references: [
        contestant('bare inserts, gathered', 'sqlite', FIXES.gathered, bareOnSqlite),
        contestant('bare inserts, one commit each', 'sqlite', FIXES.plain, plain),
      ],
    },
  ],
  async tearDown() {
    await postgres?.stop();
    postgres = undefined;
  },
};
