import { EARTH_RADIUS_M } from '../contract/limits';

/** A place on earth in degrees, WGS 84. */
export interface Place {
  latitude: number;
  longitude: number;
}

const RADIANS = Math.PI / 180;

/**
 * East and north of `to` as seen from `from`, in metres, on a plane that touches the earth there. Good to a metre over
 * a few kilometres, and cheap.
 */
function offset(from: Place, to: Place): { east: number; north: number } {
  // The short way round, also across the antimeridian.
  const longitude = ((to.longitude - from.longitude + 540) % 360) - 180;
  return {
    east: longitude * RADIANS * EARTH_RADIUS_M * Math.cos(from.latitude * RADIANS),
    north: (to.latitude - from.latitude) * RADIANS * EARTH_RADIUS_M,
  };
}

/**
 * The direction of travel between two fixes.
 * @returns degrees clockwise from north, 0 to 360; null when they are less than `minimum` metres apart, where the
 *   direction would be noise
 */
export function headingBetween(from: Place, to: Place, minimum: number): number | null {
  const { east, north } = offset(from, to);
  if (east * east + north * north < minimum * minimum) return null;
  return (Math.atan2(east, north) / RADIANS + 360) % 360;
}
