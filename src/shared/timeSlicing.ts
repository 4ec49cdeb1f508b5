/** Work that may be paused after each step of a few milliseconds, so that others have their turn. */
export type IncrementalTask<Result> = Generator<void, Result>;

/** Does it in one go. */
export function finished<Result>(steps: IncrementalTask<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Nobody notices a pause that comes this much later. */
const SLICE_MS = 8;

/**
 * Does as much as fits into a slice of time, one step at least. Browsers let whoever pauses again and again wait for 4 ms
 * each time, so a pause after every step would be longer than the work.
 * @param now milliseconds of any clock
 */
export function nextSlice<Result>(
  steps: IncrementalTask<Result>,
  now: () => number,
): IteratorResult<void, Result> {
  const end = now() + SLICE_MS;
  let step = steps.next();
  while (!step.done && now() < end) step = steps.next();
  return step;
}
