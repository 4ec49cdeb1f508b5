import { useContext, useEffect, useEffectEvent, useState } from 'react';
import type { Map as MapboxMap } from 'mapbox-gl';
import { distanceBetween, headingBetween, normalizeLongitude } from '#shared/geo';
import { FreeArea, insetsOf, type MapInsets } from '#client/ui/freeArea';
import { type LatLng, worldPixels } from './geometry';
import { useMapContext } from './MapContext';
import type { Placement, Placements } from './placements';

/** Something outside the visible part of the map, or cut by its edge. */
export interface Outside {
  readonly id: string;
  /** Metres from the middle of what is shown. */
  readonly metres: number;
  /** Direction from there, in degrees clockwise from north. */
  readonly bearing: number;
}

/** The visible part of the map: without what is under the header and the sheet. */
export interface FreeView {
  readonly center: LatLng;
  /** CSS pixels. */
  readonly height: number;
  /** Whether a marker there is shown as a whole. @param shift in CSS pixels, of a marker that is drawn beside its position */
  readonly contains: (position: LatLng, shift?: Pick<Placement, 'x' | 'y'>) => boolean;
}

/**
 * The members outside what is shown of the map, nearest first.
 * @param view null while it is not known
 * @param placements of their markers
 */
export function outsideOf(
  view: FreeView | null,
  positions: readonly (LatLng & { readonly id: string })[],
  placements: Placements,
): Outside[] {
  if (!view) return [];
  return positions
    .filter((position) => !view.contains(position, placements[position.id]))
    .map((position) => ({
      id: position.id,
      metres: distanceBetween(view.center, position),
      bearing: headingBetween(view.center, position, 0) ?? 0,
    }))
    .toSorted((one, other) => one.metres - other.metres);
}

/** What is shown of the map, followed after every move; null before it is known. */
export function useFreeView(): FreeView | null {
  const { handle } = useMapContext();
  const free = useContext(FreeArea);
  const [view, setView] = useState<FreeView | null>(null);
  const read = useEffectEvent(() => {
    if (!handle.removed) setView(freeView(handle.map, insetsOf(handle.map.getCanvas(), free)));
  });
  useEffect(() => {
    const { map } = handle;
    const onMoved = () => read();
    onMoved();
    map.on('moveend', onMoved);
    map.on('resize', onMoved);
    // The sheet covers more or less.
    const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(onMoved) : null;
    if (free?.current) observer?.observe(free.current);
    return () => {
      observer?.disconnect();
      if (handle.removed) return;
      map.off('moveend', onMoved);
      map.off('resize', onMoved);
    };
  }, [handle, free]);
  return view;
}

/** In CSS pixels: a marker that is nearer to an edge is cut there. */
const MARKER_RADIUS_PX = 25;

function freeView(map: MapboxMap, insets: MapInsets): FreeView {
  const { width, height } = map.getCanvas().getBoundingClientRect();
  const bottom = Math.max(insets.top + 1, height - insets.bottom);
  const edge = Math.min(MARKER_RADIUS_PX, width / 4, (bottom - insets.top) / 4);
  const at = (x: number, y: number): LatLng => {
    const { lat, lng } = map.unproject([x, y]);
    return { latitude: lat, longitude: lng };
  };
  const middle = at(width / 2, (insets.top + bottom) / 2);
  const northWest = worldPixels(at(edge, insets.top + edge), 0);
  const southEast = worldPixels(at(width - edge, bottom - edge), 0);
  const scale = (width - 2 * edge) / (southEast.x - northWest.x);
  return {
    center: { ...middle, longitude: normalizeLongitude(middle.longitude) },
    height: bottom - insets.top,
    contains({ latitude, longitude }, shift = { x: 0, y: 0 }) {
      // The world is repeated: the copy of the position that is nearest.
      const nearest = middle.longitude + normalizeLongitude(longitude - middle.longitude);
      const position = worldPixels({ latitude, longitude: nearest }, 0);
      const [x, y] = [position.x + shift.x / scale, position.y + shift.y / scale];
      return x >= northWest.x && x <= southEast.x && y >= northWest.y && y <= southEast.y;
    },
  };
}
