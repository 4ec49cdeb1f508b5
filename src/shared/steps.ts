/** Work that pauses after every few milliseconds, so that whoever does it can let others have their turn. */
export type Steps<Result> = Generator<void, Result>;

/** Does it in one go. */
export function finished<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
