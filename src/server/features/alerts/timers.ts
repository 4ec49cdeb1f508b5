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

/** Looks at a fixed interval for what is due. */
export interface Timers {
  start(): void;
  /** Starts no further tasks. Resolves when the running ones are finished. */
  stop(): Promise<void>;
}

/**
 * Runs tasks when they are due, independently: one that is slow or fails does not delay the others.
 * @param pollIntervalMs how often they are asked what is due
 * @param onError receives errors that no caller waits for
 */
export function timersFor(
  tasks: readonly TimerTask[],
  clock: Clock,
  pollIntervalMs: number,
  onError: (error: unknown) => void,
): Timers {
  const running = new Map<TimerTask, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  async function runIfDue(task: TimerTask): Promise<void> {
    const now = clock.now();
    if (await task.hasDue(now)) await task.runDue(now);
  }

  function runAllDue(): void {
    for (const task of tasks)
      if (!running.has(task))
        running.set(
          task,
          runIfDue(task)
            .catch(onError)
            .finally(() => running.delete(task)),
        );
  }

  return {
    start() {
      timer = setInterval(runAllDue, pollIntervalMs).unref();
      runAllDue();
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
