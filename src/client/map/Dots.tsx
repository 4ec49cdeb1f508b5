import { useEffect, useEffectEvent, useMemo } from 'react';
import type { MapMouseEvent } from 'mapbox-gl';
import { Layer } from './Layer';
import { dotsInView } from './lines';
import { useMapContext } from './MapContext';
import { Source } from './Source';
import { useView } from './useView';

export interface Dot {
  /** What `onPick` is told. */
  readonly index: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Drawn larger, and kept where dots lie on each other. */
  readonly raised: boolean;
}

export interface DotsProps {
  /** Unique within the map. */
  id: string;
  dots: readonly Dot[];
  /** Any CSS colour that is no variable. */
  color: string;
  /** The ring around each. */
  ring: string;
  onPick?: ((index: number) => void) | undefined;
}

/** Dots nearer to each other than this are one, in CSS pixels. */
const APART_PIXELS = 24;
/** How near a press must come, in CSS pixels: as wide as a finger. */
const REACH_PIXELS = 16;

/** Many small places, for a glance and a press; a list beside the map has to say the same. */
export function Dots({ id, dots, color, ring, onPick }: DotsProps) {
  const view = useView();
  const data = useMemo(() => featuresOf(view ? dotsInView(dots, view, APART_PIXELS) : []), [dots, view]);
  const paint = useMemo(
    () => ({
      'circle-color': color,
      'circle-stroke-color': ring,
      'circle-stroke-width': 2,
      'circle-radius': ['case', ['get', 'raised'], 8, 4] as ['case', ...unknown[]] as never,
    }),
    [color, ring],
  );
  usePicking(`${id}-dots`, onPick);
  return (
    <Source id={id} data={data}>
      <Layer id={`${id}-dots`} type="circle" paint={paint} />
    </Source>
  );
}

function featuresOf(dots: readonly Dot[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: dots.map(({ index, raised, longitude, latitude }) => ({
      type: 'Feature',
      properties: { index, raised },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

/** Tells of presses near a feature of the layer. */
function usePicking(layer: string, onPick: ((index: number) => void) | undefined): void {
  const { handle } = useMapContext();
  const pick = useEffectEvent(({ point, originalEvent, target: map }: MapMouseEvent) => {
    if (originalEvent.target !== map.getCanvas() || !map.getLayer(layer)) return;
    const [left, top] = [point.x - REACH_PIXELS, point.y - REACH_PIXELS];
    const box: [[number, number], [number, number]] = [
      [left, top],
      [left + 2 * REACH_PIXELS, top + 2 * REACH_PIXELS],
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
