import { setTimeout as wait } from 'node:timers/promises';
import type { Track } from '../support/tracks';

/** A position and its time, in milliseconds from the start. */
export interface Step {
  readonly latitude: number;
  readonly longitude: number;
  readonly dueMs: number;
}

/**
 * Endless steps along a track, to its end, back and again, with the recorded times between them.
 * @param fromMs offset of the first step
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

/** Skips steps that follow the previous one by less than `leastMs`, because the server limits them. */
export function* atMostEvery(leastMs: number, steps: Iterable<Step>): Generator<Step> {
  let last = -Infinity;
  for (const step of steps) {
    if (step.dueMs - last < leastMs) continue;
    last = step.dueMs;
    yield step;
  }
}

/** Calls `arrive` for each step when it is due and waits for it, until the signal aborts. */
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
