import { TRACK_GAP_MS } from '#contract/limits';
import { emptyColumns, type FixColumns, type PointColumns } from './historyCodec';
import { findOutliers, isReachable } from './outliers';
import { type IncrementalTask, runToEnd } from './timeSlicing';

/** The line of a day: its fixes without the implausible ones. */
export interface Track extends PointColumns {
  /** Indices at which a new piece of the line begins: 0, and after every gap. Empty without points. */
  readonly pieces: Uint32Array;
  /** Indices, among all fixes of the day, of the implausible ones. */
  readonly outliers: Uint32Array;
  /** What phones report of each point: metres a second, NaN when unknown, and codes of motions. */
  readonly speeds: Float64Array;
  readonly motions: Uint8Array;
}

/** A step takes a few milliseconds on a slow phone. */
const FIXES_PER_STEP = 16_384;

/** Removes inaccurate and impossible fixes (`outliers.ts`) and cuts the line where nothing is known. Takes linear time. */
export const buildTrack = (fixes: FixColumns): Track => runToEnd(buildTrackInSteps(fixes));

export function* buildTrackInSteps(fixes: FixColumns): IncrementalTask<Track> {
  const isOutlier = yield* findOutliers(fixes);
  return yield* withoutOutliers(fixes, isOutlier);
}

function* withoutOutliers(fixes: FixColumns, isOutlier: Uint8Array): IncrementalTask<Track> {
  const outliers = new Uint32Array(isOutlier.reduce((sum, one) => sum + one, 0));
  const count = fixes.count - outliers.length;
  const { times, latitudes, longitudes, speeds, motions } = emptyColumns(count);
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
    speeds[kept] = fixes.speeds[index] ?? Number.NaN;
    motions[kept] = fixes.motions[index] ?? 0;
    if (before === -1 || isGap(fixes, before, index)) pieces.push(kept);
    before = index;
    kept += 1;
  }
  const points = { count, times, latitudes, longitudes, speeds, motions };
  return { ...points, pieces: Uint32Array.from(pieces), outliers };
}

/** The line is interrupted between fixes that are half an hour apart, or contradict each other. */
function isGap(fixes: FixColumns, from: number, to: number): boolean {
  return (fixes.times[to] ?? 0) - (fixes.times[from] ?? 0) > TRACK_GAP_MS || !isReachable(fixes, from, to);
}

/** The position of one point. */
export function pointAt({ latitudes, longitudes }: Omit<PointColumns, 'times'>, index: number) {
  return { latitude: latitudes[index] ?? 0, longitude: longitudes[index] ?? 0 };
}
