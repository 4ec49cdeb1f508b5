import { type ReactNode, useMemo } from 'react';
import { FenceLabel } from '#client/ui/placePins.tsx';
import { type LatLng, southernmost } from './geometry';
import { circlePolygon, ringPolygon } from './polygons';
import { Layer, Source } from './Source';
import { Marker } from './Marker';
import { useZoom } from './useZoom';

/** A named circle or polygon on the ground. */
export interface Fence extends LatLng {
  id: string;
  name: string;
  /** Beside the name, in the label. */
  icon?: ReactNode;
  /** Metres. */
  radius: number;
  /** Corners as [longitude, latitude], of which there may be too few yet; missing or null: a circle. */
  polygon?: readonly (readonly [number, number])[] | null | undefined;
}

export interface FencesProps {
  /** Unique within the map. */
  id: string;
  fences: readonly Fence[];
  dark: boolean;
  /** Shows each name at the lower edge of its circle. */
  named?: boolean | undefined;
}

/** At lower zooms names would overlap. */
const NAMES_FROM_ZOOM = 11;
const areNamesShown = (zoom: number) => zoom >= NAMES_FROM_ZOOM;

/** Geofences as translucent areas, optionally with their names. */
export function Fences({ id, fences, dark, named }: FencesProps) {
  // Same as --color-brand: layers cannot use CSS variables.
  const color = dark ? '#98a0ff' : '#4a50c8';
  const areas = useMemo(() => toPolygons(fences), [fences]);
  const fill = useMemo(() => ({ 'fill-color': color, 'fill-opacity': 0.16 }), [color]);
  const line = useMemo(() => ({ 'line-color': color, 'line-opacity': 0.8, 'line-width': 2 }), [color]);
  return (
    <>
      <Source id={id} data={areas}>
        <Layer id={`${id}-fill`} type="fill" paint={fill} />
        <Layer id={`${id}-line`} type="line" paint={line} />
      </Source>
      {named ? <FenceNames fences={fences} /> : null}
    </>
  );
}

function toPolygons(fences: readonly Fence[]): GeoJSON.FeatureCollection {
  const features = fences.map((fence) =>
    fence.polygon ? ringPolygon(fence.polygon) : circlePolygon(fence, fence.radius),
  );
  return { type: 'FeatureCollection', features };
}

/** Names as markers: a text layer would need a glyph server. */
function FenceNames({ fences }: { fences: readonly Fence[] }) {
  return useZoom(areNamesShown)
    ? fences.map((fence) => (
        <Marker
          key={fence.id}
          {...southernmost(fence, fence.radius)}
          label={fence.name}
          placementId={`fence:${fence.id}`}
          animationMs={0}
          lowered
        >
          <FenceLabel name={fence.name} icon={fence.icon} />
        </Marker>
      ))
    : null;
}

export interface AccuracyHaloProps {
  /** Unique within the map. */
  id: string;
  latitude: number;
  longitude: number;
  /** Radius in metres. */
  accuracy: number;
  /** A CSS color, not a variable. */
  color: string;
}

/** The accuracy of a position as a circle. */
export function AccuracyHalo({ id, latitude, longitude, accuracy, color }: AccuracyHaloProps) {
  const circle = useMemo(
    () => circlePolygon({ latitude, longitude }, accuracy),
    [latitude, longitude, accuracy],
  );
  const fill = useMemo(() => ({ 'fill-color': color, 'fill-opacity': 0.14 }), [color]);
  const line = useMemo(() => ({ 'line-color': color, 'line-opacity': 0.5, 'line-width': 1.5 }), [color]);
  return (
    <Source id={id} data={circle}>
      <Layer id={`${id}-fill`} type="fill" paint={fill} />
      <Layer id={`${id}-line`} type="line" paint={line} />
    </Source>
  );
}
