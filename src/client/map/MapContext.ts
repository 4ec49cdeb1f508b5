import { createContext, useContext } from 'react';
import type { Map as MapboxMap } from 'mapbox-gl';
import type { engine } from './mapboxLibrary';

/** mapbox-gl as it was loaded. */
export type Engine = typeof engine;

/** A map that is being shown. */
export interface MapHandle {
  readonly engine: Engine;
  readonly map: MapboxMap;
  /** Set right before the map is removed: from then on it must not be asked for anything. */
  removed: boolean;
}

export interface MapContextValue {
  handle: MapHandle;
  /**
   * Grows with every style the map has loaded; a new style has lost all sources and layers of the old one. 0 before the
   * first: markers may stand already, sources and layers may not.
   */
  styleVersion: number;
}

export const MapContext = createContext<MapContextValue | null>(null);

/** The map around a component; only for children of `MapView`, which mounts them once there is a map. */
export function useMapContext(): MapContextValue {
  const value = useContext(MapContext);
  if (!value) throw new Error('Map components live inside MapView');
  return value;
}
