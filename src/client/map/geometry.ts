import { EARTH_RADIUS_M } from '#contract/limits';

/** A position in degrees, WGS 84. */
export interface LatLng {
  latitude: number;
  longitude: number;
}

/** A point or a shift in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Width and height of a raster tile, in CSS pixels. */
export const TILE_PX = 256;

/**
 * A position in CSS pixels from the upper left corner of the world, by Web Mercator.
 * @param zoom of raster tiles of 256 pixels
 */
export function worldPixels({ latitude, longitude }: LatLng, zoom: number): { x: number; y: number } {
  const size = 2 ** zoom * TILE_PX;
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  };
}

/** The southernmost point of a circle on the ground, the position of its name. */
export function southernmost({ latitude, longitude }: LatLng, radiusMeters: number): LatLng {
  return { latitude: latitude - (radiusMeters / EARTH_RADIUS_M) * (180 / Math.PI), longitude };
}
