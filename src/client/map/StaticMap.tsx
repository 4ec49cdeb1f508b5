import { type ReactNode, useEffect, useState } from 'react';
import { attributionParts } from './attribution';
import type { LatLng } from './geometry';
import { type PlacedTile, tilesAround } from './staticTiles';
import './static-map.css';

export interface StaticMapProps {
  center: LatLng;
  zoom: number;
  /** Raster tiles as for MapView; empty for none. */
  tileUrl: string;
  attribution: string;
  dark: boolean;
  /** Stands at the centre. */
  children?: ReactNode;
}

/**
 * A small picture of a place: the tiles alone, without the map library, so that many may stand in one list. Decorative;
 * say in words beside it what it shows.
 */
export function StaticMap({ center, zoom, tileUrl, attribution, dark, children }: StaticMapProps) {
  return (
    <div className={dark ? 'static-map static-map-dark' : 'static-map'}>
      <div className="static-map-tiles" aria-hidden="true">
        {tilesAround(center, zoom, tileUrl).map((tile) => (
          <Tile key={tile.address} {...tile} />
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

/** A tile that cannot be had leaves plain land, and is asked for again once there is a network. */
function Tile({ address, left, top }: PlacedTile) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!failed) return;
    const again = () => setFailed(false);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [failed]);
  return failed ? null : (
    <img
      src={address}
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
