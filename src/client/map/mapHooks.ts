import {
  useContext,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type RefObject,
} from 'react';
import type { Map as MapboxMap, MapMouseEvent } from 'mapbox-gl';
import { MAP_FLY_MS } from '#contract/limits';
import type { Bounds } from '#shared/bounds';
import { FreeArea, insetsOf, type MapInsets, NO_INSETS } from '#client/ui/freeArea';
import type { LatLng } from './geometry';
import type { MapContextValue, MapHandle } from './MapContext';
import { prefersReducedMotion } from './animation';
import { createDarkLayer, DARK_LAYER } from './darkLayer';
import { ABOVE_TILES, tileStyle } from './tileStyle';

export interface Camera {
  center: LatLng | null;
  centerKey: string | number;
  zoom: number;
  bounds?: Bounds | null | undefined;
}

type ShownKey = Camera['centerKey'] | null;

interface Tiles {
  tileUrl: string;
  dark: boolean;
}

/**
 * Sets the map's first center and style as soon as the center is known.
 * @param shownKey is set to the key of what the map shows
 * @returns the map from then on, null before
 */
export function useInitialView(
  created: MapContextValue | null,
  view: Camera & Tiles,
  shownKey: RefObject<ShownKey>,
): MapContextValue | null {
  const [initialized, setInitialized] = useState<MapHandle | null>(null);
  const free = useContext(FreeArea);
  const initialize = useEffectEvent((handle: MapHandle) => {
    if (!view.center) return;
    if (handle.view) handle.map.jumpTo(handle.view);
    else moveCamera(handle.map, view, insetsOf(handle.map.getCanvas(), free), 0);
    shownKey.current = view.centerKey;
    handle.map.setStyle(tileStyle(view.tileUrl));
    setInitialized(handle);
  });
  const handle = created?.handle;
  const hasCenter = view.center !== null;
  useEffect(() => {
    // The map's children may mount only after this, and only this effect knows when.
    // oxlint-disable-next-line react/set-state-in-effect
    if (handle && hasCenter && !handle.removed) initialize(handle);
  }, [handle, hasCenter]);
  return initialized === handle ? created : null;
}

/** Moves the camera when `centerKey` is another than that of what the map shows, and only then. */
export function useCamera(
  shown: MapContextValue | null,
  camera: Camera,
  shownKey: RefObject<ShownKey>,
): void {
  const map = shown?.handle.map;
  const free = useContext(FreeArea);
  const fly = useEffectEvent((key: Camera['centerKey']) => {
    // Of several keys only the newest one moves the map.
    if (!map || key !== camera.centerKey || key === shownKey.current) return;
    shownKey.current = key;
    moveCamera(map, camera, insetsOf(map.getCanvas(), free), prefersReducedMotion() ? 0 : MAP_FLY_MS);
  });
  // The frame that answers a tap is drawn before the flight, whose start takes as long as all else that a tap changes.
  const requestedKey = useDeferredValue(camera.centerKey);
  useEffect(() => {
    if (map) fly(requestedKey);
  }, [map, requestedKey]);
}

/** Around bounds on the map, in CSS pixels: room for half of a member's pin and the label below it. */
const BOUNDS_PADDING = 56;
/** In a low map: room for half of a pin. */
const LEAST_PADDING = 28;
/** From the buttons beside them: half of a pin and a gap. */
const PIN_PX = 32;
/** The height of the attribution below labels, which has room where so much is left for the bounds. */
const ATTRIBUTION_PX = 24;
const LEAST_SHOWN_PX = 60;
/** From the middle of a pin to the lower edge of its label. */
const PIN_WITH_LABEL_PX = 56;

/**
 * @param duration in milliseconds; 0 jumps
 * @param eventData of the events of a move to bounds
 */
export function moveCamera(
  map: MapboxMap,
  { center, zoom, bounds }: Pick<Camera, 'center' | 'zoom' | 'bounds'>,
  insets: MapInsets,
  duration: number,
  eventData?: object,
): void {
  const fit = { padding: BOUNDS_PADDING, below: ATTRIBUTION_PX, maxZoom: zoom, duration, insets };
  if (bounds) return fitBounds(map, bounds, fit, eventData);
  if (!center) return;
  // The center goes into the middle of what is free, in a low map above it: the attribution would cover its label.
  const half = (map.getCanvas().getBoundingClientRect().height - insets.top - insets.bottom) / 2;
  const raised = Math.max(0, Math.min(PIN_WITH_LABEL_PX + ATTRIBUTION_PX - half, half - LEAST_PADDING));
  const offset: [number, number] = [insets.left / 2, (insets.top - insets.bottom) / 2 - raised];
  const view = { center: toLngLat(center), zoom, offset, duration, essential: true };
  if (duration > 0) map.flyTo(view);
  else map.easeTo(view);
}

interface FitOptions {
  /** Around the bounds, in CSS pixels. */
  readonly padding: number;
  /** Below that, in CSS pixels; in a low map less. */
  readonly below?: number;
  readonly maxZoom: number;
  readonly duration: number;
  /** The elements that cover the map; default none. */
  readonly insets?: MapInsets;
}

/** Shows all of the bounds, with less padding in a map that is smaller than its padding. */
export function fitBounds(
  map: MapboxMap,
  [west, south, east, north]: Bounds,
  { insets = NO_INSETS, padding: wanted, below = 0, ...options }: FitOptions,
  eventData?: object,
): void {
  const canvas = map.getCanvas().getBoundingClientRect();
  const width = canvas.width - insets.left;
  const within = (side: number) => Math.min(wanted, Math.max(LEAST_PADDING, side / 2 - 40), side / 2);
  const height = canvas.height - insets.top - insets.bottom;
  const [x, y] = [within(width), within(height)];
  const padding = {
    top: insets.top + y,
    bottom: insets.bottom + y + Math.max(0, Math.min(below, height - 2 * y - LEAST_SHOWN_PX)),
    left: insets.left + x,
    right: Math.max(x, Math.min(insets.corner.width + PIN_PX, width / 2)),
  };
  map.fitBounds([west, south, east, north], { ...options, padding, essential: true }, eventData);
}

function toLngLat({ latitude, longitude }: LatLng): [number, number] {
  return [longitude, latitude];
}

/** Applies a new tile URL (as a new style) and a new theme (on the same style). */
export function useTiles(shown: MapContextValue | null, { tileUrl, dark }: Tiles): void {
  const map = shown?.handle.map;
  const styleVersion = shown?.styleVersion;
  const drawnUrl = useRef(tileUrl);
  useEffect(() => {
    if (!map || drawnUrl.current === tileUrl) return;
    drawnUrl.current = tileUrl;
    map.setStyle(tileStyle(tileUrl), { diff: false });
  }, [map, tileUrl]);
  useEffect(() => {
    // A style that has just loaded has no dark layer yet.
    if (styleVersion === undefined || !map?.getLayer(ABOVE_TILES)) return;
    const isDark = map.getLayer(DARK_LAYER) !== undefined;
    if (dark && !isDark) map.addLayer(createDarkLayer(), ABOVE_TILES);
    if (!dark && isDark) map.removeLayer(DARK_LAYER);
  }, [map, styleVersion, dark]);
}

/** Gives the canvas, which takes the keyboard focus, its accessible name. */
export function useCanvasLabel(shown: MapContextValue | null, label: string): void {
  const map = shown?.handle.map;
  useEffect(() => {
    map?.getCanvas().setAttribute('aria-label', label);
  }, [map, label]);
}

/** Whether the map has drawn its first view with all tiles, or has moved away from it. */
export function useFirstDrawing(shown: MapContextValue | null): boolean {
  const [isDrawn, setDrawn] = useState(false);
  const handle = shown?.handle;
  useEffect(() => {
    if (!handle) return undefined;
    const { map } = handle;
    const onDrawn = () => setDrawn(true);
    map.on('load', onDrawn);
    map.on('movestart', onDrawn);
    return () => {
      if (handle.removed) return;
      map.off('load', onDrawn);
      map.off('movestart', onDrawn);
    };
  }, [handle]);
  return isDrawn;
}

interface MapCallbacks {
  onMoveByHand?: (() => void) | undefined;
  onPick?: ((latitude: number, longitude: number) => void) | undefined;
}

/** Reports when the user drags the map or clicks the ground. */
export function useMapEvents(shown: MapContextValue | null, callbacks: MapCallbacks): void {
  const handle = shown?.handle;
  // Only movements by the user carry an original event; camera animations do not.
  const onMoveStart = useEffectEvent((event: { originalEvent?: unknown }) => {
    if (event.originalEvent) callbacks.onMoveByHand?.();
  });
  // Markers are inside the map's container, so their clicks arrive here too.
  const onClick = useEffectEvent((event: MapMouseEvent) => {
    if (event.defaultPrevented || event.originalEvent.target !== event.target.getCanvas()) return;
    const { lat, lng } = event.lngLat.wrap();
    callbacks.onPick?.(lat, lng);
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
