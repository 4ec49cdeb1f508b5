import { emptyColumns, type FixColumns, packFixes, type TrackPoint } from '#shared/historyCodec';
import { RANGE_LINE_POINTS } from '#contract/limits';
import type { HistoryBlock } from '#contract/locations';
import { codeOfMotion } from '#shared/motion';
import type { StayCorrection } from '#shared/stayCorrections';
import { buildTimeline, type DayTimeline } from '#shared/timeline';
import { thinTrack } from '#shared/thinTrack';
import { buildTrackInSteps } from '#shared/track';
import { inSlices } from '#server/eventLoopTurns';

/** What a day of a person comes to. */
export interface ComputedDay {
  readonly timeline: DayTimeline;
  /** How many fixes there are, and how many of them are inaccurate or impossible. */
  readonly fixes: number;
  readonly leftOut: number;
  /** Times of the first and the last fix; undefined without fixes. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** Computes the line in few points, one block for each stretch between gaps. */
  line(): Promise<HistoryBlock[]>;
}

/**
 * Computes a day in slices, between which other requests run.
 * @param nextTurn what is waited for before each slice
 * @param corrections what the person says of the stays
 */
export async function computeDay(
  pages: AsyncIterable<readonly TrackPoint[]>,
  nextTurn: () => Promise<void>,
  corrections: readonly StayCorrection[] = [],
): Promise<ComputedDay> {
  const fixes = await asColumns(pages);
  const track = await inSlices(buildTrackInSteps(fixes), nextTurn);
  return {
    timeline: await inSlices(buildTimeline(track, corrections), nextTurn),
    fixes: fixes.count,
    leftOut: track.outliers.length,
    first: fixes.times[0],
    last: fixes.times[fixes.count - 1],
    line: async () => (await inSlices(thinTrack(track, RANGE_LINE_POINTS), nextTurn)).map(packFixes),
  };
}

async function asColumns(pages: AsyncIterable<readonly TrackPoint[]>): Promise<FixColumns> {
  const all: (readonly TrackPoint[])[] = [];
  for await (const page of pages) all.push(page);
  const columns = emptyColumns(all.reduce((sum, { length }) => sum + length, 0));
  let index = 0;
  for (const page of all) {
    for (const fix of page) {
      columns.times[index] = fix.at;
      columns.latitudes[index] = fix.latitude;
      columns.longitudes[index] = fix.longitude;
      columns.accuracies[index] = fix.accuracy ?? Number.NaN;
      columns.speeds[index] = fix.speed ?? Number.NaN;
      columns.motions[index] = codeOfMotion(fix.motion);
      index += 1;
    }
  }
  return columns;
}
