import { useContext, useEffect, useEffectEvent, useState } from 'react';
import type { Map as MapboxMap } from 'mapbox-gl';
import { distanceBetween, headingBetween, normalizeLongitude } from '#shared/geo';
import { FreeArea, insetsOf, type MapInsets, middleOf } from '#client/ui/freeArea';
import { type Box, PIN_PX } from './boxes';
import { type LatLng, type Point, worldPixels } from './geometry';
import { useMapContext } from './MapContext';
import type { Placements } from './placements';
import { useFreeAreaChanges } from './useFreeAreaChanges';

/** Something outside the visible part of the map, or cut by its edge. */
export interface Outside {
  readonly id: string;
  /** Metres from the middle of what is shown. */
  readonly metres: number;
  /** Direction from there, in degrees clockwise from north. */
  readonly bearing: number;
}

/** The visible part of the map: without what is under the header, the notices, the sheet and the round buttons. */
export interface FreeView {
  readonly center: LatLng;
  /** Its edges without the right one, and the width of the map, in CSS pixels of the map. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  /** How far what covers its upper edge reaches to the right; beside that the map is free up to its own edge. */
  readonly topWidth: number;
  /** What buttons cover at the lower right. */
  readonly covered: Box;
  /** Where a position is on the map, in its CSS pixels. @param shift of a marker that is drawn beside its position */
  readonly pixelOf: (position: LatLng, shift?: Point) => Point;
  /** Whether a marker there is shown as a whole. */
  readonly contains: (position: LatLng, shift?: Point) => boolean;
}

/**
 * The members outside what is shown of the map, nearest first.
 * @param view null while it is not known
 * @param placements of their markers
 */
export function outsideOf<Position extends LatLng & { readonly id: string }>(
  view: FreeView | null,
  positions: readonly Position[],
  placements: Placements,
): (Position & Outside)[] {
  if (!view) return [];
  return positions
    .filter((position) => !view.contains(position, placements[position.id]))
    .map((position) => ({
      ...position,
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
  useFreeAreaChanges(read);
  useEffect(() => {
    const { map } = handle;
    const onMoved = () => read();
    map.on('moveend', onMoved);
    return () => {
      if (!handle.removed) map.off('moveend', onMoved);
    };
  }, [handle]);
  return view;
}

/** In CSS pixels: a marker that is nearer to a button is covered by it. */
const COVERED_PX = 20;

function freeView(map: MapboxMap, insets: MapInsets): FreeView {
  const { top, topWidth, bottom: below, bottomSpan, left, corner } = insets;
  const { width, height } = map.getCanvas().getBoundingClientRect();
  const bottom = Math.max(top + 1, height - below);
  const at = (x: number, y: number): LatLng => {
    const { lat, lng } = map.unproject([x, y]);
    return { latitude: lat, longitude: lng };
  };
  const middle = at(...middleOf(map.getCanvas(), insets));
  const northWest = worldPixels(at(0, 0), 0);
  const southEast = worldPixels(at(width, height), 0);
  const scaleX = width / (southEast.x - northWest.x);
  const scaleY = height / (southEast.y - northWest.y);
  const pixelOf: FreeView['pixelOf'] = ({ latitude, longitude }, shift = { x: 0, y: 0 }) => {
    // The world is repeated: the copy of the position that is nearest.
    const nearest = middle.longitude + normalizeLongitude(longitude - middle.longitude);
    const { x, y } = worldPixels({ latitude, longitude: nearest }, 0);
    return { x: (x - northWest.x) * scaleX + shift.x, y: (y - northWest.y) * scaleY + shift.y };
  };
  const covered = { left: width - corner.width, top: bottom - corner.height, right: width, bottom };
  // A marker that is nearer to an edge is cut there. It is drawn at whole pixels, and may be pushed right up to the edge.
  const edge = Math.min(PIN_PX - 1, (width - left) / 4, (bottom - top) / 4);
  return {
    center: { ...middle, longitude: normalizeLongitude(middle.longitude) },
    left,
    top,
    bottom,
    width,
    topWidth,
    covered,
    pixelOf,
    contains(position, shift) {
      const { x, y } = pixelOf(position, shift);
      const upper = x < topWidth + edge ? top : 0;
      const isAboveFoot = x > bottomSpan[0] - edge && x < bottomSpan[1] + edge;
      const lower = isAboveFoot ? bottom : height;
      const isInside = x >= left + edge && x <= width - edge && y >= upper + edge && y <= lower - edge;
      const isCovered = corner.width > 0 && x > covered.left - COVERED_PX && y > covered.top - COVERED_PX;
      return isInside && !isCovered;
    },
  };
}
