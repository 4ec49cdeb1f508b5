import type { ReactNode } from 'react';
import type { LatLng } from './geometry';
import { offsetFrom, TileImages } from './tileImages';

/** Something at a position of the map. */
export interface PreviewMarker extends LatLng {
  readonly key: string;
  readonly content: ReactNode;
}

interface MapPreviewProps {
  center: LatLng;
  /** Of the map. */
  zoom: number;
  tileUrl: string;
  dark: boolean;
  markers: readonly PreviewMarker[];
}

/** The map as it will be, from images: shown until the library, which takes longer, has drawn the real one. */
export function MapPreview({ center, zoom, tileUrl, dark, markers }: MapPreviewProps) {
  const section = { center, zoom: zoom + 1, tileUrl };
  return (
    <div className="map-preview" aria-hidden="true">
      <TileImages {...section} dark={dark} half={{ width: innerWidth / 2, height: innerHeight / 2 }} />
      {markers.map(({ key, content, ...position }) => {
        const { left, top } = offsetFrom(section, position);
        return (
          <div key={key} className="map-preview-marker" style={{ translate: `${left}px ${top}px` }}>
            <div>{content}</div>
          </div>
        );
      })}
    </div>
  );
}
