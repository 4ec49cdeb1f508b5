import { CompiledQuery } from 'kysely';
import type { Queries } from './schema';

/**
 * Runs work inside a transaction so that its failing undoes what it wrote and nothing else. Rejects with what it threw.
 * @param queries a transaction
 */
export async function inSavepoint<Result>(queries: Queries, work: () => Promise<Result>): Promise<Result> {
  await queries.executeQuery(BEGIN);
  const result = await work().catch(async (error: unknown) => {
    await queries.executeQuery(UNDO);
    await queries.executeQuery(END);
    throw error;
  });
  await queries.executeQuery(END);
  return result;
}

const BEGIN = CompiledQuery.raw('savepoint part');
const UNDO = CompiledQuery.raw('rollback to savepoint part');
const END = CompiledQuery.raw('release savepoint part');
