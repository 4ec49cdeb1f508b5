import { createContext, useContext } from 'react';
import type { CameraOptions, Map as MapboxMap } from 'mapbox-gl';
import type { mapboxgl } from './mapboxLibrary';

/** The loaded mapbox-gl module. */
export type MapboxLibrary = typeof mapboxgl;

/** A map in the page. */
export interface MapHandle {
  readonly mapboxgl: MapboxLibrary;
  readonly map: MapboxMap;
  /** Where the map starts that takes the place of another one. */
  readonly view?: CameraOptions | undefined;
  /** Set right before the map is removed; no method of the map may be called after that. */
  removed: boolean;
}

export interface MapContextValue {
  handle: MapHandle;
  /**
   * Increases with every style that the map loads, because a new style drops all sources and layers. 0 before the first
   * style: markers can be added then, sources and layers cannot.
   */
  styleVersion: number;
}

export const MapContext = createContext<MapContextValue | null>(null);

/** The map around a component. `MapView` mounts its children once the map exists. */
export function useMapContext(): MapContextValue {
  const value = useContext(MapContext);
  if (!value) throw new Error('Map components must be inside MapView');
  return value;
}
