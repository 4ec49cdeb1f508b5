import { useContext, useEffect, useRef } from 'react';
import { FreeArea, insetsOf } from '#client/ui/freeArea';
import { type Camera, moveCamera } from './mapHooks';
import { useMapContext } from './MapContext';
import { useFreeAreaChanges } from './useFreeAreaChanges';

/** In degrees: a map whose center is so near to what was requested was not moved since. */
const SAME_LONGITUDE = 1e-6;

/**
 * Keeps what was requested in view when a banner makes the map lower or a notice covers some of it, until the user moves the
 * map. The sheet moves nothing, because the user moves it.
 */
export function useKeptCamera(camera: Camera): void {
  const { handle } = useMapContext();
  const free = useContext(FreeArea);
  const isKept = useRef<boolean>(null);
  const room = useRef('');
  useFreeAreaChanges(() => {
    if (!camera.center) return;
    const canvas = handle.map.getCanvas();
    const insets = insetsOf(canvas, free);
    const { width, height } = canvas.getBoundingClientRect();
    const before = room.current;
    room.current = [width, height, insets.top, insets.left].join(' ');
    // At first it is not known who moved the map.
    isKept.current ??= Math.abs(handle.map.getCenter().lng - camera.center.longitude) < SAME_LONGITUDE;
    if (isKept.current && room.current !== before && !handle.map.isMoving())
      moveCamera(handle.map, camera, insets, 0);
  });
  const requested = useRef(camera.centerKey);
  useEffect(() => {
    if (requested.current !== camera.centerKey) isKept.current = true;
    requested.current = camera.centerKey;
  }, [camera.centerKey]);
  useEffect(() => {
    // Only movements by the user carry an original event.
    const onMoveStart = (event: { originalEvent?: unknown }) => {
      if (event.originalEvent) isKept.current = false;
    };
    handle.map.on('movestart', onMoveStart);
    return () => {
      if (!handle.removed) handle.map.off('movestart', onMoveStart);
    };
  }, [handle]);
}
