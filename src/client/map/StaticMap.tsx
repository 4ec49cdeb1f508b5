import type { ReactNode } from 'react';
import { attributionParts } from './attribution';
import type { Place } from './geometry';
import { tilesAround } from './staticTiles';
import './static-map.css';

export interface StaticMapProps {
  center: Place;
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
        {tilesAround(center, zoom, tileUrl).map(({ address, left, top }) => (
          <img
            key={address}
            src={address}
            alt=""
            width={256}
            height={256}
            loading="lazy"
            draggable={false}
            style={{ transform: `translate(${left}px, ${top}px)` }}
          />
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
