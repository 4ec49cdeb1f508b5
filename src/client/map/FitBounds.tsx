import { useEffect, useEffectEvent, useRef } from 'react';
import { useMapContext } from './MapContext';

export interface FitBoundsProps {
  /** `[west, south, east, north]` in degrees. */
  bounds: readonly [number, number, number, number];
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
  const fitted = useRef<string | number>(null);
  const fit = useEffectEvent(() => {
    const { map } = handle;
    const [west, south, east, north] = bounds;
    const { width, height } = map.getCanvas().getBoundingClientRect();
    // Less padding in a map that is smaller than its padding.
    const fittedPadding = Math.max(0, Math.min(padding, Math.min(width, height) / 2 - 20));
    map.fitBounds([west, south, east, north], { padding: fittedPadding, maxZoom, duration: 0 });
  });
  useEffect(() => {
    if (handle.removed || fitted.current === fitKey) return;
    fit();
    fitted.current = fitKey;
  }, [handle, fitKey]);
  return null;
}
