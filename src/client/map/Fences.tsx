import { useMemo, useSyncExternalStore } from 'react';
import { FenceLabel } from '#client/ui/pins.tsx';
import type { LatLng } from './geometry';
import { circlePolygon, southernmost } from './geometry';
import { Layer } from './Layer';
import { useMapContext } from './MapContext';
import { Marker } from './Marker';
import { Source } from './Source';

/** A named circle on the ground. */
export interface Fence extends LatLng {
  id: string;
  name: string;
  /** Metres. */
  radius: number;
}

export interface FencesProps {
  /** Unique within the map. */
  id: string;
  fences: readonly Fence[];
  dark: boolean;
  /** Writes each name at the lower edge of its circle. */
  named?: boolean | undefined;
}

/** From further away names would lie on top of each other, and circles are dots. */
const NAMES_FROM_ZOOM = 11;

/** Circles on the ground, translucent, with their names. */
export function Fences({ id, fences, dark, named }: FencesProps) {
  // See --color-brand; layers take no variables.
  const color = dark ? '#98a0ff' : '#4a50c8';
  const areas = useMemo(() => areasOf(fences), [fences]);
  const fill = useMemo(() => ({ 'fill-color': color, 'fill-opacity': 0.16 }), [color]);
  const line = useMemo(() => ({ 'line-color': color, 'line-opacity': 0.8, 'line-width': 2 }), [color]);
  return (
    <>
      <Source id={id} data={areas}>
        <Layer id={`${id}-fill`} type="fill" paint={fill} />
        <Layer id={`${id}-line`} type="line" paint={line} />
      </Source>
      {named ? <Names fences={fences} /> : null}
    </>
  );
}

function areasOf(fences: readonly Fence[]): GeoJSON.FeatureCollection {
  const features = fences.map((fence) => circlePolygon(fence, fence.radius));
  return { type: 'FeatureCollection', features };
}

/** Small labels of the page itself: a layer of text needs glyphs, which nobody serves. */
function Names({ fences }: { fences: readonly Fence[] }) {
  return useIsNear(NAMES_FROM_ZOOM)
    ? fences.map((fence) => (
        <Marker key={fence.id} {...southernmost(fence, fence.radius)} label={fence.name} glideMs={0} sunken>
          <FenceLabel name={fence.name} />
        </Marker>
      ))
    : null;
}

/** Whether the map is at this zoom or closer. */
function useIsNear(zoom: number): boolean {
  const { handle } = useMapContext();
  const subscribe = useMemo(
    () => (onChange: () => void) => {
      handle.map.on('zoomend', onChange);
      return () => {
        if (!handle.removed) handle.map.off('zoomend', onChange);
      };
    },
    [handle],
  );
  return useSyncExternalStore(subscribe, () => handle.removed || handle.map.getZoom() >= zoom);
}
