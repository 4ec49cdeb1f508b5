import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import type { CameraOptions, Map as MapboxMap } from 'mapbox-gl';
import type { MapboxLibrary, MapContextValue, MapHandle } from './MapContext';

/** `created`: the map exists but has no style yet. */
export type MapState = { status: 'loading' | 'failed' } | ({ status: 'created' | 'ready' } & MapContextValue);

/**
 * Loads the library, creates the map in a container, reports every style that has loaded, resizes the map with its
 * container and removes it on unmount. Browsers take the graphics memory of hidden pages away. mapbox-gl 1 then draws
 * nothing any more, so a new map takes its place.
 * @param create creates the map; called once the library has loaded
 * @returns also the key of the container: each map needs an element of its own
 */
export function useMapbox(
  container: RefObject<HTMLElement | null>,
  create: (mapboxgl: MapboxLibrary, container: HTMLElement) => MapboxMap,
): [state: MapState, containerKey: number] {
  const [state, setState] = useState<MapState>({ status: 'loading' });
  const [{ count, view }, setLost] = useState<{ count: number; view?: CameraOptions | undefined }>({
    count: 0,
  });
  const [library, setLibrary] = useState<MapboxLibrary | null>(null);
  const createNow = useEffectEvent(create);

  useEffect(() => {
    import('./mapboxLibrary').then(
      // What is around the map is drawn first: creating a map takes longer.
      ({ mapboxgl }) => startTransition(() => setLibrary(mapboxgl)),
      () => setState({ status: 'failed' }),
    );
  }, []);
  useEffect(() => {
    if (!library || !container.current) return undefined;
    const map = createMapIn(container.current, (element) => createNow(library, element));
    if (map)
      return attachMap(
        { mapboxgl: library, map, view, removed: false },
        container.current,
        setState,
        (lastView) => setLost({ count: count + 1, view: lastView }),
      );
    // Only this effect knows whether the browser can draw maps.
    // oxlint-disable-next-line react/set-state-in-effect
    setState({ status: 'failed' });
    return undefined;
  }, [library, container, count, view]);

  return [state, count];
}

/**
 * Creates the map; null without WebGL, where the library throws. Its own `supported` check compiles a shader in a second
 * context, which delays the map by 100 ms to a second.
 */
function createMapIn(
  container: HTMLElement,
  create: (container: HTMLElement) => MapboxMap,
): MapboxMap | null {
  try {
    return create(container);
  } catch {
    // Removes what the library added before it failed.
    container.replaceChildren();
    return null;
  }
}

/**
 * Connects a new map to the component's state; returns a function that removes the map.
 * @param onLost called when the map can draw nothing any more; without a view when it was on its way to another one
 */
function attachMap(
  handle: MapHandle,
  container: HTMLElement,
  onState: (state: MapState) => void,
  onLost: (view: CameraOptions | undefined) => void,
): () => void {
  const { map } = handle;
  let styleVersion = 0;
  map.on('webglcontextrestored', () => {
    const isAtRest = styleVersion > 0 && !map.isMoving();
    onLost(isAtRest ? { center: map.getCenter(), zoom: map.getZoom() } : undefined);
  });
  // Without a listener mapbox-gl logs every missing tile to the console.
  map.on('error', () => undefined);
  map.on('style.load', () => {
    styleVersion += 1;
    onState({ status: 'ready', handle, styleVersion });
  });
  onState({ status: 'created', handle, styleVersion });
  const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(() => map.resize()) : null;
  observer?.observe(container);
  return () => {
    observer?.disconnect();
    handle.removed = true;
    // What comes instead of the map is drawn first: freeing its graphics memory takes longer.
    requestAnimationFrame(() => requestAnimationFrame(() => map.remove()));
  };
}
