import { useEffect, useState, type ReactNode } from 'react';
import { attributionParts, tileUrls } from './tileStyle';
import type { LatLng } from './geometry';
import './static-map.css';

export interface StaticMapProps {
  center: LatLng;
  zoom: number;
  /** Raster tiles as for MapView; empty for none. */
  tileUrl: string;
  attribution: string;
  dark: boolean;
  /** Shown at the center. */
  children?: ReactNode;
}

/**
 * A small static map: tiles only, without the map library, so that a list can contain many. Decorative; the text beside it
 * must say what it shows.
 */
export function StaticMap({ center, zoom, tileUrl, attribution, dark, children }: StaticMapProps) {
  return (
    <div className={dark ? 'static-map static-map-dark' : 'static-map'}>
      <div className="static-map-tiles" aria-hidden="true">
        {tilesAround(center, zoom, tileUrl).map((tile) => (
          <Tile key={tile.url} {...tile} />
        ))}
      </div>
      <div className="static-map-center" aria-hidden="true">
        {children}
      </div>
      <small className="static-map-attribution">
        {attributionParts(attribution)
          .map(({ text }) => text)
          .join('')}
      </small>
    </div>
  );
}

/** A tile that fails to load is hidden, and loaded again when the network is back. */
function Tile({ url, left, top }: StaticTile) {
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
      width={256}
      height={256}
      loading="lazy"
      draggable={false}
      onError={() => setFailed(true)}
      style={{ transform: `translate(${left}px, ${top}px)` }}
    />
  );
}

/** A tile and its offset from the center, in CSS pixels. */
export interface StaticTile {
  url: string;
  left: number;
  top: number;
}

const TILE_PX = 256;
/** Half of the largest size, in CSS pixels. */
const HALF = { width: 180, height: 100 };

/** The raster tiles that cover a static map, by Web Mercator. */
export function tilesAround({ latitude, longitude }: LatLng, zoom: number, template: string): StaticTile[] {
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
