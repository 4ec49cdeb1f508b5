import { CompiledQuery } from 'kysely';
import { storeKind } from './dialects';
import { isConnectionSpent, isContention } from './errors';
import { type InTransaction, groupCommit } from './groupCommit';
import type { Database, Queries } from './schema';

/**
 * How far transactions that run at the same time are kept apart. `serializable`: as if one ran after the other, so rules
 * that read before they write hold. `read committed`: cheaper, for work that takes its lock with its first statement or
 * only adds. SQLite runs one after the other in any case.
 */
export type Isolation = 'serializable' | 'read committed';

/** Gives the transactions of a store, in its own way (docs/decisions/group-commit.md, docs/decisions/postgres.md). */
export function transactionsOf(database: Database): (isolation: Isolation) => InTransaction {
  if (storeKind(database) === 'postgres') return (isolation) => separateCommits(database, isolation);
  const gathered = groupCommit(database);
  return () => gathered;
}

/** Who is in nobody's way after so many tries has bad luck that time will not mend. */
const ATTEMPTS = 5;
/** After so many tries others have to wait. */
const PATIENT_ATTEMPTS = 2;

type Stage = 'connecting' | 'working' | 'committing';

/** A server that cannot be reached is not asked again: that has taken long enough. */
function mayRunAgain(error: unknown, stage: Stage): boolean {
  return isContention(error) || (stage === 'working' && isConnectionSpent(error));
}

/**
 * A transaction each, many at a time; PostgreSQL itself writes commits that come together in one go. What was rolled back
 * for the sake of others, or lost its connection before the commit was asked for, runs again. A commit that fails is not
 * tried again: whether it was made is not always known, and nothing may be stored twice.
 */
function separateCommits(database: Database, isolation: Isolation): InTransaction {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      let stage = 'connecting' as Stage;
      try {
        return await database
          .transaction()
          .setIsolationLevel(isolation)
          .execute(async (queries) => {
            stage = 'working';
            if (attempt > 1) await queue(queries);
            if (attempt > PATIENT_ATTEMPTS && isolation === 'serializable') await haveQuiet(queries);
            const result = await work(queries);
            stage = 'committing';
            return result;
          });
      } catch (error) {
        if (attempt === ATTEMPTS || !mayRunAgain(error, stage)) throw error;
      }
    }
  };
}

/**
 * Waits until no other transaction that had to begin again is under way, in any process, so that a crowd does not keep
 * rolling each other back. A lock on a table, because it is taken before the transaction decides what it sees; in a mode
 * that is in the way of nothing but itself.
 */
async function queue(queries: Queries): Promise<void> {
  await queries.executeQuery(CompiledQuery.raw('lock table heartbeat in share update exclusive mode'));
}

/**
 * Keeps everybody else from writing to the tables that change all the time, for as long as the transaction takes. Deleting
 * the account of somebody who sends positions at that moment would otherwise begin again for ever.
 */
async function haveQuiet(queries: Queries): Promise<void> {
  await queries.executeQuery(
    CompiledQuery.raw(
      'lock table latest_locations, geofence_watches, geofence_states, chat_heads in share row exclusive mode',
    ),
  );
}
