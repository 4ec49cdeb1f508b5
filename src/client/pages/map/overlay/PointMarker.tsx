import { t } from '#client/i18n/text';
import type { LatLng } from '#shared/geo';
import { useAppSelector } from '#client/store/hooks';
import { Marker } from '#client/map/Marker.tsx';
import { PlacePin } from '#client/ui/placePins.tsx';
import { selectMarkedPoint } from '#client/features/locations/points/selectors';

/** A point of the map that the user has chosen. */
export function PointMarker({ point }: { point: LatLng }) {
  return (
    <Marker {...point} label={t('Chosen point')} animationMs={0} raised>
      <PlacePin />
    </Marker>
  );
}

/** Marks what "Show on map" has led to, such as a position in the chat. */
export function MarkedPoint() {
  const point = useAppSelector(selectMarkedPoint);
  return point ? <PointMarker point={point} /> : null;
}
