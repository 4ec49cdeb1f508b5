import { type LatLng, southernmost, worldPixels } from './geometry';

/** Of a circle that is seen as a whole in the lowest map, in CSS pixels. */
const RADIUS_PX = 68;
/** A circle that changes little keeps the zoom. */
const STEP = 1 / 2;

/**
 * The zoom of the map at which a circle around its center is seen as a whole.
 * @param radius in metres; null for none
 * @param maxZoom at which small circles are shown
 */
export function circleZoom(center: LatLng, radius: number | null | undefined, maxZoom: number): number {
  if (!radius) return maxZoom;
  const pixels = worldPixels(southernmost(center, radius), 1).y - worldPixels(center, 1).y;
  return Math.max(0, Math.min(maxZoom, Math.floor(Math.log2(RADIUS_PX / pixels) / STEP) * STEP));
}
