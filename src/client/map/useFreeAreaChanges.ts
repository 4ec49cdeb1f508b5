import { useContext, useEffect, useEffectEvent } from 'react';
import { FreeArea } from '#client/ui/freeArea';
import { useMapContext } from './MapContext';

/** Calls back at once, and whenever the map or what is free of it changes its size. */
export function useFreeAreaChanges(onChange: () => void): void {
  const { handle } = useMapContext();
  const free = useContext(FreeArea);
  const change = useEffectEvent(() => {
    if (!handle.removed) onChange();
  });
  useEffect(() => {
    const listener = () => change();
    listener();
    handle.map.on('resize', listener);
    const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(listener) : null;
    if (free?.current) observer?.observe(free.current);
    return () => {
      observer?.disconnect();
      if (!handle.removed) handle.map.off('resize', listener);
    };
  }, [handle, free]);
}
