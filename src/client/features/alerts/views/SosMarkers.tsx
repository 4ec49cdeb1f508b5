import { useAppSelector } from '#client/store/hooks';
import { Marker } from '#client/map/Marker.tsx';
import { selectMemberPresences } from '#client/features/locations/presence';
import { PlacePin } from '#client/ui/pins.tsx';
import { alertText } from '../messages';
import { selectOpenCalls } from '../viewModels';

/** A marker for each SOS that is not dismissed on this device: below the caller's own, or above all others without one. */
export function SosMarkers() {
  const presences = useAppSelector(selectMemberPresences);
  const hasPin = (id: string) => presences.some(({ member, position }) => member.id === id && position);
  return useAppSelector(selectOpenCalls).map((call) =>
    call.latitude === null || call.longitude === null ? null : (
      <Marker
        key={call.id}
        latitude={call.latitude}
        longitude={call.longitude}
        label={alertText(call)}
        animationMs={0}
        raised={!hasPin(call.userId)}
        lowered
      >
        <PlacePin tone="sos" />
      </Marker>
    ),
  );
}
