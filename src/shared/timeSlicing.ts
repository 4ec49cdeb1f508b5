/** A computation that can pause after each step of a few milliseconds, so that it does not block the thread. */
export type IncrementalTask<Result> = Generator<void, Result>;

/** Runs a task without pauses. */
export function runToEnd<Result>(task: IncrementalTask<Result>): Result {
  let step = task.next();
  while (!step.done) step = task.next();
  return step.value;
}

/** Short enough not to be noticed. */
const SLICE_MS = 8;

/**
 * Runs as many steps as fit into a slice of time, at least one. A pause after every step would take longer than the work,
 * because browsers delay nested timers by 4 ms.
 * @param now milliseconds of any clock
 */
export function runSlice<Result>(
  task: IncrementalTask<Result>,
  now: () => number,
): IteratorResult<void, Result> {
  const end = now() + SLICE_MS;
  let step = task.next();
  while (!step.done && now() < end) step = task.next();
  return step;
}
