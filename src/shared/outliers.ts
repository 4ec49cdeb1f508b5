import { TRACK_ACCURACY_M } from '#contract/limits';
import { distanceBetween, METRES_PER_DEGREE, normalizeLongitude } from './geo';
import type { FixColumns } from './historyCodec';
import type { IncrementalTask } from './timeSlicing';

/*
 * Which fixes of a day are impossible. Receivers report them alone or a few in a row, mostly when they regain the signal.
 * A longer run is never dropped, whatever it contradicts: it may be the rest of the day.
 */

/**
 * 1,400 km/h in metres per second. A fix that needs a higher speed both to reach and to leave is an outlier. With the wind of
 * a jet stream airliners reach 1,328 km/h over ground (British Airways 112 on 2020-02-09, as tracked by Flightradar24).
 */
export const FASTEST_M_PER_S = 1_400 / 3.6;
/** Excursions have at most this many fixes and last at most this long (docs/decisions/stops.md has the measurements). */
const EXCURSION_FIXES = 5;
const EXCURSION_MS = 2 * 60_000;
/**
 * 216 km/h. A faster leg is possible only next to a leg in the same direction at a comparable speed: trains and planes
 * keep their speed, whereas a spike goes out and comes back.
 */
const UNSUPPORTED_M_PER_S = 60;
const COMPARABLE_SPEED = 1 / 3;
/** A short run that contradicts one this many times as long is impossible, even where nothing comes back. */
const STRAY_FACTOR = 10;
/** A step takes a few milliseconds on a slow phone. */
const FIXES_PER_STEP = 8_192;

/** Fixes that follow each other at a possible speed, without a silence of more than `EXCURSION_MS`. */
interface Run {
  readonly position: number;
  /** Indices of its first and last fix. */
  readonly first: number;
  last: number;
  count: number;
  /** True when it cannot be reached from the run before it. */
  readonly contradicts: boolean;
  /** Fixes of this run and of those before (`behind`) or after it (`ahead`), up to the next contradiction. */
  behind: number;
  ahead: number;
}

/** @returns 1 for each fix that is less accurate than 100 m or impossible, else 0. Takes linear time. */
export function* findOutliers(fixes: FixColumns): IncrementalTask<Uint8Array> {
  const isOutlier = new Uint8Array(fixes.count);
  const accurate = accurateFixes(fixes, isOutlier);
  yield;
  const runs = yield* cutIntoRuns(fixes, accurate);
  const kept: Run[] = [];
  let position = 0;
  for (let run = runs[0]; run; run = runs[position]) {
    const before = kept.at(-1);
    const impossible =
      before && isContradiction(fixes, before, run) ? findStrays(fixes, kept, runs, run) : [];
    for (const { first, last } of impossible) isOutlier.fill(1, first, last + 1);
    if (impossible.length > 0 && impossible[0] === before) kept.pop();
    else if (impossible.length > 0) position += impossible.length;
    else {
      kept.push(run);
      position += 1;
    }
  }
  return isOutlier;
}

function accurateFixes({ count, accuracies }: FixColumns, isOutlier: Uint8Array): Uint32Array {
  const accurate = new Uint32Array(count);
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    if ((accuracies[index] ?? 0) > TRACK_ACCURACY_M) isOutlier[index] = 1;
    else {
      accurate[length] = index;
      length += 1;
    }
  }
  return accurate.subarray(0, length);
}

function* cutIntoRuns(fixes: FixColumns, accurate: Uint32Array): IncrementalTask<Run[]> {
  const runs: Run[] = [];
  for (let at = 0; at < accurate.length; at += 1) {
    if (at % FIXES_PER_STEP === FIXES_PER_STEP - 1) yield;
    const fix = accurate[at] ?? 0;
    const run = runs.at(-1);
    const contradicts = run !== undefined && !isPossibleLeg(fixes, accurate, at);
    if (run && !contradicts && timeBetween(fixes, run.last, fix) <= EXCURSION_MS) {
      run.last = fix;
      run.count += 1;
    } else
      runs.push({ position: runs.length, first: fix, last: fix, count: 1, contradicts, behind: 0, ahead: 0 });
  }
  for (const run of runs) {
    const before = run.contradicts ? 0 : (runs[run.position - 1]?.behind ?? 0);
    run.behind = run.count + before;
  }
  for (const run of runs.toReversed()) {
    const after = runs[run.position + 1];
    run.ahead = run.count + (!after || after.contradicts ? 0 : after.ahead);
  }
  return runs;
}

/** Evaluates the leg that leads to the fix at this position among the accurate ones. */
function isPossibleLeg(fixes: FixColumns, accurate: Uint32Array, at: number): boolean {
  const [from, to] = [accurate[at - 1] ?? 0, accurate[at] ?? 0];
  const seconds = timeBetween(fixes, from, to) / 1_000;
  if (detourBetween(fixes, from, to) <= UNSUPPORTED_M_PER_S * seconds) return true;
  const metres = metresBetween(fixes, from, to);
  if (metres <= UNSUPPORTED_M_PER_S * seconds) return true;
  if (metres > FASTEST_M_PER_S * seconds) return false;
  if (seconds * 1_000 > EXCURSION_MS) return true;
  return (
    (at > 1 && supports(fixes, accurate[at - 2] ?? 0, from, from, to)) ||
    (at + 1 < accurate.length && supports(fixes, to, accurate[at + 1] ?? 0, from, to))
  );
}

/** True when the leg from `a` to `b` has about the direction of the leg from `from` to `to`, and a comparable speed. */
function supports(fixes: FixColumns, a: number, b: number, from: number, to: number): boolean {
  const time = timeBetween(fixes, a, b);
  if (time > EXCURSION_MS) return false;
  const speed = metresBetween(fixes, a, b) / time;
  if (speed < (COMPARABLE_SPEED * metresBetween(fixes, from, to)) / timeBetween(fixes, from, to))
    return false;
  const [first, second] = [direction(fixes, a, b), direction(fixes, from, to)];
  return first.north * second.north + first.east * second.east > 0;
}

function direction({ latitudes, longitudes }: FixColumns, from: number, to: number) {
  const latitude = latitudes[from] ?? 0;
  const east = normalizeLongitude((longitudes[to] ?? 0) - (longitudes[from] ?? 0));
  return { north: (latitudes[to] ?? 0) - latitude, east: east * Math.cos((latitude * Math.PI) / 180) };
}

/**
 * The short runs that explain why `run` contradicts the newest run that was kept: either that run, or `run` and some after
 * it. Empty when both may be true.
 */
function findStrays(fixes: FixColumns, kept: readonly Run[], runs: readonly Run[], run: Run): readonly Run[] {
  const before = kept.at(-1);
  if (!before) return [];
  const excursion = excursionFrom(fixes, before, runs, run);
  const length = excursion.reduce((sum, { count }) => sum + count, 0);
  if (isStrayBefore(fixes, kept.at(-2), before, run) && (length === 0 || before.count < length))
    return [before];
  if (length > 0) return excursion;
  return isShort(fixes, run) && run.count * STRAY_FACTOR <= before.behind ? [run] : [];
}

/** `run` and the next ones, as far as they are short together and what follows them comes back to `before`. */
function excursionFrom(fixes: FixColumns, before: Run, runs: readonly Run[], run: Run): readonly Run[] {
  let count = 0;
  for (let position = run.position; position < runs.length - 1; position += 1) {
    const [last, after] = [runs[position], runs[position + 1]];
    if (!last || !after) return [];
    count += last.count;
    if (count > EXCURSION_FIXES || timeBetween(fixes, run.first, last.last) > EXCURSION_MS) return [];
    if (comesBack(fixes, before, run.first, last.last, after)) return runs.slice(run.position, position + 1);
  }
  return [];
}

function isStrayBefore(fixes: FixColumns, previous: Run | undefined, run: Run, after: Run): boolean {
  if (!isShort(fixes, run)) return false;
  if (previous && comesBack(fixes, previous, run.first, run.last, after)) return true;
  return run.count * STRAY_FACTOR <= after.ahead;
}

/** True when `after` can be reached from `before`, and both are nearer to each other than to what lies between. */
function comesBack(fixes: FixColumns, before: Run, first: number, last: number, after: Run): boolean {
  if (!isReachable(fixes, before.last, after.first)) return false;
  const direct = metresBetween(fixes, before.last, after.first);
  return (
    direct < metresBetween(fixes, before.last, first) && direct < metresBetween(fixes, last, after.first)
  );
}

const isContradiction = (fixes: FixColumns, before: Run, run: Run): boolean =>
  run.position === before.position + 1 ? run.contradicts : !isReachable(fixes, before.last, run.first);

const isShort = (fixes: FixColumns, { first, last, count }: Run): boolean =>
  count <= EXCURSION_FIXES && timeBetween(fixes, first, last) <= EXCURSION_MS;

/** True when the way between two fixes takes at most 1,400 km/h. */
export const isReachable = (fixes: FixColumns, from: number, to: number): boolean =>
  metresBetween(fixes, from, to) <= timeBetween(fixes, from, to) * (FASTEST_M_PER_S / 1_000);

const timeBetween = ({ times }: FixColumns, from: number, to: number): number =>
  (times[to] ?? 0) - (times[from] ?? 0);

/** Metres along the meridian and then along the equator: cheap, and never shorter than the great circle. */
const detourBetween = ({ latitudes, longitudes }: FixColumns, from: number, to: number): number =>
  (Math.abs((latitudes[to] ?? 0) - (latitudes[from] ?? 0)) +
    Math.abs((longitudes[to] ?? 0) - (longitudes[from] ?? 0))) *
  METRES_PER_DEGREE;

function metresBetween({ latitudes, longitudes }: FixColumns, from: number, to: number): number {
  return distanceBetween(
    { latitude: latitudes[from] ?? 0, longitude: longitudes[from] ?? 0 },
    { latitude: latitudes[to] ?? 0, longitude: longitudes[to] ?? 0 },
  );
}
