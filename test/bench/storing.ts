import BetterSqlite from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { join } from 'node:path';
import { systemClock } from '#server/clock';
import { DATABASE_FILE } from '#server/db/sqlite';
import { runSql } from '../support/runSql';
import { startOwnPostgres, type OwnPostgres } from '../support/stores';
import type { Bench, Case, Contestant, Figures, Measurement } from './frame/bench';
import { startProfile } from './frame/profile';
import { percentile } from './frame/statistics';
import { cpuOf } from './support/cpuOf';
import { kept } from './support/kept';
import { PLACE } from './support/reception';
import { aTown, type Citizen, type Town } from './support/town';

const SIZE = { families: 200, members: 5, fences: 10 };
/** Before the first run: who has moved once is in memory, and code is compiled while it is new. */
const WARM_FIXES = 6_000;
/** Before each measurement: the collection of garbage that precedes it takes compiled code with it. */
const SETTLE_FIXES = 2_000;
/** Each way is measured for a third of a second or more. */
const FIXES = { product: 4_000, bare: 8_000 };
/**
 * Older positions of each person: more than a page of the store holds, so that each fix is on a page of its own, as
 * with people who have been here for a while, and the last run is like the first.
 */
const HISTORY = 200;
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

/** A town where positions are stored in one way, the same for all runs. */
interface Keeping {
  readonly town: Town;
  readonly way: Way;
  /** Number of the next fix: somebody's newest position is only ever replaced by a newer one. */
  next: number;
}
interface Kind {
  readonly name: string;
  readonly store: Store;
  /** Of one measurement. */
  readonly fixes: number;
  wayIn(town: Town): Way;
}
const keepings = kept(settled, ({ town, way }) => {
  way.end?.();
  return town.remove();
});

async function settled({ store, wayIn }: Kind): Promise<Keeping> {
  const town = await emptyTown(store);
  await giveHistory(town);
  const way = wayIn(town);
  await storeAll(town, way, 0, WARM_FIXES);
  return { town, way, next: WARM_FIXES };
}

async function giveHistory({ database, citizens }: Town): Promise<void> {
  for (let back = 1; back <= HISTORY; back += 1) {
    const rows = citizens.map((citizen) => rowOf(citizen, -back));
    await database.insertInto('locations').values(rows).execute();
  }
}

async function countPositions({ database }: Town): Promise<number> {
  const { count } = await database
    .selectFrom('locations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function measured(kind: Kind, { profileTo }: Measurement): Promise<Figures> {
  const { store, fixes } = kind;
  const keeping = await keepings.of(kind);
  const { town, way } = keeping;
  const from = keeping.next + SETTLE_FIXES;
  await storeAll(town, way, keeping.next, from);
  keeping.next = from + fixes;
  const ofStore = (): number => (postgres && store === 'postgres' ? cpuOf(postgres.pid()) : 0);
  const stopProfile = profileTo === undefined ? undefined : await startProfile(profileTo);
  const [start, cpu, storeCpu] = [performance.now(), process.cpuUsage(), ofStore()];
  const latencies = await storeAll(town, way, from, keeping.next);
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const usedByStore = ofStore() - storeCpu;
  await stopProfile?.();
  const count = await countPositions(town);
  if (count !== HISTORY * town.citizens.length + keeping.next)
    throw new Error(`${count} positions are stored`);
  return {
    rate: fixes / seconds,
    process: (user + system) / fixes,
    store: usedByStore / fixes,
    p99: percentile(latencies, 0.99),
  };
}

const contestant = (kind: Kind): Contestant => ({
  name: kind.name,
  measure: (measurement) => measured(kind, measurement),
});

function caseOf(title: string, store: Store, bare: Kind['wayIn']): Case {
  return {
    title,
    ours: contestant({ name: 'the product', store, fixes: FIXES.product, wayIn: product }),
    references: [contestant({ name: 'bare inserts, gathered', store, fixes: FIXES.bare, wayIn: bare })],
  };
}

/** What it costs to keep a position. */
export const bench: Bench = {
  title: 'Storing positions',
  about: `${SIZE.families * SIZE.members} people, ${AT_ONCE} positions on the way at any moment, each on the disk before it is acknowledged; everybody has ${HISTORY} older ones. The product gathers what is on the way in one transaction, judges ${SIZE.fences} geofences and keeps the newest position; the reference only inserts, as many in a transaction as the product.`,
  figures: {
    rate: { title: 'positions/s', compared: 'more is better' },
    process: { title: 'server µs each' },
    store: { title: 'PostgreSQL µs each' },
    p99: { title: 'p99 ms' },
  },
  runs: 21,
  profilesItself: true,
  cases: () => [
    caseOf('PostgreSQL', 'postgres', bareOnPostgres),
    caseOf('SQLite, synchronous=FULL', 'sqlite', bareOnSqlite),
  ],
  async tearDown() {
    await keepings.end();
    await postgres?.stop();
    postgres = undefined;
  },
};
