import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import type { Map as MapboxMap } from 'mapbox-gl';
import { loadMapbox } from './loadMapbox';
import type { Engine, MapContextValue } from './MapContext';

/** `made`: there is a map, without a style. */
export type MapState = { status: 'loading' | 'failed' } | ({ status: 'made' | 'ready' } & MapContextValue);

/**
 * The map's life: fetches the library, creates the map in a container, tells of every style it loads, keeps its size,
 * and removes it without a trace.
 * @param create makes the map; called once the library is there
 */
export function useMapbox(
  container: RefObject<HTMLElement | null>,
  create: (engine: Engine, container: HTMLElement) => MapboxMap,
): MapState {
  const [state, setState] = useState<MapState>({ status: 'loading' });
  const createNow = useEffectEvent(create);

  useEffect(() => {
    let remove: (() => void) | null = null;
    let gone = false;
    function start(engine: Engine): void {
      if (gone || !container.current) return;
      const map = createdIn(container.current, (element) => createNow(engine, element));
      if (map) remove = show(engine, map, container.current, setState);
      else setState({ status: 'failed' });
    }
    loadMapbox()
      .then((module) => start(module.engine))
      .catch(() => {
        if (!gone) setState({ status: 'failed' });
      });
    return () => {
      gone = true;
      remove?.();
    };
  }, [container]);

  return state;
}

/**
 * Makes a map, or finds that there can be none: without WebGL the library throws. Its own `supported` would be asked
 * before, but compiles a shader in a second context and waits for it, which holds the map up by 100 ms to a second.
 */
function createdIn(container: HTMLElement, create: (container: HTMLElement) => MapboxMap): MapboxMap | null {
  try {
    return create(container);
  } catch {
    // What was made before it failed.
    container.replaceChildren();
    return null;
  }
}

/** Wires a new map up; gives back what removes it. */
function show(
  engine: Engine,
  map: MapboxMap,
  container: HTMLElement,
  onState: (state: MapState) => void,
): () => void {
  const handle = { engine, map, removed: false };
  let styleVersion = 0;
  // A listener keeps mapbox-gl from writing every missing tile to the console; the ground stays grey there.
  map.on('error', () => undefined);
  map.on('style.load', () => {
    styleVersion += 1;
    onState({ status: 'ready', handle, styleVersion });
  });
  onState({ status: 'made', handle, styleVersion });
  const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(() => map.resize()) : null;
  observer?.observe(container);
  return () => {
    observer?.disconnect();
    handle.removed = true;
    map.remove();
  };
}
