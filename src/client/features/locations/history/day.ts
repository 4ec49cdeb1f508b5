import { STAY_FROM_MS } from '#contract/limits';
import type { HistoryBlock } from '#contract/locations';
import { emptyColumns, type FixColumns, unpackFixes } from '#shared/historyCodec';
import { type DayTimeline, buildTimeline } from '#shared/timeline';
import { type Track, buildTrackInSteps } from '#shared/track';
import { runToEnd, type IncrementalTask } from '#shared/timeSlicing';
import { type Stop, findStops } from '#shared/stops';

/** What a packed day comes to. Columns and indices: for views and the map, not for the store. */
export interface Day {
  readonly fixes: FixColumns;
  readonly track: Track;
  readonly stops: readonly Stop[];
  /** Stays and trips, with the totals of the day. */
  readonly timeline: DayTimeline;
}

/** True for a stop that reads 'Stayed at location'. */
export const isStay = ({ start, end }: Stop): boolean => end - start >= STAY_FROM_MS;

/** Cache by packed day, for as long as the day is referenced. */
const days = new WeakMap<readonly HistoryBlock[], Day>();

/** How many blocks of 2,000 fixes are unpacked in one go: a millisecond or two, also on a slow phone. */
const BLOCKS_AT_ONCE = 4;

/** Reads a packed day. @throws RangeError when it is not what a server packs */
export function dayOf(blocks: readonly HistoryBlock[]): Day {
  const known = days.get(blocks);
  if (known) return known;
  return runToEnd(readDay(blocks));
}

/** The same in steps, so that a long day does not block the page. */
export function* readDay(blocks: readonly HistoryBlock[]): IncrementalTask<Day> {
  const fixes = emptyColumns(blocks.reduce((sum, { count }) => sum + count, 0));
  let at = 0;
  for (const [index, block] of blocks.entries()) {
    unpackFixes(block, fixes, at);
    at += block.count;
    if (index % BLOCKS_AT_ONCE === BLOCKS_AT_ONCE - 1) yield;
  }
  yield;
  const track = yield* buildTrackInSteps(fixes);
  yield;
  const stops = findStops(track);
  yield;
  const timeline = yield* buildTimeline(track);
  const day: Day = { fixes, track, stops, timeline };
  days.set(blocks, day);
  return day;
}

/** The index of the last of these times that is not after a moment; -1 before the first. */
export function indexAt(times: Float64Array, moment: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** True when a piece of the track starts at this point, because the way to it is unknown. */
export function beginsPiece({ pieces }: Track, index: number): boolean {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return pieces[low] === index;
}
