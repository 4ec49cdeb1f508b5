import { useAppSelector } from '#client/store/hooks';
import { Marker } from '#client/map/Marker.tsx';
import { PlacePin } from '#client/ui/pins.tsx';
import { selectOpenCalls } from '../viewModels';

/** A marker for each SOS that is not dismissed on this device. */
export function SosMarkers() {
  return useAppSelector(selectOpenCalls).map(({ id, text, latitude, longitude }) =>
    latitude === null || longitude === null ? null : (
      <Marker key={id} latitude={latitude} longitude={longitude} label={text} animationMs={0} lowered>
        <PlacePin tone="sos" />
      </Marker>
    ),
  );
}
