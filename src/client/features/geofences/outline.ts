import type { Polygon } from '#contract/geofences';
import { GEOFENCE_CORNERS_MAX, GEOFENCE_CORNERS_MIN, GEOFENCE_RADIUS_MAX_M } from '#contract/limits';
import { t } from '#client/i18n/text';
import { type LatLng, METRES_PER_DEGREE, normalizeLongitude, roundDegrees } from '#shared/geo';
import { coveringCircle, crossesItself } from '#shared/polygons';

type Corner = Polygon[number];

/** A corner with the decimals that are stored. */
export const cornerAt = (latitude: number, longitude: number): Corner => [
  roundDegrees(normalizeLongitude(longitude)),
  roundDegrees(latitude),
];

/** The corners with one more, unless there are as many as allowed. */
export const withCorner = (corners: Polygon, corner: Corner): Polygon =>
  corners.length < GEOFENCE_CORNERS_MAX ? [...corners, corner] : corners;

export const withoutCorner = (corners: Polygon, index: number): Polygon => corners.toSpliced(index, 1);

export const withMovedCorner = (corners: Polygon, index: number, corner: Corner): Polygon =>
  corners.with(index, corner);

/** Half of a side of the largest square; a metre less, because corners are rounded. */
const HALF_MAX_M = GEOFENCE_RADIUS_MAX_M / Math.SQRT2 - 1;

/** A square around a place, at most as large as a place may be. @param half of a side, in metres */
export function squareAround({ latitude, longitude }: LatLng, half: number): Polygon {
  const north = Math.min(half, HALF_MAX_M) / METRES_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return [
    cornerAt(latitude - north, longitude - east),
    cornerAt(latitude - north, longitude + east),
    cornerAt(latitude + north, longitude + east),
    cornerAt(latitude + north, longitude - east),
  ];
}

/** A corner between the last and the first one. */
export function cornerBetweenEnds(corners: Polygon): Corner | null {
  const [first, last] = [corners[0], corners.at(-1)];
  if (!first || !last) return null;
  const east = normalizeLongitude(first[0] - last[0]);
  return cornerAt((first[1] + last[1]) / 2, last[0] + east / 2);
}

/** What is to be done next, or wrong. */
export function outlineText(corners: Polygon): string {
  const { length: count } = corners;
  if (count < GEOFENCE_CORNERS_MIN)
    return t('Press on the map to set the corners one after the other, at least {least}. So far: {count}', {
      least: GEOFENCE_CORNERS_MIN,
      count,
    });
  if (crossesItself(corners)) return t('The edges cross each other. Drag the corners apart.');
  if (coveringCircle(corners).radius > GEOFENCE_RADIUS_MAX_M)
    return t('The place is too large: it can be at most 2 km across.');
  return t('{count} corners', { count });
}
