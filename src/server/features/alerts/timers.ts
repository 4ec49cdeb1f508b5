import type { Clock } from '#server/clock';

/**
 * Something that is due at a stored moment. Several processes look for it: what changes a row has to compare and set its
 * revision, in the transaction that stores what follows, so that only one of them does it.
 */
export interface TimerTask {
  /** Costs less than a transaction that finds nothing. @param now in epoch milliseconds */
  hasDue(now: number): Promise<boolean>;
  /** Does what is due; also what was due while no server ran. */
  runDue(now: number): Promise<void>;
}

/** Looks every second for what is due. */
export interface Timers {
  start(): void;
  /** Starts nothing more. Resolves when what is under way is finished. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

/**
 * Runs tasks when they are due, each by itself: one that is slow or fails holds up no other.
 * @param onError receives errors that no caller waits for
 */
export function timersFor(
  tasks: readonly TimerTask[],
  clock: Clock,
  onError: (error: unknown) => void,
): Timers {
  const running = new Map<TimerTask, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  async function look(task: TimerTask): Promise<void> {
    const now = clock.now();
    if (await task.hasDue(now)) await task.runDue(now);
  }

  function lookForAll(): void {
    for (const task of tasks)
      if (!running.has(task))
        running.set(
          task,
          look(task)
            .catch(onError)
            .finally(() => running.delete(task)),
        );
  }

  return {
    start() {
      timer = setInterval(lookForAll, LOOK_EVERY_MS).unref();
      lookForAll();
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
