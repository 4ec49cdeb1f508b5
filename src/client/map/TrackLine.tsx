import { useMemo } from 'react';
import { Layer, Source } from './Source';
import { simplifyLine, type Polyline } from './lines';
import { useViewport } from './useViewport';

export interface TrackLineProps {
  /** Unique within the map. */
  id: string;
  line: Polyline;
  dark: boolean;
  /** Draws it over others: a part of a track that was picked. */
  isPicked?: boolean;
}

const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const layout = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** The specification's line, and the line of what was picked. */
const PAINTS = {
  plain: { light: '#0000ff', dark: '#6aa5ff', width: 4, opacity: 0.7 },
  picked: { light: '#c2410c', dark: '#ffb454', width: 6, opacity: 1 },
} as const;

/** A person's track: the blue line of 4 pixels that the specification defines. */
export function TrackLine({ id, line, dark, isPicked = false }: TrackLineProps) {
  const view = useViewport();
  const data = useMemo(() => (view ? simplifyLine(line, view) : EMPTY), [line, view]);
  const { light, dark: darkColor, width, opacity } = PAINTS[isPicked ? 'picked' : 'plain'];
  const color = dark ? darkColor : light;
  const paint = useMemo(
    () => ({ 'line-color': color, 'line-width': width, 'line-opacity': opacity }),
    [color, width, opacity],
  );
  return (
    <Source id={id} data={data}>
      <Layer id={`${id}-line`} type="line" paint={paint} layout={layout} />
    </Source>
  );
}

/** One of several lines. Its color is a CSS color, not a variable. */
export interface ColoredLine {
  readonly line: Polyline;
  readonly color: string;
  /** Drawn so that others are seen better. */
  readonly isFaint: boolean;
}

export interface TrackLinesProps {
  /** Unique within the map. */
  id: string;
  lines: readonly ColoredLine[];
}

const LINES_PAINT = {
  'line-color': ['get', 'color'] as ['get', string] as never,
  'line-opacity': ['get', 'opacity'] as ['get', string] as never,
  'line-width': PAINTS.plain.width,
};

/** Several lines in their colors, the last one on top. */
export function TrackLines({ id, lines }: TrackLinesProps) {
  const view = useViewport();
  const data = useMemo(
    (): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: view
        ? lines.map(({ line, color, isFaint }) => ({
            ...simplifyLine(line, view),
            properties: { color, opacity: isFaint ? 0.25 : 0.85 },
          }))
        : [],
    }),
    [lines, view],
  );
  return (
    <Source id={id} data={data}>
      <Layer id={`${id}-line`} type="line" paint={LINES_PAINT} layout={layout} />
    </Source>
  );
}
