import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** The stores that Kinmap runs on. */
export type StoreKind = 'sqlite' | 'postgres';

/** Which store a database, a transaction on it, or a migration's connection belongs to. */
export function storeKind(db: QueryExecutorProvider): StoreKind {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * End of a `create table` whose rows should live in the tree of their primary key, so that a stretch of keys is read in
 * one go. SQLite can do that; PostgreSQL has nothing of the kind and needs nothing.
 */
export function inOrderOfKey(db: QueryExecutorProvider): RawBuilder<unknown> {
  return storeKind(db) === 'sqlite' ? sql`without rowid` : sql``;
}
