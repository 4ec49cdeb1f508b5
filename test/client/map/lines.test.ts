import * as fc from 'fast-check';
import { boundsOf } from '#shared/bounds';
import { visibleDots, simplifyLine, type Viewport, type Polyline } from '#client/map/lines';

/** @param points longitude and latitude */
const createPolyline = (
  points: readonly (readonly [number, number])[],
  pieces: readonly number[] = [0],
): Polyline => ({
  count: points.length,
  longitudes: Float64Array.from(points, ([longitude]) => longitude),
  latitudes: Float64Array.from(points, ([, latitude]) => latitude),
  pieces: Uint32Array.from(points.length > 0 ? pieces : []),
});
const view = (change: Partial<Viewport> = {}): Viewport => ({
  west: -10,
  east: 10,
  south: -10,
  north: 10,
  degreesPerPixel: 0.01,
  ...change,
});
const lines = (polyline: Polyline, seen: Viewport = view()) =>
  simplifyLine(polyline, seen).geometry.coordinates;
const count = (drawn: readonly unknown[][]) => drawn.reduce((sum, line) => sum + line.length, 0);

describe('simplifyLine', () => {
  it('given points nearer than a pixel, then they are left out, except for the last', () => {
    const polyline = createPolyline([
      [0, 0],
      [0.005, 0],
      [0.02, 0],
      [0.021, 0],
      [0.022, 0],
    ]);
    expect(lines(polyline)).toEqual([
      [
        [0, 0],
        [0.02, 0],
        [0.022, 0],
      ],
    ]);
  });

  it('given a gap, then there are two lines', () => {
    const polyline = createPolyline(
      [
        [0, 0],
        [1, 0],
        [5, 0],
        [6, 0],
      ],
      [0, 2],
    );
    expect(lines(polyline)).toEqual([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [5, 0],
        [6, 0],
      ],
    ]);
  });

  it('given a line that leaves the viewport and returns, then only what intersects it is drawn', () => {
    const polyline = createPolyline([
      [0, 0],
      [20, 0],
      [40, 0],
      [40, 5],
      [-20, 5],
    ]);
    expect(lines(polyline)).toEqual([
      [
        [0, 0],
        [20, 0],
      ],
      [
        [40, 5],
        [-20, 5],
      ],
    ]);
  });

  it('given a line across the antimeridian, then it takes the shorter polyline on both sides', () => {
    const polyline = createPolyline([
      [179, 0],
      [-179, 0],
    ]);
    expect(lines(polyline, view({ west: 170, east: 190 }))).toEqual([
      [
        [179, 0],
        [181, 0],
      ],
    ]);
    expect(lines(polyline, view({ west: -190, east: -170 }))).toEqual([
      [
        [-181, 0],
        [-179, 0],
      ],
    ]);
  });

  it('given any line, then it has at most 4,000 points, unless it has more pieces', () => {
    const tangle = createPolyline(
      Array.from({ length: 50_000 }, (_, index) => [Math.sin(index * 12.9), Math.sin(index * 78.2)] as const),
    );
    expect(count(lines(tangle))).toBeLessThanOrEqual(4_000);
    const torn = createPolyline(
      Array.from({ length: 20_000 }, (_, index) => [index % 7, 0] as const),
      Array.from({ length: 10_000 }, (_, index) => 2 * index),
    );
    expect(count(lines(torn))).toBe(20_000);
    expect(lines(createPolyline([]))).toEqual([]);
  });

  it('given any two points in the viewport, then the line between them is drawn', () => {
    const place = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
    fc.assert(fc.property(place, place, (a, b) => expect(lines(createPolyline([a, b]))).toEqual([[a, b]])));
  });
});

describe('boundsOf', () => {
  it('given points, then the box contains them; across the antimeridian it exceeds 180', () => {
    expect(
      boundsOf(
        createPolyline([
          [1, 2],
          [-3, 4],
        ]),
      ),
    ).toEqual([-3, 2, 1, 4]);
    expect(
      boundsOf(
        createPolyline([
          [179, 0],
          [-179, 1],
        ]),
      ),
    ).toEqual([179, 0, 181, 1]);
    expect(boundsOf(createPolyline([]))).toBeNull();
  });
});

describe('visibleDots', () => {
  it('given overlapping dots, then one is kept, preferably a raised one; dots outside are left out', () => {
    const dot = (index: number, longitude: number, raised = false) => ({
      index,
      longitude,
      latitude: 0,
      raised,
    });
    const shown = visibleDots([dot(0, 0), dot(1, 0.001, true), dot(2, 1), dot(3, 50)], view(), 10);
    expect(shown.map(({ index }) => index)).toEqual([1, 2]);
  });
});
