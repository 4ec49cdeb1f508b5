import * as fc from 'fast-check';
import { boundsOf, dotsInView, linesInView, type View, type Way } from '#client/map/lines';

const wayOf = (places: readonly (readonly [number, number])[], pieces: readonly number[] = [0]): Way => ({
  count: places.length,
  longitudes: Float64Array.from(places, ([longitude]) => longitude),
  latitudes: Float64Array.from(places, ([, latitude]) => latitude),
  pieces: Uint32Array.from(places.length > 0 ? pieces : []),
});
const view = (change: Partial<View> = {}): View => ({
  west: -10,
  east: 10,
  south: -10,
  north: 10,
  degreesPerPixel: 0.01,
  ...change,
});
const lines = (way: Way, seen: View = view()) => linesInView(way, seen).geometry.coordinates;
const count = (drawn: readonly unknown[][]) => drawn.reduce((sum, line) => sum + line.length, 0);

describe('the line in view', () => {
  it('given points nearer than a pixel, then they are left out, but never the end', () => {
    const way = wayOf([
      [0, 0],
      [0.005, 0],
      [0.02, 0],
      [0.021, 0],
      [0.022, 0],
    ]);
    expect(lines(way)).toEqual([
      [
        [0, 0],
        [0.02, 0],
        [0.022, 0],
      ],
    ]);
  });

  it('given a gap, then there are two lines and nothing between them', () => {
    const way = wayOf(
      [
        [0, 0],
        [1, 0],
        [5, 0],
        [6, 0],
      ],
      [0, 2],
    );
    expect(lines(way)).toEqual([
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

  it('given a way that leaves the view and comes back, then what is outside is not drawn, and what crosses it is', () => {
    const way = wayOf([
      [0, 0],
      [20, 0],
      [40, 0],
      [40, 5],
      [-20, 5],
    ]);
    expect(lines(way)).toEqual([
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

  it('given a way over the antimeridian, then it goes the short way, on whichever side one looks', () => {
    const way = wayOf([
      [179, 0],
      [-179, 0],
    ]);
    expect(lines(way, view({ west: 170, east: 190 }))).toEqual([
      [
        [179, 0],
        [181, 0],
      ],
    ]);
    expect(lines(way, view({ west: -190, east: -170 }))).toEqual([
      [
        [-181, 0],
        [-179, 0],
      ],
    ]);
  });

  it('given any way, then it is never more than 4,000 points, unless it is torn into more pieces', () => {
    const tangle = wayOf(
      Array.from({ length: 50_000 }, (_, index) => [Math.sin(index * 12.9), Math.sin(index * 78.2)] as const),
    );
    expect(count(lines(tangle))).toBeLessThanOrEqual(4_000);
    const torn = wayOf(
      Array.from({ length: 20_000 }, (_, index) => [index % 7, 0] as const),
      Array.from({ length: 10_000 }, (_, index) => 2 * index),
    );
    expect(count(lines(torn))).toBe(20_000);
    expect(lines(wayOf([]))).toEqual([]);
  });

  it('given any two points in view, then the line between them is drawn', () => {
    const place = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
    fc.assert(fc.property(place, place, (a, b) => expect(lines(wayOf([a, b]))).toEqual([[a, b]])));
  });
});

describe('the box around a way', () => {
  it('given places, then it holds them; over the antimeridian it runs on beyond 180', () => {
    expect(
      boundsOf(
        wayOf([
          [1, 2],
          [-3, 4],
        ]),
      ),
    ).toEqual([-3, 2, 1, 4]);
    expect(
      boundsOf(
        wayOf([
          [179, 0],
          [-179, 1],
        ]),
      ),
    ).toEqual([179, 0, 181, 1]);
    expect(boundsOf(wayOf([]))).toBeNull();
  });
});

describe('dots in view', () => {
  it('given dots on each other, then one stays, and rather a raised one; others are out of view', () => {
    const dot = (index: number, longitude: number, raised = false) => ({
      index,
      longitude,
      latitude: 0,
      raised,
    });
    const shown = dotsInView([dot(0, 0), dot(1, 0.001, true), dot(2, 1), dot(3, 50)], view(), 10);
    expect(shown.map(({ index }) => index)).toEqual([1, 2]);
  });
});
