import { setTimeout as wait } from 'node:timers/promises';
import type { Track } from '../support/tracks';

/** How somebody goes along a recorded track for ever: to its end, back to its start, and again. */

/** A place on the way and when to be there, in milliseconds from the start. */
export interface Step {
  readonly latitude: number;
  readonly longitude: number;
  readonly dueMs: number;
}

/**
 * All steps without end. Only the direction is turned round; places and the times between them stay as recorded.
 * @param fromMs how far into the track the first way begins
 */
export function* backAndForth(track: Track, fromMs = 0): Generator<Step, never> {
  const length = track.at(-1)?.offsetMs ?? 0;
  if (track.length < 2 || length === 0) throw new Error('A walk needs a track of at least two moments');
  const first = track.find(({ offsetMs }) => offsetMs >= fromMs)?.offsetMs;
  if (first === undefined) throw new RangeError('A walk cannot begin after the end of its track');
  const back = track.toReversed().map((point) => ({ ...point, offsetMs: length - point.offsetMs }));
  for (let round = 0; ; round += 1)
    for (const { latitude, longitude, offsetMs } of round % 2 === 0 ? track : back) {
      const dueMs = round * length + offsetMs - first;
      if (dueMs >= 0) yield { latitude, longitude, dueMs };
    }
}

/** Leaves out steps that follow the one before by less than `leastMs`: phones and servers have a limit. */
export function* atMostEvery(leastMs: number, steps: Iterable<Step>): Generator<Step> {
  let last = -Infinity;
  for (const step of steps) {
    if (step.dueMs - last < leastMs) continue;
    last = step.dueMs;
    yield step;
  }
}

/**
 * Arrives at each step when it is due, until the signal ends it.
 * @param arrive what to do there; the walk waits for it
 */
export async function walk(
  steps: Iterable<Step>,
  arrive: (step: Step) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = Date.now();
  for (const step of steps) {
    try {
      await wait(Math.max(0, startedAt + step.dueMs - Date.now()), undefined, { signal });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    await arrive(step);
  }
}
