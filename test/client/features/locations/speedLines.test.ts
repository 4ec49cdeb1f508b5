import { SPEED_BANDS, speedLines } from '#client/features/locations/history/speedLines';
import { emptyColumns } from '#shared/historyCodec';
import { buildTrack } from '#shared/track';

/** Points of a way to the north, one a second. @param speeds of the steps in metres a second */
function trackOf(speeds: readonly number[], reported: readonly (number | null)[] = []) {
  const columns = emptyColumns(speeds.length + 1);
  let north = 0;
  for (let index = 0; index <= speeds.length; index += 1) {
    north += index === 0 ? 0 : (speeds[index - 1] ?? 0);
    columns.times[index] = index * 1_000;
    columns.latitudes[index] = 45 + north / 111_195;
    columns.longitudes[index] = 13;
    columns.accuracies[index] = 5;
    columns.speeds[index] = reported[index] ?? Number.NaN;
  }
  return buildTrack(columns);
}
const steps = (track: ReturnType<typeof trackOf>) =>
  speedLines(track).map(({ count, pieces }) => count - pieces.length);
const repeat = (speed: number, count: number): number[] => Array.from({ length: count }, () => speed);

describe('the line by speed', () => {
  it('given a walk and then a drive, then each step is in the line of its speed', () => {
    const [walk, , drive] = steps(trackOf([...repeat(1.4, 120), ...repeat(14, 120)]));
    expect([walk, drive].map((count) => Math.round((count ?? 0) / 20))).toEqual([6, 6]);
  });

  it('given speeds that the phone reports, then these count', () => {
    const track = trackOf(repeat(1.4, 60), repeat(30, 61));
    expect(steps(track)).toEqual([0, 0, 0, 0, 60]);
  });

  it('given any day, then the lines together are its line', () => {
    const track = trackOf([...repeat(1, 50), ...repeat(20, 50), ...repeat(6, 50), ...repeat(40, 50)]);
    expect(steps(track).reduce((sum, count) => sum + count, 0)).toBe(track.count - track.pieces.length);
    expect(speedLines(track)).toHaveLength(SPEED_BANDS.length);
  });

  it('given a day without positions, then nothing is drawn', () => {
    expect(steps(buildTrack(emptyColumns(0)))).toEqual([0, 0, 0, 0, 0]);
  });
});
