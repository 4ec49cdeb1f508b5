import type { Database as Connection, Statement } from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';

/** Preparing a statement costs more than running it. Lists of different lengths make more of them than are of use. */
const STATEMENTS_KEPT = 200;

/**
 * Kysely on one connection to an SQLite file, with what its own dialect lacks: statements that stay prepared,
 * transactions that take the lock for writing at their beginning, so that none fails in the middle because another
 * program wrote first, and waiting in the order of asking.
 */
export class KinmapSqliteDialect extends SqliteDialect {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    super({ database: connection });
    this.#connection = connection;
  }

  override createDriver(): Driver {
    return new OneConnectionDriver(this.#connection);
  }

  /** SQLite can change tables inside a transaction; Kysely's own adapter does not say so. */
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

/** One caller uses the connection at a time; the others wait in a queue. */
class OneConnectionDriver implements Driver {
  readonly #file: Connection;
  readonly #connection: PreparedConnection;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  constructor(file: Connection) {
    this.#file = file;
    this.#connection = new PreparedConnection(file);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(BEGIN);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(COMMIT);
  }

  /** A full disk makes SQLite roll back; a second rollback would fail and hide the first error. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await connection.executeQuery(ROLLBACK);
  }

  async destroy(): Promise<void> {
    this.#file.close();
  }
}

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

class PreparedConnection implements DatabaseConnection {
  readonly #file: Connection;
  readonly #statements = new Map<string, Statement>();

  constructor(file: Connection) {
    this.#file = file;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#prepared(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  /** Streams rows. The connection stays reserved until the last row, so the reader must be fast. */
  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // Not one of the kept ones: a statement that is being read cannot be run a second time.
    for (const row of this.#file.prepare(sql).iterate(parameters)) yield { rows: [row as Row] };
  }

  #prepared(sql: string): Statement {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.#file.prepare(sql);
    this.#statements.set(sql, statement);
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size > STATEMENTS_KEPT) this.#statements.delete(oldest);
    return statement;
  }
}
