import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '#server/domainError';
import { isContention } from './errors';
import { inSavepoint } from './savepoint';
import type { Database, Queries } from './schema';

/**
 * Runs work in a transaction and resolves after its commit. Work asks the store and nothing else (everybody else waits
 * for it), and it may be run a second time after the first was rolled back.
 */
export type InTransaction = <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;

/** More would make the first of a group wait for long; a commit is a few per cent of so many writes. */
const GROUP_MAX = 100;
/** So much work may wait; the rest is refused at once, before it costs anything. */
const QUEUE_MAX = 10_000;
/** How long work waits for a store that somebody else has locked, and how often it is tried, in milliseconds. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_RETRY_MS = 25;

interface Job {
  readonly since: number;
  /** @returns what tells the caller about it, once it is committed */
  run(queries: Queries): Promise<() => void>;
  fail(error: unknown): void;
}

/**
 * Gathers what is to be written: everything that was asked for in one turn of the event loop, or during the commit
 * before, becomes one transaction, so that one write to the disk serves all of it (docs/decisions/group-commit.md).
 * Each piece of work has a savepoint of its own: what fails takes nobody else along.
 */
export function groupCommit(database: Database): InTransaction {
  const queue: Job[] = [];
  let isAtWork = false;

  async function workOff(): Promise<void> {
    while (queue.length > 0) {
      await commitNext(database, queue);
      // Everybody else's turn; what they ask for joins the next group.
      await new Promise(setImmediate);
    }
    isAtWork = false;
  }

  return (work) => {
    if (queue.length >= QUEUE_MAX) return Promise.reject(new DomainError('server_busy'));
    if (!isAtWork) {
      isAtWork = true;
      setImmediate(() => void workOff());
    }
    return new Promise((resolve, reject) => {
      queue.push({
        since: performance.now(),
        run: async (queries) => {
          const result = await work(queries);
          return () => resolve(result);
        },
        fail: reject,
      });
    });
  };
}

/** Commits the next group of the queue and tells everybody in it. Never rejects. */
async function commitNext(database: Database, queue: Job[]): Promise<void> {
  let group: Job[] = [];
  let isCommitting = false;
  try {
    const outcomes = await database.transaction().execute(async (queries) => {
      // Only now, when the lock is ours: whoever came during the wait for it comes along.
      group = queue.splice(0, GROUP_MAX);
      const ran = await runEach(queries, group);
      isCommitting = true;
      return ran;
    });
    for (const settle of outcomes) settle();
  } catch (error) {
    if (group.length === 0) await waitForStore(error, queue);
    // Whether a commit that failed has been made is not always known, so it is never tried again.
    else if (isCommitting || group.length === 1) for (const job of group) job.fail(error);
    else for (const job of group) await commitAlone(database, job);
  }
}

/** @returns for each job what tells its caller how it went */
async function runEach(queries: Queries, group: readonly Job[]): Promise<(() => void)[]> {
  const [only, ...others] = group;
  if (only && others.length === 0) return [await only.run(queries)];
  const outcomes: (() => void)[] = [];
  for (const job of group) {
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

/** No transaction could be begun. Locked: patience for a while. Anything else: nobody could be served now. */
async function waitForStore(error: unknown, queue: Job[]): Promise<void> {
  const latest = isContention(error) ? performance.now() - LOCK_TIMEOUT_MS : Infinity;
  const stillPatient = queue.findIndex(({ since }) => since > latest);
  const hopeless = queue.splice(0, stillPatient < 0 ? queue.length : stillPatient);
  for (const job of hopeless) job.fail(error);
  if (queue.length > 0) await wait(LOCK_RETRY_MS);
}
