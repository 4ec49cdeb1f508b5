import { useEffect, useId, useState } from 'react';
import { DARKENING, type Mixture } from './darkening';
import { type LatLng, TILE_PX, worldPixels } from './geometry';
import { tileUrls } from './tileStyle';
import './tile-images.css';

/** A length in each direction, in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

interface Section {
  readonly center: LatLng;
  /** Of raster tiles of 256 pixels: one more than that of the map, whose world has tiles of 512. */
  readonly zoom: number;
  /** Raster tiles as for MapView; empty for none. */
  readonly tileUrl: string;
  /** Half of what is to be covered around the center. */
  readonly half: Size;
}

/** The tiles of a section of the map as images, around a point of the page. Decorative. */
export function TileImages({ dark, ...section }: Section & { readonly dark: boolean }) {
  const id = useId();
  return (
    <div className="tile-images" aria-hidden="true">
      {dark ? <DarkFilter id={id} /> : null}
      {tilesAround(section).map((tile) => (
        <Tile key={tile.url} {...tile} filter={dark ? `url("#${id}")` : undefined} />
      ))}
    </div>
  );
}

// oxlint-disable-next-line kinmap/texts-from-messages -- a keyword of SVG: the image that a filter changes
const THE_IMAGE = 'SourceGraphic';

/** Darkens images as the dark layer does the map. */
function DarkFilter({ id }: { id: string }) {
  const [first, second] = DARKENING;
  return (
    <svg width="0" height="0">
      <filter id={id} colorInterpolationFilters="sRGB">
        <feColorMatrix values={matrixOf(first.traits)} />
        <feColorMatrix values={matrixOf(first.colors)} result="first" />
        <feColorMatrix in={THE_IMAGE} values={matrixOf(second.traits)} />
        <feColorMatrix values={matrixOf(second.colors)} />
        <feComposite in2="first" operator="arithmetic" k2="1" k3="1" />
      </filter>
    </svg>
  );
}

const matrixOf = (mixtures: readonly Mixture[]): string =>
  [...mixtures.map(([red, green, blue, base]) => [red, green, blue, 0, base]), [0, 0, 0, 1, 0]].join(' ');

/** A tile that fails to load is hidden, and loaded again when the network is back. */
function Tile({ url, left, top, filter }: TileImage & { readonly filter: string | undefined }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!failed) return;
    const retry = () => setFailed(false);
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [failed]);
  return failed ? null : (
    <img
      src={url}
      alt=""
      width={TILE_PX}
      height={TILE_PX}
      loading="lazy"
      draggable={false}
      onError={() => setFailed(true)}
      style={{ transform: `translate(${left}px, ${top}px)`, filter }}
    />
  );
}

/** A tile and its offset from the center, in CSS pixels. */
export interface TileImage {
  url: string;
  left: number;
  top: number;
}

/** How far a position is from the center of a section, in CSS pixels to the right and down. */
export function offsetFrom({ center, zoom }: Pick<Section, 'center' | 'zoom'>, position: LatLng) {
  const [from, to] = [worldPixels(center, zoom), worldPixels(position, zoom)];
  return { left: Math.round(to.x - from.x), top: Math.round(to.y - from.y) };
}

/** The raster tiles that cover a section of the map. */
export function tilesAround({ center, zoom, tileUrl, half }: Section): TileImage[] {
  const [pattern] = tileUrl === '' ? [] : tileUrls(tileUrl);
  if (pattern === undefined) return [];
  const count = 2 ** zoom;
  const { x, y } = worldPixels(center, zoom);
  return range(y - half.height, y + half.height)
    .filter((row) => row >= 0 && row < count)
    .flatMap((row) =>
      range(x - half.width, x + half.width).map((column) => ({
        url: pattern
          .replace('{z}', String(zoom))
          // Wraps around at the antimeridian.
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
