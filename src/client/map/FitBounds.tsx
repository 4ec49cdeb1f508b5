import { useEffect, useEffectEvent, useRef } from 'react';
import type { Bounds } from '#shared/bounds';
import { useMapContext } from './MapContext';
import { fitBounds } from './mapHooks';

export interface FitBoundsProps {
  bounds: Bounds;
  /** A new key shows the whole bounds; new bounds alone do not move the map. */
  fitKey: string | number;
  /** CSS pixels around it. */
  padding: number;
  /** Limits the zoom when the bounds are small. */
  maxZoom: number;
}

/** Moves the camera to the bounds, without animation; again in a map of another size, unless the user has moved it. */
export function FitBounds({ bounds, fitKey, padding, maxZoom }: FitBoundsProps) {
  const { handle } = useMapContext();
  // A map that takes the place of another one starts with its view.
  const fitted = useRef<string | number>(handle.view ? fitKey : null);
  const fit = useEffectEvent(() => {
    fitBounds(handle.map, bounds, { padding, maxZoom, duration: 0 });
  });
  const isMoved = useRef(false);
  useEffect(() => {
    if (handle.removed || fitted.current === fitKey) return;
    fit();
    fitted.current = fitKey;
    isMoved.current = false;
  }, [handle, fitKey]);
  useEffect(() => {
    const { map } = handle;
    const onMoved = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent) isMoved.current = true;
    };
    const onResized = () => {
      if (!isMoved.current) fit();
    };
    map.on('movestart', onMoved);
    map.on('resize', onResized);
    return () => {
      if (handle.removed) return;
      map.off('movestart', onMoved);
      map.off('resize', onResized);
    };
  }, [handle]);
  return null;
}
