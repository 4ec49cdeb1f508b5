import { EARTH_RADIUS_M } from '#contract/limits';

/** A position in degrees, WGS 84. */
export interface LatLng {
  latitude: number;
  longitude: number;
}

const DEGREE = Math.PI / 180;

/**
 * A circle on the ground as a polygon. Its longitudes exceed 180 degrees where it crosses the antimeridian, so that it
 * stays in one piece.
 * @param corners the number of corners
 */
export function circlePolygon(
  center: LatLng,
  radiusMeters: number,
  corners = 64,
): GeoJSON.Feature<GeoJSON.Polygon> {
  const ring: [number, number][] = [];
  for (let corner = 0; corner < corners; corner += 1) {
    // Counterclockwise, as GeoJSON requires for outer rings.
    ring.push(destination(center, radiusMeters, (-360 * corner) / corners));
  }
  const first = ring[0];
  if (first) ring.push([first[0], first[1]]);
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
}

/** The southernmost point of a circle on the ground, the position of its name. */
export function southernmost(center: LatLng, radiusMeters: number): LatLng {
  const [longitude, latitude] = destination(center, radiusMeters, 180);
  return { latitude, longitude };
}

/** The position at a distance and bearing, as [longitude, latitude]. */
function destination(from: LatLng, meters: number, bearing: number): [number, number] {
  const angle = meters / EARTH_RADIUS_M;
  const latitude = from.latitude * DEGREE;
  const sine =
    Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing * DEGREE);
  const east = Math.atan2(
    Math.sin(bearing * DEGREE) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * sine,
  );
  return [from.longitude + east / DEGREE, Math.asin(Math.min(1, Math.max(-1, sine))) / DEGREE];
}
