import { useMemo } from 'react';
import { Layer, Source } from './Source';
import { simplifyLine, type Polyline } from './lines';
import { useViewport } from './useViewport';

export interface RouteLineProps {
  /** Unique within the map. */
  id: string;
  route: Polyline;
  dark: boolean;
  /** Draws it over others: a part of a route that was picked. */
  isPicked?: boolean;
}

const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const layout = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** The specification's line, and the line of what was picked. */
const PAINTS = {
  plain: { light: '#0000ff', dark: '#6aa5ff', width: 4, opacity: 0.7 },
  picked: { light: '#c2410c', dark: '#ffb454', width: 6, opacity: 1 },
} as const;

/** A person's route: the blue line of 4 pixels that the specification defines. */
export function RouteLine({ id, route, dark, isPicked = false }: RouteLineProps) {
  const view = useViewport();
  const line = useMemo(() => (view ? simplifyLine(route, view) : EMPTY), [route, view]);
  const { light, dark: darkColor, width, opacity } = PAINTS[isPicked ? 'picked' : 'plain'];
  const color = dark ? darkColor : light;
  const paint = useMemo(
    () => ({ 'line-color': color, 'line-width': width, 'line-opacity': opacity }),
    [color, width, opacity],
  );
  return (
    <Source id={id} data={line}>
      <Layer id={`${id}-line`} type="line" paint={paint} layout={layout} />
    </Source>
  );
}
