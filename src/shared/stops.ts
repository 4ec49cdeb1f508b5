import { EARTH_RADIUS_M, STOP_RADIUS_M } from '#contract/limits';
import { distanceBetween } from './geo';

/*
 * The stops of a day: runs of consecutive points of which each lies within 100 m of the run's first one (why the first,
 * and not the one before: docs/decisions/stops.md).
 */

/** Where and when, as columns in time order: degrees WGS 84, epoch milliseconds. */
export interface Points {
  readonly count: number;
  readonly times: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

/** A run of points that are close to each other. */
export interface Stop {
  /** Indices of its first and its last point. */
  readonly first: number;
  readonly last: number;
  /** The middle of its points. */
  readonly latitude: number;
  readonly longitude: number;
  /** Epoch milliseconds of its first and its last point. */
  readonly start: number;
  readonly end: number;
}

const RADIANS = Math.PI / 180;
const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;
/**
 * On a plane that touches the earth at a point, distances of 100 m are off by 2 parts in 10,000 at most up to this
 * latitude; further towards a pole only the haversine is asked.
 */
const PLANE_UNTIL_DEGREES = 85;
/** So a distance on the plane that is off from the radius by more than this share decides. */
const PLANE_ERROR = 0.002;
const SURELY_INSIDE = (STOP_RADIUS_M * (1 - PLANE_ERROR)) ** 2;
/**
 * Much further away the plane exaggerates, yet never makes far of near: a chord is up to π/2 shorter than its arc along
 * the parallel, and the way over the ground is shorter again, so what is twice the radius away there is outside as well.
 */
const SURELY_OUTSIDE = (STOP_RADIUS_M * (1 + PLANE_ERROR)) ** 2;

/** Groups the points of a day into stops; every point belongs to exactly one. Linear. */
export function stopsOf(points: Points): Stop[] {
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
      const eastwards = shortWay((longitudes[next] ?? 0) - longitude);
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
  { times }: Points,
  first: number,
  last: number,
  latitude: number,
  longitude: number,
): Stop {
  return {
    first,
    last,
    latitude,
    longitude: shortWay(longitude),
    start: times[first] ?? 0,
    end: times[last] ?? 0,
  };
}

/** Degrees of longitude brought into -180 to 180: the short way round, also across the antimeridian. */
function shortWay(degrees: number): number {
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}

function isFar({ latitudes, longitudes }: Points, from: number, to: number): boolean {
  return (
    distanceBetween(
      { latitude: latitudes[from] ?? 0, longitude: longitudes[from] ?? 0 },
      { latitude: latitudes[to] ?? 0, longitude: longitudes[to] ?? 0 },
    ) > STOP_RADIUS_M
  );
}
