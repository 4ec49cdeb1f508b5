import { useMemo, useSyncExternalStore } from 'react';
import { degreesPerPixel, type Viewport } from './lines';
import { type MapHandle, useMapContext } from './MapContext';

/** Extends the viewport by half its size on every side, so that small moves do not show cut lines. */
const MARGIN = 0.5;

/** The map's viewport, updated after every move. */
export function useViewport(): Viewport | null {
  const { handle } = useMapContext();
  const store = useMemo(() => createViewportStore(handle), [handle]);
  return useSyncExternalStore(store.subscribe, store.viewport);
}

function createViewportStore(handle: MapHandle) {
  let viewport = readViewport(handle);
  return {
    viewport: () => viewport,
    subscribe(onChange: () => void) {
      const moved = () => {
        viewport = readViewport(handle);
        onChange();
      };
      handle.map.on('moveend', moved);
      handle.map.on('resize', moved);
      // Another effect may have moved the map before this subscription; React compares the value right after it.
      viewport = readViewport(handle);
      return () => {
        if (handle.removed) return;
        handle.map.off('moveend', moved);
        handle.map.off('resize', moved);
      };
    },
  };
}

function readViewport({ map, removed }: MapHandle): Viewport | null {
  if (removed) return null;
  const bounds = map.getBounds();
  const [width, height] = [bounds.getEast() - bounds.getWest(), bounds.getNorth() - bounds.getSouth()];
  return {
    west: bounds.getWest() - width * MARGIN,
    east: bounds.getEast() + width * MARGIN,
    south: bounds.getSouth() - height * MARGIN,
    north: bounds.getNorth() + height * MARGIN,
    degreesPerPixel: degreesPerPixel(map.getZoom()),
  };
}
