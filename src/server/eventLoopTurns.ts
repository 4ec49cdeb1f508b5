import { type IncrementalTask, runSlice } from '#shared/timeSlicing';

/** Time for everything else after a heavy step: as long as the step took, within these bounds. */
const PAUSE_MS = { shortest: 2, longest: 50, longestAlone: 200 } as const;
const pauseAfter = (begun: number, longest: number): number =>
  Math.max(PAUSE_MS.shortest, Math.min(performance.now() - begun, longest));

/**
 * Does one of many heavy steps that come one after the other, and pauses after it: the server takes one new connection in
 * each turn of its loop, and an SOS takes twenty answers of PostgreSQL, so turns without heavy work have to come in between.
 */
export async function withPause<Result>(step: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await step();
  await new Promise((resolve) => setTimeout(resolve, pauseAfter(begun, PAUSE_MS.longestAlone)));
  return result;
}

/**
 * Gives those who ask a turn of the event loop each, in the order of asking. When many do heavy work in steps, only one step
 * runs in a turn, with a pause before: the server takes one new connection in each turn of its loop, so turns without heavy
 * work have to come in between.
 */
export function eventLoopTurns(): () => Promise<void> {
  let last = Promise.resolve();
  let waiting = 0;
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      const begun = performance.now();
      setImmediate(() => {
        // Only now, after the step of the turn before: a timer set earlier would be due as soon as that step ends.
        if (waiting > 1) setTimeout(resolve, pauseAfter(begun, PAUSE_MS.longest));
        else resolve();
      });
    });
  return () => {
    waiting += 1;
    last = last.then(turn).finally(() => {
      waiting -= 1;
    });
    return last;
  };
}

/**
 * Runs a task in slices of a few milliseconds, so that other requests run between them.
 * @param nextTurn what is waited for before each further slice
 */
export async function inSlices<Result>(
  task: IncrementalTask<Result>,
  nextTurn: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    const step = runSlice(task, () => performance.now());
    if (step.done) return step.value;
    await nextTurn();
  }
}

/**
 * Counts the work of a long calculation, and lets other requests run after each `unitsPerTurn` of it.
 * @returns a function that takes how many units are done, and resolves when the next may begin
 */
export function turnAfter(unitsPerTurn: number): (units: number) => Promise<void> {
  let done = 0;
  return async (units) => {
    done += units;
    if (done < unitsPerTurn) return;
    done = 0;
    await new Promise(setImmediate);
  };
}
