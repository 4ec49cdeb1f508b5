import { createContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { GeoJSONSource, Map as MapboxMap } from 'mapbox-gl';
import { useMapContext } from './MapContext';

export interface SourceProps {
  /** Unique within the map. */
  id: string;
  data: GeoJSON.Feature | GeoJSON.FeatureCollection;
  /** The layers that draw it. */
  children?: ReactNode;
}

export interface SourceContextValue {
  id: string;
  /** The style version to which the source was added. */
  styleVersion: number;
}

/** The source around a layer; null where the source is not in the map. */
export const SourceContext = createContext<SourceContextValue | null>(null);

/** GeoJSON on the map. Updates in place, comes back after a change of style, takes its layers along when it goes. */
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
    // Its layers may follow only once it is in the map, and that is known here alone.
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

/** A new style has dropped the source already; and a source cannot go while a layer draws it. */
function removeSource(map: MapboxMap, id: string): void {
  if (!map.getSource(id)) return;
  for (const layer of map.getStyle().layers ?? []) {
    if ('source' in layer && layer.source === id) map.removeLayer(layer.id);
  }
  map.removeSource(id);
}
