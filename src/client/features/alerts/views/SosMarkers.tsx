import { useAppSelector } from '#client/store/hooks';
import { Marker } from '#client/map/Marker.tsx';
import { selectMemberPresences } from '#client/features/locations/presence';
import { selectSelectedMemberId } from '#client/features/locations/selectors';
import { PlacePin } from '#client/ui/placePins.tsx';
import { callTitle } from '../calls/messages';
import { selectAnsweredCalls, selectCallsToHelp } from '../calls/selectors';
import { alertText } from '../messages';
import { selectOpenCalls } from '../viewModels';

/**
 * A marker for each SOS that is not dismissed on this device, and for each open one that the user has answered or whose
 * caller is selected.
 */
export function SosMarkers() {
  const alerts = useAppSelector(selectOpenCalls);
  const helped = useAppSelector(selectCallsToHelp);
  const selectedId = useAppSelector(selectSelectedMemberId);
  const calls = useAppSelector(selectAnsweredCalls).filter(
    (call) => call.userId === selectedId || helped.includes(call),
  );
  return (
    <>
      {alerts.map((alert) =>
        alert.latitude === null || alert.longitude === null ? null : (
          <SosMarker
            key={alert.id}
            userId={alert.userId}
            position={{ latitude: alert.latitude, longitude: alert.longitude }}
            label={alertText(alert)}
          />
        ),
      )}
      {calls.map(({ id, userId, userName, position }) => (
        <SosMarker key={id} userId={userId} position={position} label={callTitle(userName)} />
      ))}
    </>
  );
}

interface SosMarkerProps {
  userId: string;
  position: { latitude: number; longitude: number };
  label: string;
}

/** Below the caller's own marker, or above all others without one. */
function SosMarker({ userId, position: { latitude, longitude }, label }: SosMarkerProps) {
  const hasPin = useAppSelector(selectMemberPresences).some(
    ({ member, position }) => member.id === userId && position,
  );
  return (
    <Marker latitude={latitude} longitude={longitude} label={label} animationMs={0} raised={!hasPin} lowered>
      <PlacePin tone="sos" />
    </Marker>
  );
}
