import { useAppSelector } from '#client/store/hooks';
import { Marker } from '#client/map/Marker.tsx';
import { PlacePin } from '#client/ui/pins.tsx';
import { selectOpenCalls } from '../viewModels';

/** Where the calls for help came from that nobody here has dismissed yet. */
export function SosMarkers() {
  return useAppSelector(selectOpenCalls).map(({ id, text, latitude, longitude }) =>
    latitude === null || longitude === null ? null : (
      <Marker key={id} latitude={latitude} longitude={longitude} label={text} animationMs={0} lowered>
        <PlacePin tone="sos" />
      </Marker>
    ),
  );
}
