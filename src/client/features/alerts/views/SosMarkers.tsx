import { useAppSelector } from '#client/store/hooks';
import { distanceBetween } from '#shared/geo';
import { Marker } from '#client/map/Marker.tsx';
import { firstName } from '#client/features/families/messages';
import { selectMemberPresences } from '#client/features/locations/presence';
import { selectPositionOf, selectSelectedMemberId } from '#client/features/locations/selectors';
import { PlacePin } from '#client/ui/placePins.tsx';
import { callTitle } from '../calls/messages';
import {
  selectAnsweredCalls,
  selectCallsToHelp,
  selectOpenAlerts,
  selectOpenCallOf,
} from '../calls/selectors';
import { alertText } from '../messages';

/**
 * A marker for each SOS that is not over and not dismissed on this device, and for each open one that the user has answered or whose
 * caller is selected.
 */
export function SosMarkers() {
  const alerts = useAppSelector(selectOpenAlerts);
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
            name={alert.name}
            position={{ latitude: alert.latitude, longitude: alert.longitude }}
            label={alertText(alert)}
          />
        ),
      )}
      {calls.map(({ id, userId, userName, position }) => (
        <SosMarker key={id} userId={userId} name={userName} position={position} label={callTitle(userName)} />
      ))}
    </>
  );
}

interface SosMarkerProps {
  userId: string;
  name: string;
  position: { latitude: number; longitude: number };
  label: string;
}

/** In metres: the caller's marker names the SOS as well when it is not farther away. */
const SAME_PLACE_M = 50;

/** Below the caller's own marker, or above all others without one. */
function SosMarker({ userId, name, position: alerted, label }: SosMarkerProps) {
  const isOpen = useAppSelector((state) => selectOpenCallOf(state, userId)) !== null;
  const newest = useAppSelector((state) => selectPositionOf(state, userId));
  const position = isOpen && newest ? newest : alerted;
  const { latitude, longitude } = position;
  const pin = useAppSelector(selectMemberPresences).find(({ member }) => member.id === userId)?.position;
  const isNamed = pin ? distanceBetween(pin, position) <= SAME_PLACE_M : false;
  return (
    <Marker latitude={latitude} longitude={longitude} label={label} animationMs={0} raised={!pin} lowered>
      <PlacePin tone="sos" name={isNamed ? undefined : firstName(name)} />
    </Marker>
  );
}
