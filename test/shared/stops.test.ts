import * as fc from 'fast-check';
import type { PointColumns } from '#shared/historyCodec';
import { findStops } from '#shared/stops';
import { loadTrack, TRACK_NAMES } from '../support/tracks';

interface Point {
  latitude: number;
  longitude: number;
  at: number;
}

const columnsOf = (points: readonly Point[]): PointColumns => ({
  count: points.length,
  times: Float64Array.from(points, ({ at }) => at),
  latitudes: Float64Array.from(points, ({ latitude }) => latitude),
  longitudes: Float64Array.from(points, ({ longitude }) => longitude),
});

/** The specification's distance, written down once more: haversine, earth radius 6371 km, in metres. */
function haversine(a: Point, b: Point): number {
  const rad = (degrees: number): number => (degrees / 180) * Math.PI;
  const h =
    Math.sin(rad(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * Math.sin(rad(b.longitude - a.longitude) / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The rule as one would write it first: every point asked, nothing saved. */
function plainly(points: readonly Point[]): [number, number][] {
  const groups: Point[][] = [];
  for (const point of points) {
    const group = groups.at(-1);
    if (group?.[0] && haversine(group[0], point) <= 100) group.push(point);
    else groups.push([point]);
  }
  return groups.map((group) => [points.indexOf(group[0] as Point), points.indexOf(group.at(-1) as Point)]);
}

const ends = (points: readonly Point[]) =>
  findStops(columnsOf(points)).map(({ first, last }) => [first, last]);

/** Steps in metres from a start anywhere on earth, over poles and the antimeridian as well. */
const walk = fc
  .record({
    latitude: fc.oneof(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.constantFrom(84.999, 85.001, 89.9999, -90),
    ),
    longitude: fc.oneof(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.constantFrom(180, -180, 179.9999),
    ),
    steps: fc.array(
      fc.record({
        north: fc.oneof(
          fc.double({ min: -60, max: 60, noNaN: true }),
          fc.double({ min: -5_000, max: 5_000, noNaN: true }),
        ),
        east: fc.oneof(
          fc.double({ min: -60, max: 60, noNaN: true }),
          fc.double({ min: -100.3, max: -99.7, noNaN: true }),
          fc.double({ min: -40_000_000, max: 40_000_000, noNaN: true }),
        ),
      }),
      { maxLength: 40 },
    ),
  })
  .map(({ latitude, longitude, steps }) => {
    let place = { latitude, longitude };
    return [{ north: 0, east: 0 }, ...steps].map(({ north, east }, index): Point => {
      const scale = Math.max(0.001, Math.cos((place.latitude / 180) * Math.PI)) * 111_195;
      place = {
        latitude: Math.max(-90, Math.min(90, place.latitude + north / 111_195)),
        longitude: ((((place.longitude + east / scale + 180) % 360) + 360) % 360) - 180,
      };
      return { ...place, at: index * 1_000 };
    });
  });

describe('the stops of a day', () => {
  it.each(TRACK_NAMES)('given the recorded track %s, then they are those of the plain rule', (name) => {
    const points = loadTrack(name).map(({ offsetMs, ...place }) => ({ ...place, at: offsetMs }));
    expect(ends(points)).toEqual(plainly(points));
    expect(ends(points).length).toBeGreaterThan(5);
  });

  it('given random walks anywhere on earth, then they are those of the plain rule', () => {
    fc.assert(
      fc.property(walk, (points) => expect(ends(points)).toEqual(plainly(points))),
      { numRuns: 2_000 },
    );
  });

  it('given a stay and a way on, then a stop knows its times and the middle of its points', () => {
    const at = (metresNorth: number, minutes: number): Point => ({
      latitude: 45 + metresNorth / 111_195,
      longitude: 13,
      at: minutes * 60_000,
    });
    const stops = findStops(columnsOf([at(0, 0), at(50, 5), at(100, 12), at(400, 13)]));
    expect(stops).toHaveLength(2);
    expect(stops[0]).toMatchObject({ first: 0, last: 2, start: 0, end: 12 * 60_000, longitude: 13 });
    expect(stops[0]?.latitude).toBeCloseTo(45 + 50 / 111_195, 9);
    expect(stops[1]).toMatchObject({ first: 3, last: 3, start: 13 * 60_000, end: 13 * 60_000 });
  });

  it('given a stop across the antimeridian, then its centre is there, not on the other side', () => {
    const points = [179.9999, -179.9999, 179.9999].map((longitude, at) => ({ latitude: 0, longitude, at }));
    const [stop] = findStops(columnsOf(points));
    expect(stop?.longitude).toBeCloseTo(179.999_97, 4);
  });

  it('given no point, then no stop', () => {
    expect(findStops(columnsOf([]))).toEqual([]);
  });
});
