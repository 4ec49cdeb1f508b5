import { type Kysely, sql } from 'kysely';
import { databaseKind } from './dialects';
import type { Database, Queries } from './schema';

/**
 * Positions in PostgreSQL: a partition for each UTC day, so that a person's day is read from one or two small indexes and
 * old days are deleted by dropping tables instead of rows. The default partition `locations_rest` takes fixes of days
 * without a partition, which are long past.
 */

const DAY_MS = 24 * 3_600_000;
/** Days whose partitions are created in advance, so that some daily runs may fail. */
const DAYS_AHEAD = 3;
/** Key of the advisory lock; any number that no other lock uses. */
const LOCK = 7_203_911;

const dayOf = (moment: number): number => Math.floor(moment / DAY_MS) * DAY_MS;
const partitionOf = (day: number): string =>
  `locations_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

/**
 * Creates the table and its default partition, for the first migration.
 *
 * There is no foreign key to users: it would lock the user's row with every fix, and the whole table `users` whenever a
 * partition is created or dropped. A trigger deletes the positions with the user. A fix that is stored at the same time
 * fails, because its transaction also writes `latest_locations`, which has the foreign key.
 */
export async function createPositionTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table locations (
      user_id text not null,
      recorded_at bigint not null,
      latitude double precision not null,
      longitude double precision not null,
      accuracy double precision,
      constraint locations_key primary key (user_id, recorded_at)
    ) partition by range (recorded_at)`.execute(db);
  await sql`create table locations_rest partition of locations default`.execute(db);
  await sql`
    create function forget_positions() returns trigger language plpgsql as $$
    begin
      delete from locations where user_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_forget_positions after delete on users
    for each row execute function forget_positions()`.execute(db);
}

/**
 * Creates the partitions of the next days and drops those of days that have expired. In SQLite there is nothing to do.
 * @param oldest older positions have expired, epoch milliseconds
 * @returns the moment before which rows have to be deleted one by one
 */
export async function rotatePositionDays(db: Database, now: number, oldest: number): Promise<number> {
  if (databaseKind(db) === 'sqlite') return oldest;
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => dayOf(now) + ahead * DAY_MS);
  await createPartitions(db, days);
  await db.transaction().execute(async (trx) => {
    await lockPartitions(trx);
    for (const name of await partitions(trx)) {
      if (name < partitionOf(dayOf(oldest)) && /_\d{8}$/u.test(name))
        await sql`drop table ${sql.table(name)}`.execute(trx);
    }
  });
  return dayOf(oldest);
}

/** Creates the missing partitions of these days, and moves their rows out of the default partition. */
export async function createPartitions(db: Database, days: readonly number[]): Promise<void> {
  for (const day of days) {
    await db.transaction().execute(async (trx) => {
      await lockPartitions(trx);
      if (!(await partitions(trx)).includes(partitionOf(day))) await createPartition(trx, day);
    });
  }
}

/**
 * Lets one process at a time change partitions. The statements may take longer than others, but wait only 2 s for table
 * locks, because queries queue up behind a waiting lock.
 */
async function lockPartitions(trx: Queries): Promise<void> {
  await sql`set local statement_timeout = '60s'`.execute(trx);
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  await sql`set local lock_timeout = '2s'`.execute(trx);
}

async function partitions(db: Queries): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'locations'::regclass`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** Fills the table before attaching it: PostgreSQL refuses a partition whose rows are still in the default partition. */
async function createPartition(trx: Queries, day: number): Promise<void> {
  const [table, end] = [sql.table(partitionOf(day)), day + DAY_MS];
  await sql`create table ${table} (like locations including all)`.execute(trx);
  await sql`lock table locations_rest in access exclusive mode`.execute(trx);
  await sql`
    with moved as (
      delete from locations_rest where recorded_at >= ${day} and recorded_at < ${end} returning *
    ) insert into ${table} select * from moved`.execute(trx);
  await sql`
    alter table locations attach partition ${table} for values from (${sql.lit(day)}) to (${sql.lit(end)})
  `.execute(trx);
}
