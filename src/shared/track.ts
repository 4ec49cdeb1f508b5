import { EARTH_RADIUS_M, FASTEST_M_PER_S, ROUTE_ACCURACY_M, ROUTE_GAP_MS } from '#contract/limits';
import type { FixColumns } from './historyCodec';
import { distanceBetween } from './geo';
import { type IncrementalTask, finished } from './timeSlicing';
import type { Points } from './stops';

/** The way of a day: what is left of its fixes when those that cannot be true are set aside. */
export interface Track extends Points {
  /** Indices at which the line begins anew: 0, and after every gap. Empty without points. */
  readonly pieces: Uint32Array;
  /** Indices, among all fixes of the day, of those that are not in the line. */
  readonly leftOut: Uint32Array;
}

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
/** How many places a receiver may jump between before it comes back to the truth. */
const RUNS_REMEMBERED = 32;

/** A few milliseconds on a slow phone. */
const FIXES_A_STEP = 16_384;
/** A run is by far shorter than another when this many of it would still be shorter. */
const STRAY_SHARE = 10;

/** Fixes that follow each other at a possible speed. Left-out ones may lie between them. */
interface Run {
  first: number;
  last: number;
  count: number;
}

/**
 * Sets aside what cannot be true: fixes that are off by more than 100 m, and those that could only be reached and left
 * at over 1,000 km/h, one or many in a row. Linear.
 */
export const routeOf = (fixes: FixColumns): Track => finished(routeSteps(fixes));

/** The same with pauses. */
export function* routeSteps(fixes: FixColumns): IncrementalTask<Track> {
  const isOut = new Uint8Array(fixes.count);
  const runs: Run[] = [];
  for (let index = 0; index < fixes.count; index += 1) {
    if ((fixes.accuracies[index] ?? 0) > ROUTE_ACCURACY_M) isOut[index] = 1;
    else addTo(runs, index, fixes, isOut);
    if (index % FIXES_A_STEP === FIXES_A_STEP - 1) yield;
  }
  leaveOutStrays(runs, fixes, isOut);
  return yield* withoutThose(fixes, isOut);
}

/** Continues the newest run that the fix can be reached from; all runs after it were reached and left impossibly. */
function addTo(runs: Run[], index: number, fixes: FixColumns, isOut: Uint8Array): void {
  const oldest = Math.max(0, runs.length - RUNS_REMEMBERED);
  for (let place = runs.length - 1; place >= oldest; place -= 1) {
    const run = runs[place];
    if (!run || !isReachable(fixes, run.last, index)) continue;
    if (place < runs.length - 1) {
      isOut.fill(1, run.last + 1, index);
      runs.length = place + 1;
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
  // Along the meridian and then along the equator is never shorter than the way.
  const detour = Math.abs(north - latitude) + Math.abs(east - longitude);
  if (detour * METRES_PER_DEGREE <= reach) return true;
  return distanceBetween({ latitude, longitude }, { latitude: north, longitude: east }) <= reach;
}

/**
 * What is left are runs of which each contradicts the next, at the ends of the day above all, where a fix is only
 * reached or only left. Of two that contradict each other the one is false that is by far the shorter; where neither is,
 * both stay, with a gap between them.
 */
function leaveOutStrays(runs: readonly Run[], fixes: FixColumns, isOut: Uint8Array): void {
  const believed: Run[] = [];
  for (const run of runs) {
    let before = believed.at(-1);
    while (before && isStray(before, run) && !isReachable(fixes, before.last, run.first)) {
      isOut.fill(1, before.first, before.last + 1);
      believed.pop();
      before = believed.at(-1);
    }
    if (before && isStray(run, before) && !isReachable(fixes, before.last, run.first)) {
      isOut.fill(1, run.first, run.last + 1);
    } else believed.push(run);
  }
}

function isStray(run: Run, beside: Run): boolean {
  return run.count * STRAY_SHARE < beside.count;
}

function* withoutThose(fixes: FixColumns, isOut: Uint8Array): IncrementalTask<Track> {
  const leftOut = new Uint32Array(isOut.reduce((sum, one) => sum + one, 0));
  const count = fixes.count - leftOut.length;
  const [times, latitudes, longitudes] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ];
  const pieces: number[] = [];
  let [kept, left, before] = [0, 0, -1];
  for (let index = 0; index < fixes.count; index += 1) {
    if (index % FIXES_A_STEP === 0) yield;
    if (isOut[index] === 1) {
      leftOut[left] = index;
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
  return { count, times, latitudes, longitudes, pieces: Uint32Array.from(pieces), leftOut };
}

/** Nobody knows the way between two fixes that lie half an hour apart, or cannot both be true. */
function isGap(fixes: FixColumns, from: number, to: number): boolean {
  return (fixes.times[to] ?? 0) - (fixes.times[from] ?? 0) > ROUTE_GAP_MS || !isReachable(fixes, from, to);
}

/** What a day comes to. Metres and milliseconds. */
export interface Totals {
  readonly distance: number;
  readonly moving: number;
}

type Stays = readonly { readonly first: number; readonly last: number }[];

/**
 * How far and how long somebody moved: along the line, without its gaps.
 * @param stays stretches of points (first and last index) in which they stayed somewhere, in order: what a receiver
 *   wanders meanwhile is no way
 */
export const totalsOf = (route: Track, stays: Stays): Totals => finished(totalsSteps(route, stays));

/** The same with pauses. */
export function* totalsSteps(route: Track, stays: Stays): IncrementalTask<Totals> {
  let [distance, moving, piece, stay] = [0, 0, 0, 0];
  for (let index = 1; index < route.count; index += 1) {
    if (index % FIXES_A_STEP === 0) yield;
    while ((stays[stay]?.last ?? route.count) < index) stay += 1;
    while ((route.pieces[piece] ?? route.count) < index) piece += 1;
    const isStaying = (stays[stay]?.first ?? route.count) < index;
    if (isStaying || route.pieces[piece] === index) continue;
    moving += (route.times[index] ?? 0) - (route.times[index - 1] ?? 0);
    distance += distanceBetween(placeAt(route, index - 1), placeAt(route, index));
  }
  return { distance, moving };
}

/** The place of one point. */
export function placeAt({ latitudes, longitudes }: Omit<Points, 'times'>, index: number) {
  return { latitude: latitudes[index] ?? 0, longitude: longitudes[index] ?? 0 };
}
