import { GEOFENCE_RADIUS_MAX_M, GEOFENCE_RADIUS_MIN_M } from '#contract/limits';
import type { Polygon } from '#contract/geofences';
import { roundDegrees } from '#shared/geo';
import type { FenceArea } from '#shared/geofences';
import { coveringCircle, crossesItself, shapeOf } from '#shared/polygons';
import type { GeofenceRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';

/** The stored corners of a geofence; null: a circle. */
export const readPolygon = (stored: string | null): Polygon | null =>
  stored === null ? null : (JSON.parse(stored) as Polygon);

/** The area of a stored geofence. */
export const areaOf = ({
  latitude,
  longitude,
  radius,
  polygon,
}: Pick<GeofenceRow, 'latitude' | 'longitude' | 'radius' | 'polygon'>): FenceArea => {
  const corners = readPolygon(polygon);
  return { latitude, longitude, radius, shape: corners && shapeOf(corners) };
};

/**
 * A polygon as it is stored, and the circle around it.
 * @throws DomainError when its edges cross, or the circle is too large
 */
export function storedPolygon(
  corners: Polygon,
): Pick<GeofenceRow, 'latitude' | 'longitude' | 'radius' | 'polygon'> {
  const rounded = corners.map(([longitude, latitude]): [number, number] => [
    roundDegrees(longitude),
    roundDegrees(latitude),
  ]);
  if (crossesItself(rounded)) throw new DomainError('geofence_polygon_crossing');
  const { latitude, longitude, radius } = coveringCircle(rounded);
  if (radius > GEOFENCE_RADIUS_MAX_M) throw new DomainError('geofence_polygon_too_large');
  return {
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    radius: Math.max(radius, GEOFENCE_RADIUS_MIN_M),
    polygon: JSON.stringify(rounded),
  };
}
