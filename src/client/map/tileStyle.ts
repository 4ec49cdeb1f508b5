import type { RasterPaint, Style } from 'mapbox-gl';

export const TILE_LAYER = 'tiles';

/** The deepest zoom that raster tile services commonly serve; closer in, the last tiles are enlarged. */
const TILE_MAX_ZOOM = 19;

/** A raster template as mapbox-gl wants it: `{s}` spelled out as three hosts, `{r}` (retina) left out. */
export function tileUrls(template: string): string[] {
  const plain = template.replaceAll('{r}', '');
  return plain.includes('{s}') ? ['a', 'b', 'c'].map((host) => plain.replaceAll('{s}', host)) : [plain];
}

/**
 * The whole style of our map: raster tiles; nothing at all when the template is empty. The ground below, which shows
 * until tiles come and where they fail to, is the container's (map-view.css): as a layer it would be one more picture
 * of the map's whole size to draw in each frame.
 */
export function tileStyle(template: string, dark: boolean): Style {
  if (template === '') return { version: 8, sources: {}, layers: [] };
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: tileUrls(template), tileSize: 256, maxzoom: TILE_MAX_ZOOM } },
    layers: [{ id: TILE_LAYER, type: 'raster', source: 'tiles', paint: tilePaint(dark) }],
  };
}

/**
 * Light tiles turned dark: brightness upside down, hues turned back, colours softened. Done in the tile layer, not by
 * a CSS filter on the canvas, so that routes, halos and fences keep their own colours.
 */
export function tilePaint(dark: boolean): RasterPaint {
  if (!dark) {
    return {
      'raster-brightness-min': 0,
      'raster-brightness-max': 1,
      'raster-hue-rotate': 0,
      'raster-saturation': -0.12,
      'raster-contrast': 0,
    };
  }
  return {
    'raster-brightness-min': 0.9,
    'raster-brightness-max': 0.1,
    'raster-hue-rotate': 180,
    'raster-saturation': -0.6,
    'raster-contrast': -0.08,
  };
}
