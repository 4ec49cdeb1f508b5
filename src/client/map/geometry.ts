import { EARTH_RADIUS_M } from '#contract/limits';

/** A place on earth in degrees, WGS 84. */
export interface LatLng {
  latitude: number;
  longitude: number;
}

const DEGREE = Math.PI / 180;

/**
 * A circle on the ground as a polygon, e.g. an accuracy halo or a fence. Its longitudes run on beyond 180 degrees where
 * it crosses the antimeridian, so that it stays in one piece.
 * @param radiusMeters on the ground, not on the map
 * @param corners how many corners stand for the circle
 */
export function circlePolygon(
  center: LatLng,
  radiusMeters: number,
  corners = 64,
): GeoJSON.Feature<GeoJSON.Polygon> {
  const ring: [number, number][] = [];
  for (let corner = 0; corner < corners; corner += 1) {
    // Against the clock, as GeoJSON wants outer rings.
    ring.push(destination(center, radiusMeters, (-360 * corner) / corners));
  }
  const first = ring[0];
  if (first) ring.push([first[0], first[1]]);
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
}

/** The lowest point of a circle on the ground, where its name stands. */
export function southernmost(center: LatLng, radiusMeters: number): LatLng {
  const [longitude, latitude] = destination(center, radiusMeters, 180);
  return { latitude, longitude };
}

/** Where one gets from a place, as [longitude, latitude]. */
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
