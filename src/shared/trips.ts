import { distanceBetween, eastOf, METRES_PER_DEGREE, normalizeLongitude } from './geo';
import type { Motion } from './motion';
import type { PointColumns } from './historyCodec';
import type { Samples } from './smoothing';
import { FASTEST_M_PER_S } from './outliers';
import type { IncrementalTask } from './timeSlicing';
import { pointAt } from './track';

/** How a member moved on a trip. */
export type TripMode = 'walk' | 'run' | 'cycle' | 'drive' | 'fly';

/** The movement between two samples. */
export interface Movement {
  /** Metres along the smoothed line, and milliseconds without those of gaps. */
  readonly distance: number;
  readonly moving: number;
  /** Null when in doubt. */
  readonly mode: TripMode | null;
}

/** Steps shorter than this are noise of the receiver; they count once they add up to it. */
const STEP_M = 12;
/** How many samples are averaged. The smallest size that removes the noise is used, because averages cut corners. */
const GROUP_SIZES = [1, 2, 3, 4, 6, 8];
/** Noise lengthens a step by about its variance divided by the square of the step. This share is accepted. */
const NOISE_SHARE = 0.02;
/** The median length of a vector with variance 1 along both axes is 1.18; a second difference has variance 6. */
const MEDIAN_SECOND_DIFFERENCE = 1.18 * Math.sqrt(6);
/** Slower steps count as standing, which says nothing about the mode. */
const STANDING_M_PER_S = 0.5;
/** Trips with fewer steps or metres get no mode. */
const MODE_STEPS = 5;
const MODE_M = 200;

type Range = readonly [number, number];
/**
 * Ranges in m/s of the median (`median`) and the 95th percentile (`p95`) of a trip's speeds. These two separate modes best
 * (Zheng et al., "Understanding mobility based on GPS data", UbiComp 2008). Speeds between the ranges are ambiguous: a slow
 * run, a fast walk, a bus in a traffic jam.
 */
const MODES: readonly { mode: TripMode; median: Range; p95: Range }[] = [
  { mode: 'walk', median: [0, 2], p95: [0, 2.8] },
  { mode: 'run', median: [2.2, 3.6], p95: [2.6, 4.5] },
  { mode: 'cycle', median: [3, 8], p95: [4.8, 11.5] },
  { mode: 'drive', median: [4, 60], p95: [12.5, 75] },
  { mode: 'fly', median: [60, FASTEST_M_PER_S], p95: [100, FASTEST_M_PER_S] },
];

/** Modes of the motions that phones report, with the highest possible median speed in m/s: phones report changes late. */
const MOTION_MODES: Readonly<Record<Exclude<Motion, 'stationary'>, { mode: TripMode; maxMedian: number }>> = {
  walking: { mode: 'walk', maxMedian: 3 },
  running: { mode: 'run', maxMedian: 6 },
  cycling: { mode: 'cycle', maxMedian: 12 },
  driving: { mode: 'drive', maxMedian: 60 },
};

/**
 * Measures the movement from one sample to another; gaps do not count.
 * @param motion what the phone reports; it takes precedence over speeds
 */
export function* measureMovement(
  samples: Samples,
  first: number,
  last: number,
  motion: Motion | null = null,
): IncrementalTask<Movement> {
  const pieces = cutAtPieces(samples, first, last);
  const noise = noiseOf(pieces);
  let steps: Steps = { distance: 0, speeds: [] };
  for (const size of GROUP_SIZES) {
    yield;
    const grouped = pieces.map((piece) => averageOf(piece, size));
    steps = stepsOf(grouped);
    const count = grouped.reduce((sum, piece) => sum + piece.count, 0);
    if ((noise * noise) / size <= NOISE_SHARE * (steps.distance / count) ** 2) break;
  }
  const moving = pieces.reduce((sum, { times, count }) => sum + (times[count - 1] ?? 0) - (times[0] ?? 0), 0);
  const bySpeed = steps.distance < MODE_M ? null : modeOf(steps.speeds);
  return { distance: steps.distance, moving, mode: modeOfMotion(motion, steps.speeds) ?? bySpeed };
}

/** The samples, cut where there is a gap or an impossible step. */
function cutAtPieces(samples: Samples, first: number, last: number): PointColumns[] {
  const pieces: PointColumns[] = [];
  let start = first;
  for (let index = first + 1; index <= last + 1; index += 1) {
    if (index <= last && samples.startsPiece[index] !== 1) continue;
    pieces.push({
      count: index - start,
      times: samples.times.subarray(start, index),
      latitudes: samples.latitudes.subarray(start, index),
      longitudes: samples.longitudes.subarray(start, index),
    });
    start = index;
  }
  return pieces;
}

/** The standard deviation of the samples along an axis in metres, from second differences, which cancel the movement out. */
function noiseOf(pieces: readonly PointColumns[]): number {
  const differences: number[] = [];
  for (const { count, latitudes, longitudes } of pieces) {
    const scale = Math.cos(((latitudes[0] ?? 0) * Math.PI) / 180);
    for (let index = 1; index < count - 1; index += 1) {
      const [latitude, longitude] = [latitudes[index] ?? 0, longitudes[index] ?? 0];
      const north = (latitudes[index - 1] ?? 0) - 2 * latitude + (latitudes[index + 1] ?? 0);
      const before = normalizeLongitude((longitudes[index - 1] ?? 0) - longitude);
      const after = normalizeLongitude((longitudes[index + 1] ?? 0) - longitude);
      differences.push(Math.hypot(north, (before + after) * scale) * METRES_PER_DEGREE);
    }
  }
  return quantile(differences, 0.5) / MEDIAN_SECOND_DIFFERENCE;
}

/** Means of `size` consecutive points each; the first and the last point stay, so that the line keeps its length. */
function averageOf(piece: PointColumns, size: number): PointColumns {
  if (size === 1 || piece.count <= 2) return piece;
  const inner = Math.ceil((piece.count - 2) / size);
  const [times, latitudes, longitudes] = [0, 1, 2].map(() => new Float64Array(inner + 2));
  const means = {
    count: inner + 2,
    times: times ?? piece.times,
    latitudes: latitudes ?? piece.times,
    longitudes: longitudes ?? piece.times,
  };
  const put = (target: number, from: number, end: number) => {
    const origin = pointAt(piece, from);
    let [time, north, east] = [0, 0, 0];
    for (let index = from; index < end; index += 1) {
      time += piece.times[index] ?? 0;
      north += piece.latitudes[index] ?? 0;
      east += eastOf(origin, pointAt(piece, index));
    }
    means.times[target] = time / (end - from);
    means.latitudes[target] = north / (end - from);
    means.longitudes[target] = normalizeLongitude(origin.longitude + east / (end - from));
  };
  put(0, 0, 1);
  for (let index = 0; index < inner; index += 1)
    put(index + 1, 1 + index * size, Math.min(piece.count - 1, 1 + (index + 1) * size));
  put(inner + 1, piece.count - 1, piece.count);
  return means;
}

interface Steps {
  distance: number;
  /** Metres a second of each step in which the member did not stand still. */
  readonly speeds: number[];
}

function stepsOf(pieces: readonly PointColumns[]): Steps {
  const steps: Steps = { distance: 0, speeds: [] };
  for (const piece of pieces) {
    let from = 0;
    for (let index = 1; index < piece.count; index += 1) {
      const metres = distanceBetween(pointAt(piece, from), pointAt(piece, index));
      if (metres < STEP_M && index < piece.count - 1) continue;
      const seconds = ((piece.times[index] ?? 0) - (piece.times[from] ?? 0)) / 1_000;
      if (metres >= STANDING_M_PER_S * seconds) steps.speeds.push(metres / seconds);
      steps.distance += metres;
      from = index;
    }
  }
  return steps;
}

function modeOfMotion(motion: Motion | null, speeds: readonly number[]): TripMode | null {
  if (motion === null || motion === 'stationary') return null;
  const { mode, maxMedian } = MOTION_MODES[motion];
  return quantile(speeds, 0.5) <= maxMedian ? mode : null;
}

function modeOf(speeds: readonly number[]): TripMode | null {
  if (speeds.length < MODE_STEPS) return null;
  const [median, p95] = [quantile(speeds, 0.5), quantile(speeds, 0.95)];
  const isIn = (value: number, [low, high]: Range) => value >= low && value <= high;
  const fitting = MODES.filter((each) => isIn(median, each.median) && isIn(p95, each.p95));
  return fitting.length === 1 ? (fitting[0]?.mode ?? null) : null;
}

/** @param share from 0, the least value, to 1 */
function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
