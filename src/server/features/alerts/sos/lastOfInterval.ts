import type { Clock } from '#server/clock';

interface Interval<Value> {
  readonly startedAt: number;
  /** The newest value since then; undefined for none. */
  waiting?: Value | undefined;
}

/**
 * Passes a value on at once, and of those that follow within the interval only the last, at its end. So the newest value
 * always gets through, also when none follows it.
 * @param onError receives errors of what is passed on late, for which no caller waits
 */
export function lastOfInterval<Value>(
  everyMs: number,
  { clock, onError }: { clock: Clock; onError: (error: unknown) => void },
  pass: (value: Value) => Promise<void>,
): (key: string, value: Value) => Promise<void> {
  const intervals = new Map<string, Interval<Value>>();

  function begin(key: string): void {
    const interval: Interval<Value> = { startedAt: clock.now() };
    intervals.set(key, interval);
    setTimeout(() => {
      // A clock that was set may have begun another one meanwhile.
      if (intervals.get(key) !== interval) return;
      intervals.delete(key);
      if (interval.waiting === undefined) return;
      begin(key);
      pass(interval.waiting).catch(onError);
    }, everyMs).unref();
  }

  return async (key, value) => {
    const interval = intervals.get(key);
    if (interval !== undefined && Math.abs(clock.now() - interval.startedAt) < everyMs) {
      interval.waiting = value;
      return;
    }
    begin(key);
    await pass(value);
  };
}
