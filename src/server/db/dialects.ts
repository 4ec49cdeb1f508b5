import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

export type StoreKind = 'sqlite' | 'postgres';

/** The store of a database, a transaction, or a migration's connection. */
export function storeKind(db: QueryExecutorProvider): StoreKind {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * End of a `create table` whose rows SQLite should store in the order of the primary key, so that a range of keys is read
 * from neighbouring pages. PostgreSQL has nothing like it.
 */
export function inOrderOfKey(db: QueryExecutorProvider): RawBuilder<unknown> {
  return storeKind(db) === 'sqlite' ? sql`without rowid` : sql``;
}
