import type { LatLng } from './geometry';
import { tileUrls } from './tileStyle';

/** A tile in px from the centre. */
export interface PlacedTile {
  address: string;
  left: number;
  top: number;
}

const TILE_PX = 256;
/** Half of the largest picture, in px. */
const HALF = { width: 180, height: 100 };

/** The raster tiles under a small picture round a place, by Web Mercator. */
export function tilesAround({ latitude, longitude }: LatLng, zoom: number, template: string): PlacedTile[] {
  const [pattern] = template === '' ? [] : tileUrls(template);
  if (pattern === undefined) return [];
  const count = 2 ** zoom;
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  const x = ((longitude + 180) / 360) * count * TILE_PX;
  const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count * TILE_PX;
  return range(y - HALF.height, y + HALF.height)
    .filter((row) => row >= 0 && row < count)
    .flatMap((row) =>
      range(x - HALF.width, x + HALF.width).map((column) => ({
        address: pattern
          .replace('{z}', String(zoom))
          // Round the earth once more beyond the antimeridian.
          .replace('{x}', String(((column % count) + count) % count))
          .replace('{y}', String(row)),
        left: Math.round(column * TILE_PX - x),
        top: Math.round(row * TILE_PX - y),
      })),
    );
}

function range(from: number, to: number): number[] {
  const first = Math.floor(from / TILE_PX);
  return Array.from({ length: Math.floor(to / TILE_PX) - first + 1 }, (_, index) => first + index);
}
