import { performance } from 'node:perf_hooks';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, type QueryResult, types as pgTypes } from 'pg';
import { DomainError, StartupError } from '#server/domainError';
import { codeOf, isConnectionSpent } from './errors';
import { migrate } from './migrate';
import type { Database, Schema } from './schema';

/**
 * Connections of one process. PostgreSQL is quickest with a few for each of its cores. As many more are for urgent work, which
 * would wait behind everything else for one of those; they are opened when they are needed.
 */
const CONNECTIONS = 10;
/** The longest wait for a connection, a new one or one of the pool's. */
const CONNECT_TIMEOUT_MS = 3_000;
/** The server gives up on a statement after this. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** This side gives up when nothing comes back: the server may have gone without a word. */
const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
/** Work that waits for a connection beyond this many is refused at once. */
const MAX_WAITING = 2_000;
/** Oldest release with all that is used here and still looked after by its makers (November 2025: 14). */
const OLDEST_VERSION = 140_000;

/** While the server only reads, connections are not thrown away more often than this. */
const TURN_AGAIN_MS = 1_000;
/** SQLSTATE of a write to a server that only reads. */
const READ_ONLY = '25006';

const { INT8 } = pgTypes.builtins;

/** 64-bit integers as numbers: all of them are milliseconds and counts, far below 2^53. */
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pgTypes.getTypeParser(oid, format)),
};

/**
 * Opens a PostgreSQL database and brings it up to date. Any number of processes may do so at the same time.
 * @param url `postgres://user:password@host:port/database`, with pg's further options
 * @throws StartupError with one line when it cannot be reached or is too new
 */
export async function openPostgres(url: string): Promise<Database> {
  const name = nameOf(url);
  try {
    await bringUpToDate(url, name);
  } catch (error) {
    throw isConnectionSpent(error) || /^(28|3D)/u.test(codeOf(error)) ? unreachable(name, error) : error;
  }
  const urgent = databaseOn(poolOf(url));
  const pool = carefulPool(poolOf(url));
  const end = async (): Promise<void> => void (await Promise.all([pool.end(), urgent.destroy()]));
  const database = databaseOf({ ...pool, end });
  urgentDatabases.set(database, urgent);
  return database;
}

const urgentDatabases = new WeakMap<Database, Database>();

/** The same database over connections for urgent work; of SQLite, and without such connections, the database itself. */
export const urgentOf = (database: Database): Database => urgentDatabases.get(database) ?? database;

const poolOf = (url: string): Pool =>
  new Pool({
    connectionString: url,
    types,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    idle_in_transaction_session_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
  });

/** On a connection of its own, without a limit of time: a change of large tables takes as long as it takes. */
async function bringUpToDate(url: string, name: string): Promise<void> {
  const database = databaseOn(
    new Pool({ connectionString: url, types, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }),
  );
  try {
    const version = await sql<{ number: number }>`
      select current_setting('server_version_num')::int as number`.execute(database);
    if ((version.rows[0]?.number ?? 0) < OLDEST_VERSION)
      throw new StartupError(`${name} is older than PostgreSQL ${OLDEST_VERSION / 10_000}, which is needed.`);
    await migrate(database as Kysely<unknown>, name);
  } finally {
    await database.destroy();
  }
}

const databaseOf = (pool: PostgresPool): Database =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
const databaseOn = (pool: Pool): Database => databaseOf(carefulPool(pool));

/**
 * A pool that never gives out a connection on which something went wrong, and never lets a lost one end the process.
 *
 * Idle connections report their end on the pool, all others on themselves, a new one even before anybody has it in hand;
 * without a listener either would be an uncaught exception. A server that has become read-only (25006, after a failover) keeps its connections open, so all
 * that were opened before have to be thrown away by this side, or nothing would be written for as long as they live.
 */
function carefulPool(pool: Pool): PostgresPool {
  const openedAt = new WeakMap<PoolClient, number>();
  let turn = 0;
  let turnedAt = -Infinity;
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    openedAt.set(client, turn);
  });
  async function take(): Promise<PoolClient> {
    if (pool.waitingCount >= MAX_WAITING) throw new DomainError('server_busy');
    const client = await pool.connect();
    if (openedAt.get(client) === turn) return client;
    client.release(true);
    return take();
  }
  const onReadOnly = (): void => {
    if (performance.now() - turnedAt < TURN_AGAIN_MS) return;
    turnedAt = performance.now();
    turn += 1;
  };
  return { connect: async () => carefulClient(await take(), onReadOnly), end: () => pool.end() };
}

function carefulClient(client: PoolClient, onReadOnly: () => void): PostgresPoolClient {
  let broken = false;
  const query = async (text: string, values: readonly unknown[] = []): Promise<QueryResult> => {
    try {
      return await client.query(text, values.map(storable));
    } catch (error) {
      broken ||= isConnectionSpent(error);
      if (codeOf(error) === READ_ONLY) onReadOnly();
      throw error;
    }
  };
  return {
    // The form for cursors is not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken),
  };
}

/** PostgreSQL's texts cannot hold NUL, so it is replaced by a character that users do not type. */
export function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\u{FFFD}') : value;
}

/** The database for people's eyes: without user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${host}${pathname}`;
}

function unreachable(name: string, error: unknown): StartupError {
  const reason = codeOf(error) || (error instanceof Error ? error.message : 'no answer');
  return new StartupError(`${name} cannot be reached (${reason}); check DATABASE_URL.`);
}
