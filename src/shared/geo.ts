import { COORDINATE_DECIMALS, EARTH_RADIUS_M } from '#contract/limits';

/** A position in degrees, WGS 84. */
export interface LatLng {
  latitude: number;
  longitude: number;
}

const RADIANS = Math.PI / 180;
/** Metres of a degree of latitude, and of longitude at the equator. */
export const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;

/**
 * Metres from `from` to `to`, eastwards and northwards, on a plane that touches the earth at `from`. Cheap, and exact to
 * a metre over a few kilometres.
 */
function offset(from: LatLng, to: LatLng): { east: number; north: number } {
  return {
    east: eastOf(from, to) * RADIANS * EARTH_RADIUS_M * Math.cos(from.latitude * RADIANS),
    north: (to.latitude - from.latitude) * RADIANS * EARTH_RADIUS_M,
  };
}

/**
 * The direction of travel between two fixes.
 * @returns degrees clockwise from north, 0 to 360; null when the fixes are less than `minimum` metres apart, where the
 *   direction is noise
 */
export function headingBetween(from: LatLng, to: LatLng, minimum: number): number | null {
  const { east, north } = offset(from, to);
  if (east * east + north * north < minimum * minimum) return null;
  return (Math.atan2(east, north) / RADIANS + 360) % 360;
}

/**
 * Great-circle distance in metres: haversine on a sphere of `EARTH_RADIUS_M`, as the specification defines it (at most
 * 0.5 % off the ellipsoid). It holds at the poles and across the antimeridian.
 */
export function distanceBetween(from: LatLng, to: LatLng): number {
  const sinLatitude = Math.sin(((to.latitude - from.latitude) / 2) * RADIANS);
  const sinLongitude = Math.sin(((to.longitude - from.longitude) / 2) * RADIANS);
  const square =
    sinLatitude * sinLatitude +
    Math.cos(from.latitude * RADIANS) * Math.cos(to.latitude * RADIANS) * sinLongitude * sinLongitude;
  // For antipodes, rounding can make it slightly larger than 1.
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, square)));
}

/**
 * True when two positions are certainly further apart than `metres` (up to 60 km). It takes a few multiplications, so
 * most pairs need no trigonometry. False means that the distance has to be computed.
 *
 * The distance is at least its part along the meridian, and at least `2/π · c · R · Δλ`, where c is the smallest cosine
 * of the latitudes in between (chord instead of arc, and sin x ≥ 2x/π); 1 - φ²/2 is never above cos φ.
 */
export function isCertainlyFarther(from: LatLng, to: LatLng, metres: number): boolean {
  const reach = metres / METRES_PER_DEGREE;
  if (Math.abs(to.latitude - from.latitude) > reach) return true;
  const around = Math.abs(to.longitude - from.longitude);
  const longitude = around > 180 ? 360 - around : around;
  // Here both latitudes lie within `reach` of the first one.
  const latitude = (Math.abs(from.latitude) + reach) * RADIANS;
  return (1 - (latitude * latitude) / 2) * longitude * (2 / Math.PI) > reach;
}

/** Degrees of longitude from one position to another, eastwards, the shorter way. */
export const eastOf = (from: LatLng, to: LatLng): number => normalizeLongitude(to.longitude - from.longitude);

/** Wraps a longitude, or a difference of two, into -180 to 180 degrees. */
export const normalizeLongitude = (degrees: number): number => ((degrees + 540) % 360) - 180;

/** Rounds degrees to the decimals that are stored; -0 becomes 0. */
export function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(COORDINATE_DECIMALS)) + 0;
}
