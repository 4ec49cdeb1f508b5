import { useEffect, useEffectEvent, useRef } from 'react';
import { MAP_FLY_MS } from '#contract/limits';
import type { Bounds } from '#shared/bounds';
import { prefersReducedMotion } from './animation';
import { type FreeView, useFreeView } from './freeView';
import type { LatLng } from './geometry';
import { useMapContext } from './MapContext';
import { fitBounds } from './mapHooks';

export interface KeepInViewProps {
  /** Null before there is something to keep in view. */
  position: LatLng | null;
  /** Shown as a whole when the position is outside of the map. */
  bounds: Bounds;
  /** CSS pixels around the bounds. */
  padding: number;
  /** Limits the zoom when the bounds are small. */
  maxZoom: number;
  /** True while the position moves by itself: the map then stays where the user moves it meanwhile. */
  moving: boolean;
  /** A new key means that the user has sent the map elsewhere. */
  cameraKey: string | number;
}

/** In CSS pixels, less than what bounds have around them: nearer to the edge, half of a pin is cut off. */
const EDGE_PX = 20;

/** Shows the whole bounds when the position leaves the map. */
export function KeepInView({ position, bounds, padding, maxZoom, moving, cameraKey }: KeepInViewProps) {
  const { handle } = useMapContext();
  const view = useFreeView();
  const isMoved = useRef(false);
  const keyAtStart = useRef(cameraKey);
  const wasMoving = useRef(false);
  const keep = useEffectEvent((at: LatLng | null, isMoving: boolean) => {
    // The last step may come with the end of the movement, and belongs to it.
    const isFollowed = isMoving || wasMoving.current;
    if (isMoving && !wasMoving.current) {
      isMoved.current = false;
      keyAtStart.current = cameraKey;
    }
    wasMoving.current = isMoving;
    if (handle.removed || !at || !view || isInside(view, at)) return;
    if (isFollowed && (isMoved.current || keyAtStart.current !== cameraKey || handle.map.isMoving())) return;
    fitBounds(handle.map, bounds, { padding, maxZoom, duration: prefersReducedMotion() ? 0 : MAP_FLY_MS });
  });
  useEffect(() => keep(position, moving), [position, moving]);
  useEffect(() => {
    // Only movements by the user carry an original event.
    const onMoveStart = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent) isMoved.current = true;
    };
    handle.map.on('movestart', onMoveStart);
    return () => {
      if (!handle.removed) handle.map.off('movestart', onMoveStart);
    };
  }, [handle]);
  return null;
}

function isInside({ pixelOf, left, top, bottom, width }: FreeView, position: LatLng): boolean {
  const { x, y } = pixelOf(position);
  return x >= left + EDGE_PX && x <= width - EDGE_PX && y >= top + EDGE_PX && y <= bottom - EDGE_PX;
}
