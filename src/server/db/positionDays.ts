import { type Kysely, sql } from 'kysely';
import { storeKind } from './dialects';
import type { Database, Queries } from './schema';

/**
 * Positions in PostgreSQL: a partition for each UTC day, so that a person's day is read from one or two small indexes and
 * old days go by dropping files instead of deleting rows. `locations_rest` takes what no day has been made for: fixes
 * with a time of long ago.
 */

const DAY_MS = 24 * 3_600_000;
/** Days made ahead. The work is done daily; some may be missed. */
const DAYS_AHEAD = 3;
/** Any number that nothing else locks by. */
const LOCK = 7_203_911;

const dayOf = (moment: number): number => Math.floor(moment / DAY_MS) * DAY_MS;
const partitionOf = (day: number): string =>
  `locations_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

/**
 * The table and its rest, for the first migration.
 *
 * Without a foreign key to people: it would write to the person's row with every fix, and lock all people whenever a day
 * is made or dropped. A trigger deletes the positions with the person; a fix on its way meanwhile is held back by
 * `latest_locations`, which is written in the same transaction and has the key.
 */
export async function createPositionDays(db: Kysely<unknown>): Promise<void> {
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
 * Makes the days that are coming and drops whole days that are over. In SQLite there is nothing to do.
 * @param oldest everything before it may go, epoch milliseconds
 * @returns the moment before which rows have to be deleted one by one
 */
export async function turnPositionDays(db: Database, now: number, oldest: number): Promise<number> {
  if (storeKind(db) === 'sqlite') return oldest;
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => dayOf(now) + ahead * DAY_MS);
  await makePositionDays(db, days);
  await db.transaction().execute(async (trx) => {
    await takeTime(trx);
    for (const name of await partitions(trx)) {
      if (name < partitionOf(dayOf(oldest)) && /_\d{8}$/u.test(name))
        await sql`drop table ${sql.table(name)}`.execute(trx);
    }
  });
  return dayOf(oldest);
}

/** Makes partitions for days that have none yet, with the rows that have come for them. */
export async function makePositionDays(db: Database, days: readonly number[]): Promise<void> {
  for (const day of days) {
    await db.transaction().execute(async (trx) => {
      await takeTime(trx);
      if (!(await partitions(trx)).includes(partitionOf(day))) await makeDay(trx, day);
    });
  }
}

/** One process at a time; longer than a query may take, but waiting for others' locks, and so blocking them, only shortly. */
async function takeTime(trx: Queries): Promise<void> {
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

/** Filled before it is attached: PostgreSQL refuses a partition whose rows are still in the rest. */
async function makeDay(trx: Queries, day: number): Promise<void> {
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
