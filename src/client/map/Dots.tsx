import { useEffect, useEffectEvent, useMemo } from 'react';
import type { MapMouseEvent } from 'mapbox-gl';
import { Layer, Source } from './Source';
import { visibleDots } from './lines';
import { useMapContext } from './MapContext';
import { useViewport } from './useViewport';

export interface Dot {
  /** Passed to `onPick`. */
  readonly index: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Drawn larger, and kept where dots overlap. */
  readonly raised: boolean;
}

export interface DotsProps {
  /** Unique within the map. */
  id: string;
  dots: readonly Dot[];
  /** A CSS color, not a variable. */
  color: string;
  /** Color of the ring around each dot. */
  ring: string;
  onPick?: ((index: number) => void) | undefined;
}

/** Of dots nearer to each other than this, in CSS pixels, only one is drawn. */
const MIN_DISTANCE_PIXELS = 24;
/** How near a click must be to a dot, in CSS pixels: a finger is wide. */
const CLICK_RADIUS_PIXELS = 16;

/** Many positions as clickable dots. They are not accessible, so a list beside the map must have the same content. */
export function Dots({ id, dots, color, ring, onPick }: DotsProps) {
  const view = useViewport();
  const data = useMemo(
    () => toFeatures(view ? visibleDots(dots, view, MIN_DISTANCE_PIXELS) : []),
    [dots, view],
  );
  const paint = useMemo(
    () => ({
      'circle-color': color,
      'circle-stroke-color': ring,
      'circle-stroke-width': 2,
      'circle-radius': ['case', ['get', 'raised'], 8, 4] as ['case', ...unknown[]] as never,
    }),
    [color, ring],
  );
  usePick(`${id}-dots`, onPick);
  return (
    <Source id={id} data={data}>
      <Layer id={`${id}-dots`} type="circle" paint={paint} />
    </Source>
  );
}

function toFeatures(dots: readonly Dot[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: dots.map(({ index, raised, longitude, latitude }) => ({
      type: 'Feature',
      properties: { index, raised },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

/** Reports clicks near a feature of the layer. */
function usePick(layer: string, onPick: ((index: number) => void) | undefined): void {
  const { handle } = useMapContext();
  const pick = useEffectEvent(({ point, originalEvent, target: map }: MapMouseEvent) => {
    if (originalEvent.target !== map.getCanvas() || !map.getLayer(layer)) return;
    const [left, top] = [point.x - CLICK_RADIUS_PIXELS, point.y - CLICK_RADIUS_PIXELS];
    const box: [[number, number], [number, number]] = [
      [left, top],
      [left + 2 * CLICK_RADIUS_PIXELS, top + 2 * CLICK_RADIUS_PIXELS],
    ];
    const [found] = map.queryRenderedFeatures(box, { layers: [layer] });
    const index: unknown = found?.properties?.['index'];
    if (typeof index === 'number') onPick?.(index);
  });
  useEffect(() => {
    const { map } = handle;
    const clicked = (event: MapMouseEvent) => pick(event);
    map.on('click', clicked);
    return () => {
      if (!handle.removed) map.off('click', clicked);
    };
  }, [handle]);
}
