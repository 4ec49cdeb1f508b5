import { useMemo } from 'react';
import { Layer, Source } from './Source';
import { simplifyLine, type Polyline } from './lines';
import { useViewport } from './useViewport';

export interface RouteLineProps {
  /** Unique within the map. */
  id: string;
  route: Polyline;
  dark: boolean;
}

const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const layout = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** A person's route: the blue line of 4 pixels that the specification defines. */
export function RouteLine({ id, route, dark }: RouteLineProps) {
  const view = useViewport();
  const line = useMemo(() => (view ? simplifyLine(route, view) : EMPTY), [route, view]);
  const paint = useMemo(
    () => ({ 'line-color': dark ? '#6aa5ff' : '#0000ff', 'line-width': 4, 'line-opacity': 0.7 }),
    [dark],
  );
  return (
    <Source id={id} data={line}>
      <Layer id={`${id}-line`} type="line" paint={paint} layout={layout} />
    </Source>
  );
}
