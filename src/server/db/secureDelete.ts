import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { storeKind } from './dialects';
import type { Database } from './schema';

/**
 * Removes deleted data from the files of the store. SQLite overwrites deleted rows in the database (`secure_delete`), but
 * its write-ahead log keeps the old pages until it is truncated. Call it after the commit of a deletion that must leave no
 * trace; it takes at most some 10 ms.
 *
 * PostgreSQL gives no such guarantee: its vacuum removes dead rows later.
 * @returns false when another program is reading the log (a backup, for example): try again later
 */
export async function eraseTraces(database: Database): Promise<boolean> {
  if (storeKind(database) === 'postgres') return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
  return rows[0]?.busy === 0;
}

export interface TraceEraser {
  /**
   * Erases the traces of what was deleted.
   * @returns when they are erased; when another program reads the log for longer, then earlier, and it is tried again until
   *   it has worked
   */
  erase(): Promise<void>;
  /** Ends the attempts. */
  stop(): void;
}

/** Pauses before the attempts that a caller waits for, in milliseconds. */
const PAUSES_MS = [0, 20, 100, 500];
/** Pause between the later attempts: a backup takes seconds to minutes. */
const RETRY_MS = 2_000;

/** @param onError receives the errors of attempts, and that they go on in the background */
export function traceEraser(
  database: Database,
  onError: (error: unknown) => void,
  retryMs = RETRY_MS,
): TraceEraser {
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function attempt(): Promise<boolean> {
    try {
      return await eraseTraces(database);
    } catch (error) {
      onError(error);
      return false;
    }
  }
  async function tryAgain(): Promise<void> {
    retry = undefined;
    if (!(await attempt())) retryLater();
  }
  function retryLater(): void {
    if (!isStopped) retry ??= setTimeout(() => void tryAgain(), retryMs).unref();
  }

  return {
    async erase() {
      for (const pause of PAUSES_MS) {
        await wait(pause);
        if (await attempt()) return;
      }
      onError(
        new Error('Another program reads the write-ahead log; the traces in it are erased when it is done'),
      );
      retryLater();
    },
    stop() {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}
