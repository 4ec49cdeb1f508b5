import {
  createContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useContext,
  type ReactNode,
} from 'react';
import type {
  GeoJSONSource,
  Map as MapboxMap,
  CircleLayout,
  CirclePaint,
  FillLayout,
  FillPaint,
  LineLayout,
  LinePaint,
} from 'mapbox-gl';
import { useMapContext } from './MapContext';

export interface SourceProps {
  /** Unique within the map. */
  id: string;
  data: GeoJSON.Feature | GeoJSON.FeatureCollection;
  /** The layers that draw it. */
  children?: ReactNode;
}

interface SourceContextValue {
  id: string;
  /** The style version to which the source was added. */
  styleVersion: number;
}

/** The source that a layer draws; null while it is not in the map. */
const SourceContext = createContext<SourceContextValue | null>(null);

/** GeoJSON on the map: updated in place, added again after a change of style, removed together with its layers. */
export function Source({ id, data, children }: SourceProps) {
  const { handle, styleVersion } = useMapContext();
  const [added, setAdded] = useState<SourceContextValue | null>(null);
  const drawn = useRef(data);
  const add = useEffectEvent((map: MapboxMap) => {
    drawn.current = data;
    map.addSource(id, { type: 'geojson', data });
  });

  useEffect(() => {
    if (styleVersion === 0) return undefined;
    const { map } = handle;
    add(map);
    // The layers may mount only once the source is in the map, and only this effect knows when.
    // oxlint-disable-next-line react/set-state-in-effect
    setAdded({ id, styleVersion });
    return () => {
      if (!handle.removed) removeSource(map, id);
    };
  }, [handle, styleVersion, id]);

  useEffect(() => {
    if (drawn.current === data) return;
    drawn.current = data;
    const source = handle.map.getSource(id) as GeoJSONSource | undefined;
    source?.setData(data);
  }, [handle, id, data]);

  return added ? <SourceContext value={added}>{children}</SourceContext> : null;
}

/** A new style may have dropped the source already; a source cannot be removed while a layer uses it. */
function removeSource(map: MapboxMap, id: string): void {
  if (!map.getSource(id)) return;
  for (const layer of map.getStyle().layers ?? []) {
    if ('source' in layer && layer.source === id) map.removeLayer(layer.id);
  }
  map.removeSource(id);
}

type LayerStyle =
  | { type: 'fill'; paint?: FillPaint | undefined; layout?: FillLayout | undefined }
  | { type: 'line'; paint?: LinePaint | undefined; layout?: LineLayout | undefined }
  | { type: 'circle'; paint?: CirclePaint | undefined; layout?: CircleLayout | undefined };

export type LayerProps = LayerStyle & {
  /** Unique within the map. */
  id: string;
  /** The layer above it; by default it is on top. */
  beforeId?: string | undefined;
};

/** Draws the `Source` around it. Paint and layout are updated in place; a new `type` needs a new `id`. */
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
      // The layer may have been removed with its source or by a new style.
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

/** The properties that differ; setting one to undefined restores its default. */
function changes(before: Values, after: Values): [string, unknown][] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]);
}
