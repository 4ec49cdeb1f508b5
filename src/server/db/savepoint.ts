import { CompiledQuery } from 'kysely';
import type { Queries } from './schema';

/**
 * Runs work in a savepoint of a transaction: when it fails, its own writes are undone and the transaction continues.
 * Rejects only when the whole transaction is gone.
 */
export async function inSavepoint<Result>(
  queries: Queries,
  work: () => Promise<Result>,
): Promise<PromiseSettledResult<Result>> {
  await queries.executeQuery(SAVEPOINT);
  const [outcome] = await Promise.allSettled([work()]);
  if (outcome.status === 'rejected') await queries.executeQuery(ROLLBACK);
  await queries.executeQuery(RELEASE);
  return outcome;
}

const SAVEPOINT = CompiledQuery.raw('savepoint part');
const ROLLBACK = CompiledQuery.raw('rollback to savepoint part');
const RELEASE = CompiledQuery.raw('release savepoint part');
