import type { TouchEvent } from 'react';
import { MapView, type MapViewProps } from './MapView';
import './page-map.css';

/**
 * A map in the middle of a page that scrolls: one finger scrolls the page, two move and zoom the map, and the mouse does as
 * on other maps. A style may give the map all fingers with `touch-action: none` where it is beside what scrolls.
 */
export function PageMap(props: MapViewProps) {
  return (
    <div className="page-map" onTouchMoveCapture={keepFromMap}>
      <MapView {...props} />
    </div>
  );
}

/** The library prevents the scrolling of every move that it sees. */
function keepFromMap(event: TouchEvent): void {
  const isOneFinger = event.touches.length === 1;
  if (isOneFinger && getComputedStyle(event.currentTarget).touchAction !== 'none') event.stopPropagation();
}
