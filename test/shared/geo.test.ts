import * as fc from 'fast-check';
import { EARTH_RADIUS_M } from '#contract/limits';
import { type LatLng, distanceBetween, roundDegrees, isCertainlyFarther } from '#shared/geo';

const at = (latitude: number, longitude: number): LatLng => ({ latitude, longitude });
const DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;

const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
/** Two places that are near each other in degrees, also over a pole's longitudes and the antimeridian. */
const neighbours = fc
  .record({
    from: place,
    north: fc.double({ min: -0.02, max: 0.02, noNaN: true }),
    east: fc.oneof(
      fc.double({ min: -0.05, max: 0.05, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
    ),
  })
  .map(({ from, north, east }): [LatLng, LatLng] => [
    from,
    at(Math.max(-90, Math.min(90, from.latitude + north)), ((from.longitude + east + 540) % 360) - 180),
  ]);

describe('the distance between two places', () => {
  it.each([
    ['the same place', at(46, 14), at(46, 14), 0],
    ['a degree north', at(46, 14), at(47, 14), DEGREE],
    ['a degree east at the equator', at(0, 179.5), at(0, -179.5), DEGREE],
    ['a degree east at 60° north', at(60, 10), at(60, 11), 55_597],
    ['over the pole', at(89.5, 0), at(89.5, 180), DEGREE],
    ['the other side of the earth', at(0, 0), at(0, 180), Math.PI * EARTH_RADIUS_M],
    ['antipodes', at(46.1, 14.3), at(-46.1, -165.7), Math.PI * EARTH_RADIUS_M],
  ])('given %s, then it is the way over the ground', (_what, from, to, metres) => {
    expect(Math.abs(distanceBetween(from, to) - metres)).toBeLessThan(1);
  });

  it('given any two places, then both ways are as long, and never longer than half the earth', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const metres = distanceBetween(from, to);
        expect(Math.abs(metres - distanceBetween(to, from))).toBeLessThan(1e-6);
        expect(metres).toBeGreaterThanOrEqual(0);
        expect(metres).toBeLessThanOrEqual(Math.PI * EARTH_RADIUS_M);
      }),
    );
  });
});

describe('the cheap test', () => {
  it('given any two places, when it says they are apart, then they are', () => {
    const pairs = fc.oneof(neighbours, fc.tuple(place, place));
    fc.assert(
      fc.property(pairs, fc.integer({ min: 50, max: 5_000 }), ([from, to], metres) => {
        fc.pre(isCertainlyFarther(from, to, metres));
        expect(distanceBetween(from, to)).toBeGreaterThan(metres - 1e-6);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([0, 30, 46, 60])('given places three radii apart at %d° north, then it sees that', (latitude) => {
    const apart = 300 / DEGREE / Math.cos((latitude * Math.PI) / 180);
    expect(isCertainlyFarther(at(latitude, 14), at(latitude, 14 + apart), 100)).toBe(true);
    expect(isCertainlyFarther(at(latitude, 14), at(latitude + 101 / DEGREE, 14), 100)).toBe(true);
  });
});

it('given degrees, when they are stored, then they have six decimals and no negative zero', () => {
  expect([46.051_234_567, -179.999_999_9, 5].map(roundDegrees)).toEqual([46.051235, -180, 5]);
  expect(Object.is(roundDegrees(-0.000_000_01), 0)).toBe(true);
});
