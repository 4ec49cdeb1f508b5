import { useAppSelector } from '#client/store/hooks';
import { Marker } from '#client/map/Marker.tsx';
import { PlacePin } from '#client/ui/pins.tsx';
import { alertText } from '../messages';
import { selectOpenCalls } from '../viewModels';

/** A marker for each SOS that is not dismissed on this device. */
export function SosMarkers() {
  return useAppSelector(selectOpenCalls).map((call) =>
    call.latitude === null || call.longitude === null ? null : (
      <Marker
        key={call.id}
        latitude={call.latitude}
        longitude={call.longitude}
        label={alertText(call)}
        animationMs={0}
        lowered
      >
        <PlacePin tone="sos" />
      </Marker>
    ),
  );
}
