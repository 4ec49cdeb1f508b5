import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapMouseEvent } from 'mapbox-gl';
import { MAP_FLY_MS } from '#contract/limits';
import type { LatLng } from './geometry';
import type { MapContextValue, MapHandle } from './MapContext';
import { prefersReducedMotion } from './motion';
import { TILE_LAYER, tilePaint, tileStyle } from './tileStyle';

interface Camera {
  center: LatLng | null;
  centerKey: string | number;
  zoom: number;
}

interface Tiles {
  tileUrl: string;
  dark: boolean;
}

/**
 * Gives a map its first place and style as soon as it is known where it starts.
 * @returns the map from then on, null before
 */
export function useBegun(made: MapContextValue | null, look: Camera & Tiles): MapContextValue | null {
  const [begun, setBegun] = useState<MapHandle | null>(null);
  const begin = useEffectEvent((handle: MapHandle) => {
    if (!look.center) return;
    handle.map.jumpTo({ center: toLngLat(look.center), zoom: look.zoom });
    handle.map.setStyle(tileStyle(look.tileUrl, look.dark));
    setBegun(handle);
  });
  const handle = made?.handle;
  const known = look.center !== null;
  useEffect(() => {
    // What stands on the map may come only after it has begun, and that is known here alone.
    // oxlint-disable-next-line react/set-state-in-effect
    if (handle && known && !handle.removed) begin(handle);
  }, [handle, known]);
  return begun === handle ? made : null;
}

/** Flies when the key changes, and only then. */
export function useCamera(shown: MapContextValue | null, camera: Camera): void {
  const map = shown?.handle.map;
  const firstKey = useRef<Camera['centerKey']>(null);
  const flown = useRef(false);
  const fly = useEffectEvent(() => {
    if (!map || !camera.center) return;
    const target = { center: toLngLat(camera.center), zoom: camera.zoom };
    if (prefersReducedMotion()) map.jumpTo(target);
    else map.flyTo({ ...target, duration: MAP_FLY_MS, essential: true });
  });
  useEffect(() => {
    if (!map) return;
    // The map has begun at its first centre.
    firstKey.current ??= camera.centerKey;
    if (!flown.current && camera.centerKey === firstKey.current) return;
    flown.current = true;
    fly();
  }, [map, camera.centerKey]);
}

function toLngLat({ latitude, longitude }: LatLng): [number, number] {
  return [longitude, latitude];
}

/** Follows the tile address (a new style) and the theme (new paint on the same style). */
export function useTiles(shown: MapContextValue | null, { tileUrl, dark }: Tiles): void {
  const map = shown?.handle.map;
  const styleVersion = shown?.styleVersion;
  const drawnUrl = useRef(tileUrl);
  useEffect(() => {
    if (!map || drawnUrl.current === tileUrl) return;
    drawnUrl.current = tileUrl;
    map.setStyle(tileStyle(tileUrl, dark), { diff: false });
  }, [map, tileUrl, dark]);
  useEffect(() => {
    // Every style that has loaded wants its paint anew.
    if (styleVersion === undefined || !map?.getLayer(TILE_LAYER)) return;
    for (const [name, value] of Object.entries(tilePaint(dark)))
      map.setPaintProperty(TILE_LAYER, name, value);
  }, [map, styleVersion, dark]);
}

/** The name that assistive technology finds on the canvas, which takes the arrow keys. */
export function useCanvasLabel(shown: MapContextValue | null, label: string): void {
  const map = shown?.handle.map;
  useEffect(() => {
    map?.getCanvas().setAttribute('aria-label', label);
  }, [map, label]);
}

interface MapCallbacks {
  onMoveByHand?: (() => void) | undefined;
  onPick?: ((latitude: number, longitude: number) => void) | undefined;
}

/** Tells of what the person does with the map. */
export function useMapEvents(shown: MapContextValue | null, callbacks: MapCallbacks): void {
  const handle = shown?.handle;
  // Only a movement by hand carries the event that began it; flights do not.
  const onMoveStart = useEffectEvent((event: { originalEvent?: unknown }) => {
    if (event.originalEvent) callbacks.onMoveByHand?.();
  });
  // Markers lie inside the map's container, so their presses arrive here too.
  const onClick = useEffectEvent((event: MapMouseEvent) => {
    if (event.defaultPrevented || event.originalEvent.target !== event.target.getCanvas()) return;
    const place = event.lngLat.wrap();
    callbacks.onPick?.(place.lat, place.lng);
  });
  useEffect(() => {
    if (!handle) return undefined;
    const { map } = handle;
    const moveStart = (event: { originalEvent?: unknown }) => onMoveStart(event);
    const click = (event: MapMouseEvent) => onClick(event);
    map.on('movestart', moveStart);
    map.on('click', click);
    return () => {
      if (handle.removed) return;
      map.off('movestart', moveStart);
      map.off('click', click);
    };
  }, [handle]);
}
