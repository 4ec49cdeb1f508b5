import { useContext, useEffect, useMemo, useRef } from 'react';
import { MAP_FLY_MS } from '#contract/limits';
import type { Bounds } from '#shared/bounds';
import { FreeArea, insetsOf } from '#client/ui/freeArea';
import type { PersonColor } from '#client/ui/colors';
import { prefersReducedMotion } from './animation';
import { arrangeMarkers, type MarkerToPlace, ZOOM_STEP } from './arrangement';
import { mapTextScale } from './boxes';
import type { Fence } from './circles';
import { CLOSEST_ZOOM, closerBounds } from './closerView';
import type { FreeView } from './freeView';
import { GroupLegs, ListMarker } from './GroupMarkers';
import { useMapContext } from './MapContext';
import { moveCamera } from './mapHooks';
import type { Placements } from './placements';
import { useZoom } from './useZoom';

export interface ArrangedMarkersProps {
  /** The markers of the map that have a `placementId`. */
  markers: readonly MarkerToPlace[];
  /** The members whose names the map shows. */
  fences: readonly Fence[];
  /** What is shown of the map; null before that is known. */
  view: FreeView | null;
  colors: Readonly<Record<string, PersonColor>>;
  /** Called with other placements than before; their context is around the markers. */
  onPlaced: (placements: Placements) => void;
  /** The accessible name of where members are whose markers are drawn beside it. */
  placeLabel: (ids: readonly string[]) => string;
  /** The accessible name of a marker with a list. */
  listLabel: (ids: readonly string[]) => string;
  /** The same of one that a press shows apart. */
  closerLabel: (ids: readonly string[]) => string;
  /** Called when a marker with a list is pressed whose members are at one place. */
  onList: (ids: readonly string[]) => void;
}

const zoomStep = (zoom: number) => Math.floor(zoom / ZOOM_STEP) * ZOOM_STEP;

/** Draws markers that would cover each other side by side, and many as one marker with a list, which a press shows apart. */
export function ArrangedMarkers({ markers, fences, view, onPlaced, ...shown }: ArrangedMarkersProps) {
  const zoom = useZoom(zoomStep);
  const { groups, placements } = useMemo(
    () => arrangeMarkers(markers, fences, { zoom, textScale: mapTextScale(), area: view }),
    [markers, fences, zoom, view],
  );
  const reported = useRef('{}');
  useEffect(() => {
    const text = JSON.stringify(placements);
    if (text === reported.current) return;
    reported.current = text;
    onPlaced(placements);
  }, [placements, onPlaced]);
  const showCloser = useShowCloser();
  const positionOf = new Map(markers.map((marker) => [marker.id, marker]));
  return groups.map((group) => {
    const { listed, fanned, hubs } = group;
    const ids = [...fanned.map(({ id }) => id), ...listed];
    const bounds = closerBounds(
      listed.flatMap((id) => positionOf.get(id) ?? []),
      zoom,
      view,
    );
    return [
      hubs.length > 0 ? (
        <GroupLegs key={ids.join()} hubs={hubs} label={ids.length > 1 ? shown.placeLabel(ids) : ''} />
      ) : null,
      listed.length > 0 ? (
        <ListMarker
          key={`list ${listed.join()}`}
          group={group}
          label={bounds ? shown.closerLabel(listed) : shown.listLabel(listed)}
          colors={listed.map((id) => shown.colors[id])}
          onClick={() => (bounds ? showCloser(bounds) : shown.onList(listed))}
        />
      ) : null,
    ];
  });
}

/** Moves the map as if by hand, so that nothing moves it back. */
function useShowCloser(): (bounds: Bounds) => void {
  const {
    handle: { map },
  } = useMapContext();
  const free = useContext(FreeArea);
  return (bounds) => {
    const canvas = map.getCanvas();
    // The marker that has the focus goes.
    if (document.activeElement?.matches(':focus-visible')) canvas.focus({ preventScroll: true });
    const camera = { center: null, zoom: CLOSEST_ZOOM, bounds };
    const duration = prefersReducedMotion() ? 0 : MAP_FLY_MS;
    moveCamera(map, camera, insetsOf(canvas, free), duration, { originalEvent: {} });
  };
}
