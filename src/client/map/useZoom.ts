import { useMemo, useSyncExternalStore } from 'react';
import { useMapContext } from './MapContext';

/**
 * What the zoom of the map says, followed while it changes.
 * @param read a constant function; draw again only where its result changes
 */
export function useZoom<T extends boolean | number>(read: (zoom: number) => T): T {
  const { handle } = useMapContext();
  const subscribe = useMemo(
    () => (onChange: () => void) => {
      handle.map.on('zoom', onChange);
      return () => {
        if (!handle.removed) handle.map.off('zoom', onChange);
      };
    },
    [handle],
  );
  return useSyncExternalStore(subscribe, () => read(handle.removed ? 0 : handle.map.getZoom()));
}
