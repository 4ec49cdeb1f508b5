import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '#server/domainError';
import { isContention } from './errors';
import { inSavepoint } from './savepoint';
import type { Database, Queries } from './schema';

/**
 * Runs work in a transaction and resolves after the commit. The work may only use the database, because other work of the
 * same transaction waits for it, and it may run a second time after a rollback.
 */
export type InTransaction = <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;

/** A larger group would delay its first jobs; at this size the commit takes only a few per cent of the time. */
const GROUP_MAX = 100;
/** A group takes no further jobs after this long: the server does nothing else until its commit. */
const GROUP_MS = 50;
/** Further jobs are refused at once. */
const QUEUE_MAX = 10_000;
/** How long jobs wait while another program has locked the database, and how often they are tried, in milliseconds. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_RETRY_MS = 25;

/** Urgent jobs come before all others that wait. */
export type Priority = 'normal' | 'urgent';

interface Job {
  readonly since: number;
  readonly priority: Priority;
  /** @returns a function that resolves the caller's promise, to be called after the commit */
  run(queries: Queries): Promise<() => void>;
  fail(error: unknown): void;
}

/**
 * Commits jobs in groups: those that arrive in one turn of the event loop, or during the previous commit, share one
 * transaction and one write to the disk (docs/decisions/group-commit.md). Each job runs in a savepoint, so one that fails
 * does not affect the others.
 * @param now milliseconds that only go forward
 */
export function groupCommit(
  database: Database,
  now: () => number = () => performance.now(),
): (priority?: Priority) => InTransaction {
  const queue: Job[] = [];
  let isRunning = false;

  async function processQueue(): Promise<void> {
    while (queue.length > 0) {
      await commitNext(database, queue, now);
      // Lets other tasks run; their jobs join the next group.
      await new Promise(setImmediate);
    }
    isRunning = false;
  }

  const inTransaction: (priority: Priority) => InTransaction = (priority) => (work) => {
    if (queue.length >= QUEUE_MAX) return Promise.reject(new DomainError('server_busy'));
    if (!isRunning) {
      isRunning = true;
      setImmediate(() => void processQueue());
    }
    return new Promise((resolve, reject) => {
      queue.push({
        since: performance.now(),
        priority,
        run: async (queries) => {
          const result = await work(queries);
          return () => resolve(result);
        },
        fail: reject,
      });
    });
  };
  return (priority = 'normal') => inTransaction(priority);
}

/** Commits the next group of jobs and settles the promises of their callers. Never rejects. */
async function commitNext(database: Database, queue: Job[], now: () => number): Promise<void> {
  let group: Job[] = [];
  let isCommitting = false;
  try {
    const outcomes = await database.transaction().execute(async (queries) => {
      // Taken only now that the lock is held, so that jobs that arrived during the wait for it are included.
      group = takeGroup(queue);
      const ran = await runEach(queries, group, now);
      queue.unshift(...group.splice(ran.length));
      isCommitting = true;
      return ran;
    });
    for (const settle of outcomes) settle();
  } catch (error) {
    if (group.length === 0) await waitForDatabase(error, queue);
    // A failed commit is never tried again: it is not always known whether it was made.
    else if (isCommitting || group.length === 1) for (const job of group) job.fail(error);
    else for (const job of group) await commitAlone(database, job);
  }
}

/** Takes the next jobs from the queue: the urgent ones, then the others in the order in which they came. */
function takeGroup(queue: Job[]): Job[] {
  const urgent = queue.filter(({ priority }) => priority === 'urgent').slice(0, GROUP_MAX);
  for (const job of urgent) queue.splice(queue.indexOf(job), 1);
  return [...urgent, ...queue.splice(0, GROUP_MAX - urgent.length)];
}

/** @returns for each job that was run a function that settles its caller's promise */
async function runEach(queries: Queries, group: readonly Job[], now: () => number): Promise<(() => void)[]> {
  const [only, ...others] = group;
  if (only && others.length === 0) return [await only.run(queries)];
  const outcomes: (() => void)[] = [];
  const end = now() + GROUP_MS;
  for (const job of group) {
    if (now() > end) break;
    const outcome = await inSavepoint(queries, () => job.run(queries));
    outcomes.push(outcome.status === 'fulfilled' ? outcome.value : () => job.fail(outcome.reason));
  }
  return outcomes;
}

async function commitAlone(database: Database, job: Job): Promise<void> {
  await database
    .transaction()
    .execute((queries) => job.run(queries))
    .then((settle) => settle(), job.fail);
}

/** Handles a transaction that could not begin: jobs wait for a lock until they time out; on any other error all fail. */
async function waitForDatabase(error: unknown, queue: Job[]): Promise<void> {
  const latest = isContention(error) ? performance.now() - LOCK_TIMEOUT_MS : Infinity;
  const firstInTime = queue.findIndex(({ since }) => since > latest);
  const timedOut = queue.splice(0, firstInTime < 0 ? queue.length : firstInTime);
  for (const job of timedOut) job.fail(error);
  if (queue.length > 0) await wait(LOCK_RETRY_MS);
}
