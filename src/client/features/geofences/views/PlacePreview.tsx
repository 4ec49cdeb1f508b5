import { t } from '#client/i18n/text';
import { useMemo, useState } from 'react';
import type { Polygon } from '#contract/geofences';
import { GEOFENCE_CORNERS_MIN, MAP_FALLBACK_CENTER, MAP_ZOOM } from '#contract/limits';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { type Fence, Fences } from '#client/map/circles.tsx';
import { MapView } from '#client/map/MapView.tsx';
import { Marker } from '#client/map/Marker.tsx';
import { useEnterPress } from '#client/map/usePointPress';
import { PlacePin } from '#client/ui/placePins.tsx';
import { selectLastView } from '#client/features/locations/points/selectors';
import { useMapTiles } from '#client/features/session/useMapTiles';
import { draftPosition } from '../draft';
import { cornerAt, withCorner, withMovedCorner } from '../outline';
import { type GeofenceForm, placePressed } from '../slice';
import { useCornersChange } from './useCornersChange';

/**
 * The place on a map, or a map without a pin of where it was last looked at. Pressing on it sets the middle of a circle and adds a corner to
 * a polygon. Until that has corners enough, the circle shows where the place was.
 */
export function PlacePreview({ form }: { form: GeofenceForm }) {
  const dispatch = useAppDispatch();
  const { isDark, tiles } = useMapTiles();
  const place = draftPosition(form);
  const lastView = useAppSelector(selectLastView);
  const start = lastView ?? MAP_FALLBACK_CENTER;
  const { latitude, longitude } = place ?? {};
  const { corners, radius } = form;
  const circle = useMemo(
    () =>
      latitude === undefined || longitude === undefined
        ? null
        : { id: 'circle', name: '', latitude, longitude, radius },
    [latitude, longitude, radius],
  );
  const trace = useTrace(circle, corners === null || corners.length === 0);
  const fences = useMemo(() => {
    const outline = circle && corners && { ...circle, id: 'outline', polygon: corners };
    const isWhole = corners !== null && corners.length >= GEOFENCE_CORNERS_MIN;
    return [isWhole ? null : trace, outline].filter((fence) => fence !== null);
  }, [circle, trace, corners]);
  const move = (north: number, east: number) => dispatch(placePressed({ latitude: north, longitude: east }));
  const changeCorners = useCornersChange();
  const add = (north: number, east: number) =>
    changeCorners(withCorner(corners ?? [], cornerAt(north, east)));
  return (
    <figure className={corners ? 'place-preview place-preview-outline' : 'place-preview'}>
      <div className="place-preview-map">
        <MapView
          center={place ?? start}
          // The positions may come after the map.
          centerKey={`${form.centerKey} ${lastView ? 'known' : ''}`}
          zoom={MAP_ZOOM}
          {...tiles}
          label={t('Map of the place')}
          onPick={corners ? add : move}
        >
          <EnterPress onPress={corners ? add : move} />
          <Fences id="draft" fences={fences} dark={isDark} />
          {corners ? (
            <CornerMarkers corners={corners} />
          ) : place ? (
            <Marker {...place} label={t('Pin of the place')} animationMs={0} onDrop={move}>
              <PlacePin />
            </Marker>
          ) : null}
        </MapView>
      </div>
      <figcaption>
        {corners
          ? t('Press on the map to add a corner, drag a corner to move it.')
          : place
            ? t('Press on the map or drag the marker to move the place.')
            : t('Press on the map where the place is.')}
      </figcaption>
    </figure>
  );
}

/** The circle as it was before the first corner, whose middle it would follow. */
function useTrace(circle: Fence | null, isFree: boolean): Fence | null {
  const [trace, setTrace] = useState(circle);
  if (isFree && trace !== circle) setTrace(circle);
  return trace;
}

/** Enter presses on the middle of the map. */
function EnterPress({ onPress }: { onPress: (north: number, east: number) => void }) {
  useEnterPress(({ latitude, longitude }) => onPress(latitude, longitude));
  return null;
}

/** The corners of a polygon, each to be dragged. */
function CornerMarkers({ corners }: { corners: Polygon }) {
  const change = useCornersChange();
  return corners.map(([longitude, latitude], index) => (
    <Marker
      key={index}
      latitude={latitude}
      longitude={longitude}
      label={t('Corner {number}', { number: index + 1 })}
      animationMs={0}
      onDrop={(north, east) => change(withMovedCorner(corners, index, cornerAt(north, east)))}
    >
      <span className="outline-corner">{index + 1}</span>
    </Marker>
  ));
}
