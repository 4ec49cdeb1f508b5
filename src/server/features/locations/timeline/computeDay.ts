import { emptyColumns, type FixColumns, type TrackPoint } from '#shared/historyCodec';
import { buildTimeline, type DayTimeline } from '#shared/timeline';
import { type IncrementalTask, runSlice } from '#shared/timeSlicing';
import { buildTrackInSteps } from '#shared/track';

/** What a day of a person comes to. */
export interface ComputedDay {
  readonly timeline: DayTimeline;
  /** How many fixes there are, and how many of them are inaccurate or impossible. */
  readonly fixes: number;
  readonly leftOut: number;
  /** Times of the first and the last fix; undefined without fixes. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** Computes a day in slices, between which other requests run. @param nextTurn what is waited for before each slice */
export async function computeDay(
  pages: AsyncIterable<readonly TrackPoint[]>,
  nextTurn: () => Promise<void>,
): Promise<ComputedDay> {
  const fixes = await asColumns(pages);
  const track = await inSlices(buildTrackInSteps(fixes), nextTurn);
  return {
    timeline: await inSlices(buildTimeline(track), nextTurn),
    fixes: fixes.count,
    leftOut: track.outliers.length,
    first: fixes.times[0],
    last: fixes.times[fixes.count - 1],
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
      index += 1;
    }
  }
  return columns;
}

async function inSlices<Result>(
  task: IncrementalTask<Result>,
  nextTurn: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    const step = runSlice(task, () => performance.now());
    if (step.done) return step.value;
    await nextTurn();
  }
}
