import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import type {
  CircleLayout,
  CirclePaint,
  FillLayout,
  FillPaint,
  LineLayout,
  LinePaint,
  Map as MapboxMap,
} from 'mapbox-gl';
import { useMapContext } from './MapContext';
import { SourceContext } from './Source';

type Look =
  | { type: 'fill'; paint?: FillPaint | undefined; layout?: FillLayout | undefined }
  | { type: 'line'; paint?: LinePaint | undefined; layout?: LineLayout | undefined }
  | { type: 'circle'; paint?: CirclePaint | undefined; layout?: CircleLayout | undefined };

export type LayerProps = Look & {
  /** Unique within the map. */
  id: string;
  /** The layer it goes below; on top without one. */
  beforeId?: string | undefined;
};

/** Draws the Source around it. Changes of paint and layout are made in place; a new `type` needs a new `id`. */
export function Layer({ id, type, paint, layout, beforeId: below }: LayerProps) {
  const { handle } = useMapContext();
  const source = useContext(SourceContext);
  const drawn = useRef<{ paint: Values; layout: Values }>({ paint: {}, layout: {} });

  const add = useEffectEvent((map: MapboxMap, sourceId: string, beforeId: string | undefined) => {
    drawn.current = { paint: { ...paint }, layout: { ...layout } };
    const before = beforeId !== undefined && map.getLayer(beforeId) ? beforeId : undefined;
    const layer = { id, type, source: sourceId, paint: drawn.current.paint, layout: drawn.current.layout };
    map.addLayer(layer, before);
  });

  useEffect(() => {
    const { map } = handle;
    if (!source || !map.getSource(source.id)) return undefined;
    add(map, source.id, below);
    return () => {
      // The source takes its layers along, a new style takes all.
      if (!handle.removed && map.getLayer(id)) map.removeLayer(id);
    };
  }, [handle, source, id, below]);

  useEffect(() => {
    const { map } = handle;
    if (!map.getLayer(id)) return;
    const next = { paint: { ...paint }, layout: { ...layout } };
    for (const [name, value] of changes(drawn.current.paint, next.paint))
      map.setPaintProperty(id, name, value);
    for (const [name, value] of changes(drawn.current.layout, next.layout))
      map.setLayoutProperty(id, name, value);
    drawn.current = next;
  }, [handle, id, paint, layout]);

  return null;
}

type Values = Readonly<Record<string, unknown>>;

/** What must be set to get from one look to the next; undefined takes a property back to its default. */
function changes(before: Values, after: Values): [string, unknown][] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]);
}
