import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { databaseKind } from './dialects';
import type { Database } from './schema';

/**
 * Removes deleted data from the files of the database, after the deletion is committed. SQLite overwrites deleted rows in the
 * database (`secure_delete`), but its write-ahead log keeps the old pages until it is truncated. That takes at most about
 * 10 ms.
 *
 * PostgreSQL gives no such guarantee: its vacuum removes dead rows later.
 * @returns false while another program reads the log (a backup, for example): try again later
 */
export async function eraseDeletedData(database: Database): Promise<boolean> {
  if (databaseKind(database) === 'postgres') return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
  return rows[0]?.busy === 0;
}

export interface DeletedDataEraser {
  /** Erases deleted data. While another program reads the log, it resolves after a few attempts and retries later. */
  erase(): Promise<void>;
  /** Ends the attempts. */
  stop(): void;
}

/** Pauses before the attempts that a caller waits for, in milliseconds. */
const PAUSES_MS = [0, 20, 100, 500];
/** Pause between the later attempts: a backup takes seconds to minutes. */
const RETRY_MS = 2_000;

/** @param onError receives the errors of attempts, and an error when the attempts go on in the background */
export function deletedDataEraser(database: Database, onError: (error: unknown) => void): DeletedDataEraser {
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function attempt(): Promise<boolean> {
    try {
      return await eraseDeletedData(database);
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
    if (!isStopped) retry ??= setTimeout(() => void tryAgain(), RETRY_MS).unref();
  }

  return {
    async erase() {
      for (const pause of PAUSES_MS) {
        await wait(pause);
        if (await attempt()) return;
      }
      onError(
        new Error('Another program reads the write-ahead log; it is truncated when that program is done'),
      );
      retryLater();
    },
    stop() {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}
