import type { ReactNode } from 'react';
import type { LatLng } from './geometry';
import { TileImages } from './tileImages';
import { attributionParts } from './tileStyle';
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

/** Half of the largest size, in CSS pixels. */
const HALF = { width: 180, height: 100 };

/**
 * A small static map: tiles only, without the map library, so that a list can contain many. Decorative; the text beside it
 * must say what it shows.
 */
export function StaticMap({ attribution, children, ...section }: StaticMapProps) {
  return (
    <div className="static-map">
      <TileImages {...section} half={HALF} />
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
