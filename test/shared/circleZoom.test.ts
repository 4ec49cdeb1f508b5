import * as fc from 'fast-check';
import { circleZoom } from '#shared/circleZoom';
import { southernmost, worldPixels } from '#client/map/geometry';

const HOME = { latitude: 45.2753, longitude: 13.7119 };

/** The height of a circle on the map, in CSS pixels. */
const heightOf = (center: typeof HOME, radius: number, zoom: number) =>
  2 * (worldPixels(southernmost(center, radius), zoom + 1).y - worldPixels(center, zoom + 1).y);

test.each([
  ['no accuracy', null],
  ['an accuracy of 12 m', 12],
  ['an accuracy of 100 m', 100],
])('given a position with %s, then the map has its usual zoom', (_, accuracy) => {
  expect(circleZoom(HOME, accuracy, 14)).toBe(14);
});

test('given a position with an accuracy of 900 m, then all of its circle is in a map of 140 px', () => {
  expect(heightOf(HOME, 900, 14)).toBeGreaterThan(500);
  expect(heightOf(HOME, 900, circleZoom(HOME, 900, 14))).toBeLessThan(140);
});

test('given any position and accuracy, then the circle is in the map, and not much smaller than it', () => {
  const anywhere = fc.record({
    latitude: fc.double({ min: -70, max: 70, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(anywhere, fc.double({ min: 1, max: 50_000, noNaN: true }), (center, accuracy) => {
      const zoom = circleZoom(center, accuracy, 16);
      const height = heightOf(center, accuracy, zoom);
      expect(height).toBeLessThan(140);
      if (zoom < 16) expect(height).toBeGreaterThan(90);
    }),
  );
});
