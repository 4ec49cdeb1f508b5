import * as fc from 'fast-check';
import { EARTH_RADIUS_M } from '#contract/limits';
import { distanceBetween } from '#shared/geo';
import { evaluateFix, type FenceCircle, type FenceState, isInArea, UNKNOWN_STATE } from '#shared/geofences';
import { type Corner, coveringCircle, crossesItself, distanceToEdge, shapeOf } from '#shared/polygons';

const DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
const CENTER = { latitude: 46.05, longitude: 14.5 };

/** A corner so many metres east and north of a centre. */
const corner = (east: number, north: number, { latitude, longitude } = CENTER): Corner => [
  ((longitude + east / DEGREE / Math.cos((latitude * Math.PI) / 180) + 540) % 360) - 180,
  latitude + north / DEGREE,
];
const at = (east: number, north: number, center = CENTER) => {
  const [longitude, latitude] = corner(east, north, center);
  return { latitude, longitude };
};
const circleOf = (radius: number, center: typeof CENTER, corners = 100): Corner[] =>
  Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners;
    return corner(radius * Math.cos(angle), radius * Math.sin(angle), center);
  });
/** An L: a yard of 200 m whose north-eastern quarter is missing. */
const YARD = [
  corner(0, 0),
  corner(200, 0),
  corner(200, 100),
  corner(100, 100),
  corner(100, 200),
  corner(0, 200),
];

describe('the distance to the edge of a polygon', () => {
  it.each([
    ['in the middle of an arm', 50, 150, -50],
    ['near the inner corner', 90, 90, -Math.hypot(10, 10)],
    ['in the missing quarter', 150, 150, 50],
    ['beyond a corner', 203, -4, 5],
    ['far away', 50, 5_200, 5_000],
  ])('given a position %s, then it is %p m east, %p m north: %p m', (_where, east, north, metres) => {
    expect(distanceToEdge(shapeOf(YARD), at(east, north))).toBeCloseTo(metres, 1);
  });

  it('given a polygon over the date line, then both sides belong to it', () => {
    const center = { latitude: -17, longitude: 180 };
    const yard = [corner(-100, -100, center), corner(100, -100, center), corner(0, 100, center)];
    const area = { ...coveringCircle(yard), shape: shapeOf(yard) };
    expect([-50, 50, 200].map((east) => isInArea(area, at(east, -90, center)))).toEqual([true, true, false]);
    expect(area.radius).toBeLessThan(150);
  });
});

describe('a polygon', () => {
  it('given any corners, then the circle around them covers each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 })), {
          minLength: 3,
          maxLength: 20,
        }),
        fc.integer({ min: -60, max: 60 }),
        (metres, latitude) => {
          const corners = metres.map(([east, north]) =>
            corner(east, north, { latitude, longitude: 179.999 }),
          );
          const { radius, ...center } = coveringCircle(corners);
          for (const [longitude, north] of corners)
            expect(distanceBetween(center, { longitude, latitude: north })).toBeLessThan(radius + 2);
        },
      ),
    );
  });

  it.each([
    ['an L', YARD, false],
    ['an L the other way around', YARD.toReversed(), false],
    ['a bow', [corner(0, 0), corner(100, 100), corner(100, 0), corner(0, 100)], true],
    ['a corner that stands twice', [...YARD, corner(0, 0)], true],
    ['an edge that goes back', [corner(0, 0), corner(100, 0), corner(50, 0), corner(50, 80)], true],
    ['corners in one line', [corner(0, 0), corner(100, 0), corner(200, 0)], true],
    ['a hundred corners of a circle', circleOf(500, CENTER), false],
  ])('given %s, then whether its edges cross is right', (_what, corners, expected) => {
    expect(crossesItself(corners)).toBe(expected);
  });
});

/** Metres from each threshold of the rules for a circle: nearer ones may be judged otherwise by a polygon. */
const margins = (distance: number, accuracy: number, radius: number): number[] =>
  [
    distance,
    distance + accuracy,
    distance + Math.min(accuracy, radius) / 2,
    distance - accuracy - 1_000,
    distance - Math.min(accuracy, 150) - Math.max(20, radius / 10),
  ].map((metres) => Math.abs(metres - radius));

describe('a geofence with a hundred corners of a circle', () => {
  it('given any fixes, then it has the events of the circle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 900 }),
        fc.integer({ min: -60, max: 60 }),
        fc.array(
          fc.record({
            distance: fc.integer({ min: 0, max: 2_500 }),
            angle: fc.double({ min: 0, max: 6.28, noNaN: true }),
            accuracy: fc.integer({ min: 1, max: 400 }),
            seconds: fc.integer({ min: 1, max: 120 }),
          }),
          { minLength: 2, maxLength: 30 },
        ),
        (radius, latitude, steps) => {
          const center = { latitude, longitude: 179.995 };
          const circle: FenceCircle = { ...center, radius, revision: 1 };
          const polygon: FenceCircle = {
            ...circle,
            radius: radius + 2,
            shape: shapeOf(circleOf(radius, center)),
          };
          let seconds = 0;
          let [first, second]: FenceState[] = [UNKNOWN_STATE, UNKNOWN_STATE];
          for (const step of steps) {
            seconds += step.seconds;
            const position = at(
              step.distance * Math.cos(step.angle),
              step.distance * Math.sin(step.angle),
              center,
            );
            const fix = { ...position, accuracy: step.accuracy, at: seconds * 1_000 };
            const metres = distanceBetween(center, fix);
            if (Math.abs(step.accuracy - radius) < 2) continue;
            if (margins(metres, step.accuracy, radius).some((margin) => margin < 4)) continue;
            const [one, other] = [
              evaluateFix(first ?? UNKNOWN_STATE, fix, circle),
              evaluateFix(second ?? UNKNOWN_STATE, fix, polygon),
            ];
            expect(other.event).toBe(one.event);
            expect(other.state).toEqual(one.state);
            [first, second] = [one.state, other.state];
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
