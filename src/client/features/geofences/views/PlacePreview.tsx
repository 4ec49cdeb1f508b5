import { t } from '#client/i18n/text';
import { useMemo } from 'react';
import { MAP_ZOOM } from '#contract/limits';
import { useAppDispatch, useAppSelector, useSettings } from '#client/store/hooks';
import { Fences } from '#client/map/circles.tsx';
import { MapView } from '#client/map/MapView.tsx';
import { Marker } from '#client/map/Marker.tsx';
import { PlacePin } from '#client/ui/pins.tsx';
import { useDark } from '#client/ui/hooks';
import { selectAppearance } from '#client/features/session/selectors';
import { placeIn } from '../draft';
import { type GeofenceForm, placePressed } from '../slice';

/** The place on a map, once there is one: pressing on the map or dragging the marker moves it. */
export function PlacePreview({ form }: { form: GeofenceForm }) {
  const dispatch = useAppDispatch();
  const dark = useDark(useAppSelector(selectAppearance));
  const { tileUrl, tileAttribution } = useSettings();
  const place = placeIn(form);
  const { latitude, longitude } = place ?? {};
  const fences = useMemo(
    () =>
      latitude === undefined || longitude === undefined
        ? []
        : [{ id: 'draft', name: '', latitude, longitude, radius: form.radius }],
    [latitude, longitude, form.radius],
  );
  if (!place) return null;
  const move = (north: number, east: number) => dispatch(placePressed({ latitude: north, longitude: east }));
  return (
    <figure className="place-preview">
      <div className="place-preview-map">
        <MapView
          center={place}
          centerKey={form.centerKey}
          zoom={MAP_ZOOM}
          tileUrl={tileUrl}
          attribution={tileAttribution}
          dark={dark}
          label={t('Map of the geofence')}
          onPick={move}
        >
          <Fences id="draft" fences={fences} dark={dark} />
          <Marker {...place} label={t('Place of the geofence')} animationMs={0} onDrop={move}>
            <PlacePin />
          </Marker>
        </MapView>
      </div>
      <figcaption>{t('Press on the map or drag the marker to move the place.')}</figcaption>
    </figure>
  );
}
