import { useContext, useEffect, useEffectEvent } from 'react';
import type { Map as MapboxMap, MapMouseEvent } from 'mapbox-gl';
import { FreeArea, insetsOf, middleOf } from '#client/ui/freeArea';
import type { LatLng } from './geometry';
import { useMapContext } from './MapContext';

/** A touch of this duration is a long press. */
const LONG_PRESS_MS = 500;
/** A touch that moves further than this, in CSS pixels, is no press. */
const MOVE_TOLERANCE_PX = 10;

/**
 * Calls `onPress` with the point of a long press or a right click; on Enter or the menu key with the center of the visible
 * part of the map.
 */
export function usePointPress(onPress: (point: LatLng) => void): void {
  const { handle } = useMapContext();
  const free = useContext(FreeArea);
  useEnterPress(onPress);
  const press = useEffectEvent((point: readonly [number, number]) => {
    if (handle.removed) return;
    const { lat, lng } = handle.map.unproject([point[0], point[1]]).wrap();
    onPress({ latitude: lat, longitude: lng });
  });
  const pressCenter = useEffectEvent(() => press(centerOf(handle.map, free)));
  useEffect(() => {
    const { map } = handle;
    const canvas = map.getCanvas();
    const onContextMenu = (event: MapMouseEvent) => {
      if (event.originalEvent.target !== canvas) return;
      if (isFromKeyboard(event.originalEvent)) pressCenter();
      else press([event.point.x, event.point.y]);
    };
    const stopWatching = watchLongPress(canvas, (point) => press(point));
    map.on('contextmenu', onContextMenu);
    return () => {
      stopWatching();
      if (!handle.removed) map.off('contextmenu', onContextMenu);
    };
  }, [handle]);
}

/** Calls `onPress` with the center of the visible part of the map when Enter is pressed on it. */
export function useEnterPress(onPress: (point: LatLng) => void): void {
  const { handle } = useMapContext();
  const free = useContext(FreeArea);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || handle.removed) return;
    // Otherwise the same key press would close what opens, because its first button has the focus.
    event.preventDefault();
    const { lat, lng } = handle.map.unproject(centerOf(handle.map, free)).wrap();
    onPress({ latitude: lat, longitude: lng });
  });
  useEffect(() => {
    const canvas = handle.map.getCanvas();
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    canvas.addEventListener('keydown', listener);
    return () => canvas.removeEventListener('keydown', listener);
  }, [handle]);
}

/** Browsers report the menu key as a mouse event. */
const isFromKeyboard = (event: MouseEvent): boolean =>
  event.button !== 2 && !('pointerType' in event && event.pointerType === 'touch');

/** The center of the part that neither header nor sheet covers, in CSS pixels of the map. */
function centerOf(map: MapboxMap, free: Parameters<typeof insetsOf>[1]): [number, number] {
  const canvas = map.getCanvas();
  return middleOf(canvas, insetsOf(canvas, free));
}

/** Detects a long press, because not every system reports one. */
function watchLongPress(element: HTMLElement, onLongPress: (point: [number, number]) => void): () => void {
  let timer: number | undefined;
  let start: Touch | undefined;
  const end = () => window.clearTimeout(timer);
  const onStart = ({ touches }: TouchEvent) => {
    end();
    start = touches[0];
    if (touches.length !== 1 || !start) return;
    const { left, top } = element.getBoundingClientRect();
    const point: [number, number] = [start.clientX - left, start.clientY - top];
    timer = window.setTimeout(() => {
      // Otherwise lifting the finger would press a button that has opened under it.
      element.addEventListener('touchend', (event) => event.preventDefault(), { once: true });
      onLongPress(point);
    }, LONG_PRESS_MS);
  };
  const onMove = ({ touches: [touch] }: TouchEvent) => {
    const isResting =
      touch &&
      start &&
      Math.hypot(touch.clientX - start.clientX, touch.clientY - start.clientY) < MOVE_TOLERANCE_PX;
    if (!isResting) end();
  };
  const listeners = { touchstart: onStart, touchmove: onMove, touchend: end, touchcancel: end };
  for (const [name, listener] of Object.entries(listeners))
    element.addEventListener(name, listener as EventListener, { passive: true });
  return () => {
    end();
    for (const [name, listener] of Object.entries(listeners))
      element.removeEventListener(name, listener as EventListener);
  };
}
