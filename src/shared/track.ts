import { EARTH_RADIUS_M, FASTEST_M_PER_S, ROUTE_ACCURACY_M, ROUTE_GAP_MS } from '#contract/limits';
import type { FixColumns, PointColumns } from './historyCodec';
import { distanceBetween } from './geo';
import { type IncrementalTask, runToEnd } from './timeSlicing';

/** The line of a day: its fixes without the implausible ones. */
export interface Track extends PointColumns {
  /** Indices at which a new piece of the line begins: 0, and after every gap. Empty without points. */
  readonly pieces: Uint32Array;
  /** Indices, among all fixes of the day, of the implausible ones. */
  readonly outliers: Uint32Array;
}

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
/** Number of positions a receiver can jump between before it returns to the right one. */
const MAX_OPEN_RUNS = 32;

/** A step takes a few milliseconds on a slow phone. */
const FIXES_PER_STEP = 16_384;
/** A run that contradicts one this many times as long is implausible. */
const STRAY_FACTOR = 10;

/** Fixes that follow each other at a plausible speed. Implausible ones may lie between them. */
interface Run {
  first: number;
  last: number;
  count: number;
}

/**
 * Removes implausible fixes: those less accurate than 100 m, and those that could be reached and left only at more than
 * 1,000 km/h, one or many in a row. Takes linear time.
 */
export const buildTrack = (fixes: FixColumns): Track => runToEnd(buildTrackInSteps(fixes));

export function* buildTrackInSteps(fixes: FixColumns): IncrementalTask<Track> {
  const isOutlier = new Uint8Array(fixes.count);
  const runs: Run[] = [];
  for (let index = 0; index < fixes.count; index += 1) {
    if ((fixes.accuracies[index] ?? 0) > ROUTE_ACCURACY_M) isOutlier[index] = 1;
    else addTo(runs, index, fixes, isOutlier);
    if (index % FIXES_PER_STEP === FIXES_PER_STEP - 1) yield;
  }
  removeStrays(runs, fixes, isOutlier);
  return yield* withoutOutliers(fixes, isOutlier);
}

/** Continues the newest run from which the fix can be reached; the runs after it are implausible. */
function addTo(runs: Run[], index: number, fixes: FixColumns, isOutlier: Uint8Array): void {
  const oldest = Math.max(0, runs.length - MAX_OPEN_RUNS);
  for (let position = runs.length - 1; position >= oldest; position -= 1) {
    const run = runs[position];
    if (!run || !isReachable(fixes, run.last, index)) continue;
    if (position < runs.length - 1) {
      isOutlier.fill(1, run.last + 1, index);
      runs.length = position + 1;
    }
    run.last = index;
    run.count += 1;
    return;
  }
  runs.push({ first: index, last: index, count: 1 });
}

function isReachable({ times, latitudes, longitudes }: FixColumns, from: number, to: number): boolean {
  const latitude = latitudes[from] ?? 0;
  const longitude = longitudes[from] ?? 0;
  const north = latitudes[to] ?? 0;
  const east = longitudes[to] ?? 0;
  const reach = ((times[to] ?? 0) - (times[from] ?? 0)) * (FASTEST_M_PER_S / 1_000);
  // The detour along the meridian and then along the equator is never shorter than the great circle.
  const detour = Math.abs(north - latitude) + Math.abs(east - longitude);
  if (detour * METRES_PER_DEGREE <= reach) return true;
  return distanceBetween({ latitude, longitude }, { latitude: north, longitude: east }) <= reach;
}

/**
 * Each of the remaining runs contradicts the next one, above all at the ends of the day, where a fix is only reached or
 * only left. Of two such runs the much shorter one is implausible; if neither is much shorter, both stay, with a gap in
 * between.
 */
function removeStrays(runs: readonly Run[], fixes: FixColumns, isOutlier: Uint8Array): void {
  const plausible: Run[] = [];
  for (const run of runs) {
    let before = plausible.at(-1);
    while (before && isStray(before, run) && !isReachable(fixes, before.last, run.first)) {
      isOutlier.fill(1, before.first, before.last + 1);
      plausible.pop();
      before = plausible.at(-1);
    }
    if (before && isStray(run, before) && !isReachable(fixes, before.last, run.first)) {
      isOutlier.fill(1, run.first, run.last + 1);
    } else plausible.push(run);
  }
}

function isStray(run: Run, beside: Run): boolean {
  return run.count * STRAY_FACTOR < beside.count;
}

function* withoutOutliers(fixes: FixColumns, isOutlier: Uint8Array): IncrementalTask<Track> {
  const outliers = new Uint32Array(isOutlier.reduce((sum, one) => sum + one, 0));
  const count = fixes.count - outliers.length;
  const [times, latitudes, longitudes] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ];
  const pieces: number[] = [];
  let [kept, left, before] = [0, 0, -1];
  for (let index = 0; index < fixes.count; index += 1) {
    if (index % FIXES_PER_STEP === 0) yield;
    if (isOutlier[index] === 1) {
      outliers[left] = index;
      left += 1;
      continue;
    }
    times[kept] = fixes.times[index] ?? 0;
    latitudes[kept] = fixes.latitudes[index] ?? 0;
    longitudes[kept] = fixes.longitudes[index] ?? 0;
    if (before === -1 || isGap(fixes, before, index)) pieces.push(kept);
    before = index;
    kept += 1;
  }
  return { count, times, latitudes, longitudes, pieces: Uint32Array.from(pieces), outliers };
}

/** The line is interrupted between fixes that are half an hour apart, or contradict each other. */
function isGap(fixes: FixColumns, from: number, to: number): boolean {
  return (fixes.times[to] ?? 0) - (fixes.times[from] ?? 0) > ROUTE_GAP_MS || !isReachable(fixes, from, to);
}

/** Distance and time of a day's movement, in metres and milliseconds. */
export interface TrackTotals {
  readonly distance: number;
  readonly moving: number;
}

type Stays = readonly { readonly first: number; readonly last: number }[];

/**
 * Distance and duration of the movement along the line, without its gaps.
 * @param stays ranges of points (first and last index, in order) during which the member stayed in one place; the noise of
 *   the receiver in them does not count
 */
export const measureTrack = (route: Track, stays: Stays): TrackTotals =>
  runToEnd(measureTrackInSteps(route, stays));

export function* measureTrackInSteps(route: Track, stays: Stays): IncrementalTask<TrackTotals> {
  let [distance, moving, piece, stay] = [0, 0, 0, 0];
  for (let index = 1; index < route.count; index += 1) {
    if (index % FIXES_PER_STEP === 0) yield;
    while ((stays[stay]?.last ?? route.count) < index) stay += 1;
    while ((route.pieces[piece] ?? route.count) < index) piece += 1;
    const isStaying = (stays[stay]?.first ?? route.count) < index;
    if (isStaying || route.pieces[piece] === index) continue;
    moving += (route.times[index] ?? 0) - (route.times[index - 1] ?? 0);
    distance += distanceBetween(pointAt(route, index - 1), pointAt(route, index));
  }
  return { distance, moving };
}

/** The position of one point. */
export function pointAt({ latitudes, longitudes }: Omit<PointColumns, 'times'>, index: number) {
  return { latitude: latitudes[index] ?? 0, longitude: longitudes[index] ?? 0 };
}
