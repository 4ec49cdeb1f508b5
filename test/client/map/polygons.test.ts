import { circlePolygon } from '#client/map/polygons';
import type { LatLng } from '#client/map/geometry';
import { EARTH_RADIUS_M } from '#contract/limits';

function distance(from: LatLng, [longitude, latitude]: number[]): number {
  const rad = Math.PI / 180;
  const dLatitude = ((latitude ?? 0) - from.latitude) * rad;
  const dLongitude = ((longitude ?? 0) - from.longitude) * rad;
  const half =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(from.latitude * rad) * Math.cos((latitude ?? 0) * rad) * Math.sin(dLongitude / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(half));
}

function ringOf(center: LatLng, radius: number): number[][] {
  return circlePolygon(center, radius).geometry.coordinates[0] ?? [];
}

describe('circlePolygon', () => {
  test.each([
    [0, 0, 50],
    [45.27, 13.72, 1000],
    [-77.8, 166.6, 250],
    [69.6, -18.9, 100_000],
  ])('given %p, %p and %p m, then every corner is on the circle', (latitude, longitude, radius) => {
    for (const corner of ringOf({ latitude, longitude }, radius))
      expect(distance({ latitude, longitude }, corner) / radius).toBeCloseTo(1, 6);
  });

  test('given any circle, then the ring is closed and counterclockwise', () => {
    const ring = ringOf({ latitude: 10, longitude: 20 }, 500);
    expect(ring[0]).toEqual(ring.at(-1));
    const area = ring.slice(1).reduce((sum, [x = 0, y = 0], index) => {
      const [beforeX = 0, beforeY = 0] = ring[index] ?? [];
      return sum + (beforeX * y - x * beforeY);
    }, 0);
    expect(area).toBeGreaterThan(0);
  });

  test('given a circle across the antimeridian, then it stays in one piece', () => {
    const east = ringOf({ latitude: 0, longitude: 179.999 }, 1000).map(([longitude = 0]) => longitude);
    expect(Math.max(...east) - Math.min(...east)).toBeLessThan(0.02);
  });
});
