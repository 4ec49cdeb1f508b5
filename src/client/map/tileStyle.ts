import type { Style } from 'mapbox-gl';

export const TILE_LAYER = 'tiles';
/** Draws nothing; what belongs directly above the tiles is added below it. */
export const ABOVE_TILES = 'above-tiles';

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
export function tileStyle(template: string): Style {
  if (template === '') return { version: 8, sources: {}, layers: [] };
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: tileUrls(template), tileSize: 256, maxzoom: TILE_MAX_ZOOM } },
    layers: [
      // Quieter, so that members and routes stand out; that of darkened tiles is the dark layer's.
      { id: TILE_LAYER, type: 'raster', source: 'tiles', paint: { 'raster-saturation': -0.12 } },
      { id: ABOVE_TILES, type: 'background', layout: { visibility: 'none' } },
    ],
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
