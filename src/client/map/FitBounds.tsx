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

/** Moves the camera to the bounds, without animation. */
export function FitBounds({ bounds, fitKey, padding, maxZoom }: FitBoundsProps) {
  const { handle } = useMapContext();
  // A map that takes the place of another one starts with its view.
  const fitted = useRef<string | number>(handle.view ? fitKey : null);
  const fit = useEffectEvent(() => {
    fitBounds(handle.map, bounds, { padding, maxZoom, duration: 0 });
  });
  useEffect(() => {
    if (handle.removed || fitted.current === fitKey) return;
    fit();
    fitted.current = fitKey;
  }, [handle, fitKey]);
  return null;
}
