import type { RasterPaint, Style } from 'mapbox-gl';

export const TILE_LAYER = 'tiles';

/** The highest zoom of common raster tile services; beyond it the map enlarges tiles. */
const TILE_MAX_ZOOM = 19;

/** Converts a raster template for mapbox-gl: `{s}` becomes three hosts, `{r}` (retina) is removed. */
export function tileUrls(template: string): string[] {
  const plain = template.replaceAll('{r}', '');
  return plain.includes('{s}') ? ['a', 'b', 'c'].map((host) => plain.replaceAll('{s}', host)) : [plain];
}

/**
 * The map's style: raster tiles, or nothing when the template is empty. The background is the container's
 * (map-view.css), because a background layer would cost one more full-size draw per frame.
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
 * Darkens light tiles: inverted brightness, restored hues, lower saturation, and an opacity that lets the container's dark
 * blue through. Done in the tile layer and not by a CSS filter on the canvas, so that routes and fences keep their colors.
 */
export function tilePaint(dark: boolean): RasterPaint {
  if (!dark) {
    return {
      'raster-brightness-min': 0,
      'raster-brightness-max': 1,
      'raster-hue-rotate': 0,
      'raster-saturation': -0.12,
      'raster-contrast': 0,
      'raster-opacity': 1,
    };
  }
  return {
    'raster-brightness-min': 0.86,
    'raster-brightness-max': 0.08,
    'raster-hue-rotate': 180,
    'raster-saturation': -0.72,
    'raster-contrast': -0.04,
    'raster-opacity': 0.78,
  };
}

/** A part of an attribution, optionally a link. */
export interface AttributionPart {
  text: string;
  href?: string | undefined;
}

const NAME = 'OpenStreetMap';
const COPYRIGHT_PAGE = 'https://www.openstreetmap.org/copyright';

/** Splits a configured attribution. All of it is text, not HTML; only the name OpenStreetMap becomes a link. */
export function attributionParts(text: string): AttributionPart[] {
  return text
    .split(new RegExp(`(${NAME})`, 'u'))
    .filter((piece) => piece !== '')
    .map((piece) => (piece === NAME ? { text: piece, href: COPYRIGHT_PAGE } : { text: piece }));
}
