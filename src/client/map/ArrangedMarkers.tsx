import { useEffect, useMemo, useRef } from 'react';
import type { PersonColor } from '#client/ui/colors';
import { arrangeMarkers, type MarkerToPlace, ZOOM_STEP } from './arrangement';
import { mapTextScale } from './boxes';
import type { Fence } from './circles';
import type { FreeView } from './freeView';
import { GroupLegs, ListMarker } from './GroupMarkers';
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
  /** Called when a marker with a list is pressed. */
  onList: (ids: readonly string[]) => void;
}

const zoomStep = (zoom: number) => Math.floor(zoom / ZOOM_STEP) * ZOOM_STEP;

/** Draws markers that would cover each other side by side, and many as one marker with a list. */
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
  return groups.map((group) => {
    const { listed, fanned, hubs } = group;
    const ids = [...fanned.map(({ id }) => id), ...listed];
    return [
      hubs.length > 0 ? (
        <GroupLegs key={ids.join()} hubs={hubs} label={ids.length > 1 ? shown.placeLabel(ids) : ''} />
      ) : null,
      listed.length > 0 ? (
        <ListMarker
          key={`list ${listed.join()}`}
          group={group}
          label={shown.listLabel(listed)}
          colors={listed.map((id) => shown.colors[id])}
          onClick={() => shown.onList(listed)}
        />
      ) : null,
    ];
  });
}
