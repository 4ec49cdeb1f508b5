import { useEffect, useEffectEvent, useRef } from 'react';
import { useMapContext } from './MapContext';

export interface FitBoundsProps {
  /** `[west, south, east, north]` in degrees. */
  bounds: readonly [number, number, number, number];
  /** A new key asks for the whole of it to be shown; new bounds alone move nothing. */
  fitKey: string | number;
  /** CSS pixels around it. */
  padding: number;
  /** No closer than this, where it is only a point. */
  maxZoom: number;
}

/** Shows all of something, at once: a flight would show nothing of it for a second. */
export function FitBounds({ bounds, fitKey, padding, maxZoom }: FitBoundsProps) {
  const { handle } = useMapContext();
  const fitted = useRef<string | number>(null);
  const fit = useEffectEvent(() => {
    const { map } = handle;
    const [west, south, east, north] = bounds;
    const { width, height } = map.getCanvas().getBoundingClientRect();
    // In a map that is smaller than its padding nothing would fit.
    const room = Math.max(0, Math.min(padding, Math.min(width, height) / 2 - 20));
    map.fitBounds([west, south, east, north], { padding: room, maxZoom, duration: 0 });
  });
  useEffect(() => {
    if (handle.removed || fitted.current === fitKey) return;
    fit();
    fitted.current = fitKey;
  }, [handle, fitKey]);
  return null;
}
