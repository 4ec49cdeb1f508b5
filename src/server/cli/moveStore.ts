import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { StartupError } from '#server/domainError';
import { createPartitions } from '#server/db/positionDays';
import { storable } from '#server/db/postgres';
import type { Database, Queries, Schema } from '#server/db/schema';

/** All tables but the heartbeat, which holds no data, and the revision counter, which each database keeps itself. */
type Table = Exclude<keyof Schema, 'heartbeat' | 'membership_revision'>;
type Row = Record<string, unknown>;

/** Every table with the columns of its key. What others refer to comes before them. */
const TABLES: { readonly [Name in Table]: readonly (keyof Schema[Name] & string)[] } = {
  users: ['id'],
  sessions: ['id'],
  reserved_emails: ['email'],
  account_links: ['token_hash'],
  factors: ['id'],
  recovery_codes: ['user_id', 'hash'],
  factor_challenges: ['id'],
  pictures: ['name'],
  families: ['id'],
  family_members: ['family_id', 'user_id'],
  invitations: ['id'],
  blocks: ['id'],
  invitation_declines: ['id'],
  family_activity: ['id'],
  notification_preferences: ['viewer_id', 'person_id'],
  latest_locations: ['user_id'],
  locations: ['user_id', 'recorded_at'],
  day_totals: ['user_id', 'start_at', 'end_at'],
  imports: ['id'],
  imported_locations: ['import_id', 'recorded_at'],
  phones: ['id'],
  phone_tickets: ['hash'],
  phone_cards: ['phone_id', 'member_id'],
  phone_positions: ['phone_id', 'member_id'],
  sharing_pauses: ['user_id', 'from_at'],
  position_sources: ['user_id'],
  geofences: ['id'],
  stay_corrections: ['user_id', 'id'],
  geofence_watches: ['user_id'],
  geofence_states: ['user_id', 'family_id', 'geofence_id'],
  geofence_events: ['user_id', 'geofence_id', 'at'],
  fence_preferences: ['viewer_id', 'person_id', 'geofence_id'],
  notify_settings: ['user_id'],
  push_devices: ['id'],
  notify_channels: ['id'],
  sos: ['id'],
  sos_people: ['sos_id', 'user_id'],
  sos_track: ['sos_id', 'recorded_at'],
  sos_log: ['id'],
  sos_triggers: ['caller_id', 'client_id'],
  notices: ['id'],
  notice_devices: ['notice_id', 'device_id'],
  deliveries: ['notice_id', 'channel', 'target_id'],
  checkins: ['id'],
  checkin_people: ['checkin_id', 'user_id'],
  checkin_requests: ['id'],
  once_alerts: ['viewer_id', 'person_id', 'geofence_id', 'kind'],
  messages: ['id'],
  chat_heads: ['family_id'],
  message_reads: ['family_id', 'user_id'],
};
const NAMES = Object.keys(TABLES) as Table[];

/** Rows of one transaction; no table has so many columns that its values are more than PostgreSQL takes (65,535). */
const BATCH = 2_000;
const DAY_MS = 24 * 3_600_000;
/** Older positions than this, from the newest on, need no partitions of their own. */
const MAX_DAYS = 400;

/** How far the move is. */
export interface MoveProgress {
  readonly step: 'copying' | 'checking';
  readonly table: string;
  /** Rows of all tables. */
  readonly done: number;
  readonly total: number;
}

/**
 * Copies all data of one database into another, empty one, and compares both afterwards, by the number of rows and a hash of
 * each table. After an interruption it continues: the progress is stored in the target, in the same transactions as the rows.
 * @param from must not change while it is copied
 * @returns the number of rows
 * @throws StartupError when the target holds other data, or is not the same in the end
 */
export async function moveStore(
  from: Database,
  to: Database,
  report: (progress: MoveProgress) => void,
): Promise<number> {
  const counts = new Map<Table, number>();
  for (const name of NAMES) counts.set(name, await countOf(from, name));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  await beginOrGoOn(to);
  await createPartitions(to, await daysOf(from));
  let done = 0;
  for (const name of NAMES)
    await copy(from, to, name, (rows) => {
      done += rows;
      report({ step: 'copying', table: name, done, total });
    });
  done = 0;
  for (const name of NAMES) {
    const [here, there] = await Promise.all([
      digest(from, name, (rows) => {
        done += rows;
        report({ step: 'checking', table: name, done, total });
      }),
      digest(to, name),
    ]);
    if (here !== there)
      throw new StartupError(
        `${name} is not the same in both databases (${here}, ${there}); nothing was switched.`,
      );
  }
  await sql`drop table store_move`.execute(to);
  return total;
}

async function beginOrGoOn(to: Database): Promise<void> {
  const tables = await to.introspection.getTables();
  if (tables.some(({ name }) => name === 'store_move')) return;
  for (const name of NAMES)
    if ((await countOf(to, name)) > 0)
      throw new StartupError(`The target holds data already (${name}); it has to be empty.`);
  await sql`create table store_move (name text primary key, rows bigint not null, last text not null)`.execute(
    to,
  );
}

/** The days that have positions, newest first. */
async function daysOf(from: Database): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    select distinct recorded_at / ${sql.lit(DAY_MS)} as day from locations order by day desc`.execute(from);
  const [newest = 0] = rows.map(({ day }) => day);
  return rows.filter(({ day }) => day > newest - MAX_DAYS).map(({ day }) => day * DAY_MS);
}

async function copy(
  from: Database,
  to: Database,
  name: Table,
  report: (rows: number) => void,
): Promise<void> {
  let state = await progressOf(to, name);
  report(state.rows);
  for (;;) {
    const rows = await pageAfter(from, name, state.last);
    const newest = rows.at(-1);
    if (!newest) return;
    state = { rows: state.rows + rows.length, last: keyOf(name, newest) };
    const { rows: moved, last } = state;
    await to.transaction().execute(async (trx) => {
      await trx.insertInto(name).values(rows).execute();
      await sql`
        insert into store_move values (${name}, ${moved}, ${JSON.stringify(last)})
        on conflict (name) do update set rows = excluded.rows, last = excluded.last`.execute(trx);
    });
    report(rows.length);
  }
}

async function progressOf(to: Database, name: Table): Promise<{ rows: number; last: unknown[] | undefined }> {
  const found = await sql<{ rows: number; last: string }>`
    select rows, last from store_move where name = ${name}`.execute(to);
  const [row] = found.rows;
  return row ? { rows: row.rows, last: JSON.parse(row.last) as unknown[] } : { rows: 0, last: undefined };
}

const keyOf = (name: Table, row: Row): unknown[] => TABLES[name].map((column) => row[column]);

/** The next rows in the order of the key. */
async function pageAfter(db: Queries, name: Table, last: unknown[] | undefined): Promise<Row[]> {
  const columns = sql.join(TABLES[name].map((column) => sql.ref(column)));
  const after: RawBuilder<unknown> = last ? sql`where (${columns}) > (${sql.join(last)})` : sql``;
  const page = await sql<Row>`
    select * from ${sql.table(name)} ${after} order by ${columns} limit ${sql.lit(BATCH)}`.execute(db);
  return page.rows;
}

async function countOf(db: Queries, name: Table): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Number of rows and the sum of their hashes: the same whatever order a database keeps texts in. */
async function digest(
  db: Database,
  name: Table,
  report: (rows: number) => void = () => undefined,
): Promise<string> {
  let [count, sum, last] = [0, 0n, undefined as unknown[] | undefined];
  for (;;) {
    const rows = await pageAfter(db, name, last);
    const newest = rows.at(-1);
    if (!newest) return `${count} rows, ${sum.toString(16)}`;
    for (const row of rows) sum = BigInt.asUintN(128, sum + hashOf(row));
    count += rows.length;
    last = keyOf(name, newest);
    report(rows.length);
  }
}

function hashOf(row: Row): bigint {
  const values = Object.keys(row)
    .toSorted()
    .map((column) => [column, storable(row[column])]);
  return BigInt(`0x${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)}`);
}
