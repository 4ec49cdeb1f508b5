import { useMemo } from 'react';
import { Layer } from './Layer';
import { linesInView, type Way } from './lines';
import { Source } from './Source';
import { useView } from './useView';

export interface RouteLineProps {
  /** Unique within the map. */
  id: string;
  way: Way;
  dark: boolean;
}

const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const layout = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** Where somebody went: the specification's blue line of 4 pixels, however many points it has. */
export function RouteLine({ id, way, dark }: RouteLineProps) {
  const view = useView();
  const line = useMemo(() => (view ? linesInView(way, view) : NOTHING), [way, view]);
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
