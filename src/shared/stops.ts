import { EARTH_RADIUS_M, STOP_RADIUS_M } from '#contract/limits';
import { distanceBetween } from './geo';
import type { PointColumns } from './historyCodec';

/*
 * The stops of a day: runs of consecutive points within 100 m of the run's first point (docs/decisions/stops.md explains
 * why the first point and not the previous one).
 */

/** A run of points that are close to each other. */
export interface Stop {
  /** Indices of the first and the last point. */
  readonly first: number;
  readonly last: number;
  /** The mean of the points. */
  readonly latitude: number;
  readonly longitude: number;
  /** Epoch milliseconds of the first and the last point. */
  readonly start: number;
  readonly end: number;
}

const RADIANS = Math.PI / 180;
const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;
/**
 * Up to this latitude, distances of 100 m on a plane that touches the earth are off by at most 2 parts in 10,000. Nearer
 * to a pole only the haversine is used.
 */
const PLANE_UNTIL_DEGREES = 85;
/** A distance on the plane that differs from the radius by more than this share is decisive. */
const PLANE_ERROR = 0.002;
const SURELY_INSIDE = (STOP_RADIUS_M * (1 - PLANE_ERROR)) ** 2;
/**
 * For much longer distances the plane exaggerates, but what is this far away on the plane is outside on the ground too: a
 * chord is up to π/2 shorter than its arc along the parallel, and the great circle is shorter again.
 */
const SURELY_OUTSIDE = (STOP_RADIUS_M * (1 + PLANE_ERROR)) ** 2;

/** Groups the points of a day into stops; every point belongs to exactly one. Takes linear time. */
export function findStops(points: PointColumns): Stop[] {
  const { count, latitudes, longitudes } = points;
  const stops: Stop[] = [];
  let first = 0;
  while (first < count) {
    const latitude = latitudes[first] ?? 0;
    const longitude = longitudes[first] ?? 0;
    const eastScale = Math.cos(latitude * RADIANS) * METRES_PER_DEGREE;
    const onPlane = Math.abs(latitude) < PLANE_UNTIL_DEGREES;
    const inside = onPlane ? SURELY_INSIDE : -1;
    const outside = onPlane ? SURELY_OUTSIDE : Infinity;
    let north = 0;
    let east = 0;
    let next = first + 1;
    for (; next < count; next += 1) {
      const northwards = (latitudes[next] ?? 0) - latitude;
      const eastwards = wrapDegrees((longitudes[next] ?? 0) - longitude);
      const y = northwards * METRES_PER_DEGREE;
      const x = eastwards * eastScale;
      const square = x * x + y * y;
      if (square > inside && (square > outside || isFar(points, first, next))) break;
      north += northwards;
      east += eastwards;
    }
    const share = 1 / (next - first);
    stops.push(stopBetween(points, first, next - 1, latitude + north * share, longitude + east * share));
    first = next;
  }
  return stops;
}

function stopBetween(
  { times }: PointColumns,
  first: number,
  last: number,
  latitude: number,
  longitude: number,
): Stop {
  return {
    first,
    last,
    latitude,
    longitude: wrapDegrees(longitude),
    start: times[first] ?? 0,
    end: times[last] ?? 0,
  };
}

/** Wraps a difference of longitudes into -180 to 180 degrees. */
function wrapDegrees(degrees: number): number {
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}

function isFar({ latitudes, longitudes }: PointColumns, from: number, to: number): boolean {
  return (
    distanceBetween(
      { latitude: latitudes[from] ?? 0, longitude: longitudes[from] ?? 0 },
      { latitude: latitudes[to] ?? 0, longitude: longitudes[to] ?? 0 },
    ) > STOP_RADIUS_M
  );
}
