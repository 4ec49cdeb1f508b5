import { EARTH_RADIUS_M } from '#contract/limits';
import type { LatLng } from './geo';

/** Of a circle that is seen as a whole in the lowest map, in CSS pixels. */
const RADIUS_PX = 68;
/** A circle that changes little keeps the zoom. */
const STEP = 1 / 2;
/** The width of the world at zoom 0, in CSS pixels. */
const WORLD_PX = 512;

/**
 * The zoom of a map in Web Mercator at which a circle around its center is seen as a whole.
 * @param radius in metres; null for none
 * @param maxZoom at which small circles are shown
 */
export function circleZoom(center: LatLng, radius: number | null | undefined, maxZoom: number): number {
  if (!radius) return maxZoom;
  const parallel = 2 * Math.PI * EARTH_RADIUS_M * Math.cos((center.latitude * Math.PI) / 180);
  const pixels = (radius / parallel) * WORLD_PX;
  return Math.max(0, Math.min(maxZoom, Math.floor(Math.log2(RADIUS_PX / pixels) / STEP) * STEP));
}
