import { EARTH_RADIUS_M } from '#contract/limits';
import { nearestLongitude } from '#shared/bounds';
import type { LatLng } from './geometry';

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
  return closed(ring);
}

/** A polygon of these corners, in one piece across the antimeridian. */
export const ringPolygon = (
  corners: readonly (readonly [number, number])[],
): GeoJSON.Feature<GeoJSON.Polygon> =>
  closed(
    corners.map(([longitude, latitude]) => [nearestLongitude(longitude, corners[0]?.[0] ?? 0), latitude]),
  );

const closed = (ring: GeoJSON.Position[]): GeoJSON.Feature<GeoJSON.Polygon> => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] },
});

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
