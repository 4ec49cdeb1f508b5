import * as fc from 'fast-check';
import { distanceBetween } from '#shared/geo';
import { emptyColumns, packFixes, type TrackPoint, unpackFixes } from '#shared/historyCodec';
import { thinTrack } from '#shared/thinTrack';
import { runToEnd } from '#shared/timeSlicing';
import { buildTrack } from '#shared/track';

const HOUR = 3_600_000;

function thin(fixes: readonly TrackPoint[], maxPoints = 400) {
  const columns = emptyColumns(fixes.length);
  unpackFixes(packFixes(fixes), columns, 0);
  const track = buildTrack(columns);
  return { track, lines: runToEnd(thinTrack(track, maxPoints)) };
}

/** A fix a second, three times around a circle of 1 km. */
const circle = (count: number, longitude = 14): TrackPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    at: index * 1_000,
    latitude: 46 + Math.sin((6 * Math.PI * index) / count) / 111.195,
    longitude: ((longitude + Math.cos((6 * Math.PI * index) / count) / 77.2 + 540) % 360) - 180,
    accuracy: 8,
  }));

describe('the line of a day in few points', () => {
  it('given a round way of a day, then few points are left and none of the way is far from one', () => {
    const fixes = circle(80_000);
    const [line = []] = thin(fixes).lines;
    expect(line.length).toBeGreaterThan(100);
    expect(line.length).toBeLessThanOrEqual(400);
    const near = (fix: TrackPoint) => line.some((point) => distanceBetween(point, fix) < 200);
    const some = fixes.filter((_fix, index) => index % 100 === 0);
    expect(some.filter((fix) => !near(fix))).toEqual([]);
  });

  it('given a bend between two straight roads, then its corner and the ends are left', () => {
    const fixes = Array.from({ length: 201 }, (_, index) => ({
      at: index * 1_000,
      latitude: 46 + Math.min(index, 100) / 5_000,
      longitude: 14 + Math.max(0, index - 100) / 5_000,
      accuracy: null,
    }));
    const { lines } = thin(fixes, 123);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toEqual(expect.arrayContaining([fixes[0], fixes[100], fixes[200]]));
  });

  it('given hours at one place, then hardly any point of them is left', () => {
    const fixes = circle(20_000).map((fix, index) => ({
      ...fix,
      latitude: 46 + (index % 7) / 1e6,
      longitude: 14,
    }));
    expect(thin(fixes).lines[0]?.length).toBe(2);
  });

  it('given a way over the date line, then it is as long as elsewhere', () => {
    expect(thin(circle(2_000, 180)).lines[0]?.length).toBe(thin(circle(2_000)).lines[0]?.length);
  });

  it('given any stretches between gaps, then their ends are left and there are never too many points', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: -300, max: 300 }), fc.boolean()),
          {
            minLength: 1,
            maxLength: 400,
          },
        ),
        fc.integer({ min: 120, max: 200 }),
        (steps, maxPoints) => {
          let at = 0;
          const fixes = steps.map(([north, east, isGap]) => {
            at += isGap ? HOUR : 60_000;
            return { at, latitude: 46 + north / 1e4, longitude: 14 + east / 1e4, accuracy: null };
          });
          const { track, lines } = thin(fixes, maxPoints);
          expect(lines.flat().length).toBeLessThanOrEqual(maxPoints);
          const ends = new Set(
            [...track.pieces].flatMap((first) => [first, first - 1]).map((index) => track.times[index]),
          );
          ends.add(track.times[track.count - 1]);
          expect(lines.every((line) => ends.has(line[0]?.at ?? -1) && ends.has(line.at(-1)?.at ?? -1))).toBe(
            true,
          );
          expect(lines).toHaveLength(Math.min(60, track.pieces.length));
        },
      ),
    );
  });

  it('given no fixes, then there is no line', () => {
    expect(thin([]).lines).toEqual([]);
  });
});
