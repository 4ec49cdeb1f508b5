import { CompiledQuery } from 'kysely';
import { databaseKind } from './dialects';
import { isConnectionSpent, isContention, isReferenceGone } from './errors';
import { type InTransaction, type Priority, groupCommit } from './groupCommit';
import { urgentOf } from './postgres';
import type { Database, Queries } from './schema';
import { type InSlot, transactionSlots } from './transactionSlots';

/**
 * Isolation of concurrent transactions. `serializable`: as if one ran after the other, for rules that read before they
 * write. `read committed`: cheaper, for work that takes its lock with its first statement or only inserts. SQLite runs
 * transactions one after the other in any case.
 */
export type Isolation = 'serializable' | 'read committed';

/**
 * Serializable transactions of one process that hold a connection at the same time, fewer than half of the connections. They
 * wait for each other's locks, so a flood of changes would otherwise keep all reads waiting, such as the lookup of a phone that
 * sends an SOS.
 */
const MAX_CONCURRENT_SERIALIZABLE = 4;

/** How each database runs transactions: docs/decisions/group-commit.md, docs/decisions/postgres.md. */
function transactionsOf(database: Database): (isolation: Isolation, priority: Priority) => InTransaction {
  if (databaseKind(database) === 'postgres') {
    const inSlot = transactionSlots(MAX_CONCURRENT_SERIALIZABLE);
    return (isolation, priority) => {
      if (priority === 'urgent') return separateCommits(urgentOf(database), isolation);
      const inTransaction = separateCommits(database, isolation);
      return isolation === 'serializable' ? inSlots(inTransaction, inSlot) : inTransaction;
    };
  }
  const inTransaction = groupCommit(database);
  return (_isolation, priority) => inTransaction(priority);
}

const inSlots =
  (inTransaction: InTransaction, inSlot: InSlot): InTransaction =>
  (work) =>
    inSlot(() => inTransaction(work));

/**
 * Runs work on a repository, or several, inside one transaction. Urgent work comes before all that waits: in SQLite for the
 * transactions before it, in PostgreSQL for a connection.
 */
export function transactionsOn(database: Database) {
  const transactions = transactionsOf(database);
  return <Stored>(
    createStored: (queries: Queries) => Stored,
    isolation: Isolation = 'serializable',
    priority: Priority = 'normal',
  ) => {
    const inTransaction = transactions(isolation, priority);
    return <Result>(work: (stored: Stored) => Promise<Result>): Promise<Result> =>
      inTransaction((queries) => work(createStored(queries)));
  };
}
export type TransactionsOn = ReturnType<typeof transactionsOn>;

const MAX_ATTEMPTS = 5;
/** Later attempts lock the busiest tables, so that other transactions wait. */
const ATTEMPTS_WITHOUT_LOCK = 2;

type Stage = 'connecting' | 'working' | 'committing';

/**
 * A failed connection is not tried again, because it has already waited for its timeout. Work that refers to what was deleted
 * meanwhile, an account for example, runs again once: then it finds that it is gone.
 */
function mayRetry(error: unknown, stage: Stage, attempt: number): boolean {
  if (isContention(error)) return true;
  return stage === 'working' && (isConnectionSpent(error) || (attempt === 1 && isReferenceGone(error)));
}

/**
 * Runs each job in a transaction of its own, many at a time; PostgreSQL groups commits itself. A job runs again after a
 * serialization failure or a deadlock, at the commit too, because PostgreSQL has rolled it back then, and after a connection
 * lost before the commit. A connection lost during the commit is not: the commit may have succeeded, and nothing may be
 * stored twice.
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
            if (attempt > 1) await serializeRetries(queries);
            if (attempt > ATTEMPTS_WITHOUT_LOCK && isolation === 'serializable')
              await lockBusyTables(queries);
            const result = await work(queries);
            stage = 'committing';
            return result;
          });
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !mayRetry(error, stage, attempt)) throw error;
      }
    }
  };
}

/**
 * Lets only one retried transaction run at a time, in all processes, so that many of them do not keep rolling each other
 * back. It locks a table, because that happens before the transaction takes its snapshot, in a mode that conflicts only
 * with itself.
 */
async function serializeRetries(queries: Queries): Promise<void> {
  await queries.executeQuery(CompiledQuery.raw('lock table heartbeat in share update exclusive mode'));
}

/**
 * Blocks other writes to the busiest tables until the transaction ends. Otherwise deleting the account of a member whose
 * device is sending positions might fail in every attempt.
 */
async function lockBusyTables(queries: Queries): Promise<void> {
  await queries.executeQuery(
    CompiledQuery.raw(
      'lock table latest_locations, geofence_watches, geofence_states, chat_heads in share row exclusive mode',
    ),
  );
}
