import { useMemo, useSyncExternalStore } from 'react';
import { degreesPerPixel, type View } from './lines';
import { type MapHandle, useMapContext } from './MapContext';

/** As much again on every side, so that a small move shows no end of a line. */
const MARGIN = 0.5;

/** What the map shows, anew after every move. */
export function useView(): View | null {
  const { handle } = useMapContext();
  const store = useMemo(() => viewStore(handle), [handle]);
  return useSyncExternalStore(store.subscribe, store.view);
}

function viewStore(handle: MapHandle) {
  let view = viewOf(handle);
  return {
    view: () => view,
    subscribe(onChange: () => void) {
      const moved = () => {
        view = viewOf(handle);
        onChange();
      };
      handle.map.on('moveend', moved);
      handle.map.on('resize', moved);
      // What stands before this on the map may have moved it in the same turn, unheard; React compares right after.
      view = viewOf(handle);
      return () => {
        if (handle.removed) return;
        handle.map.off('moveend', moved);
        handle.map.off('resize', moved);
      };
    },
  };
}

function viewOf({ map, removed }: MapHandle): View | null {
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
