import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

/** The kind of database behind a connection, a transaction, or a migration. */
export function databaseKind(db: QueryExecutorProvider): DatabaseKind {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * End of a `create table` whose rows SQLite should store in the order of the primary key, so that a range of keys is read
 * from neighbouring pages. PostgreSQL has nothing like it.
 */
export function inOrderOfKey(db: QueryExecutorProvider): RawBuilder<unknown> {
  return databaseKind(db) === 'sqlite' ? sql`without rowid` : sql``;
}
