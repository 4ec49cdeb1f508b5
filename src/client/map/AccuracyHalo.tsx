import { useMemo } from 'react';
import { circlePolygon } from './geometry';
import { Layer } from './Layer';
import { Source } from './Source';

export interface AccuracyHaloProps {
  /** Unique within the map. */
  id: string;
  latitude: number;
  longitude: number;
  /** Radius in metres: the person is somewhere inside. */
  accuracy: number;
  /** Any CSS colour that is no variable. */
  color: string;
}

/** How far off a position may be, drawn on the ground in metres. */
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
