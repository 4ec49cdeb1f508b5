import { useAppDispatch, useAppSelector, useSettings } from '../../../app/hooks';
import { MAP_ZOOM } from '../../../../contract/limits';
import { MapView } from '../../../map/MapView';
import { MemberMarker } from '../../../map/MemberMarker';
import { colorsFor } from '../../../ui/colors';
import { Skeleton } from '../../../ui/Skeleton';
import { useDark } from '../../../ui/useDark';
import { SosMarkers } from '../../alerts/views/SosMarkers';
import { FamilyFences } from '../../geofences/views/FamilyFences';
import { selectAppearance } from '../../session/selectors';
import { type MemberPresence, selectMemberPresences } from '../presence';
import { selectCamera, selectChosenId } from '../selectors';
import { choiceCleared, memberChosen } from '../slice';

/** The map with a marker per member whose position is known. */
export function FamilyMap() {
  const dispatch = useAppDispatch();
  const camera = useAppSelector(selectCamera);
  const presences = useAppSelector(selectMemberPresences);
  const chosenId = useAppSelector(selectChosenId);
  const dark = useDark(useAppSelector(selectAppearance));
  const { tileUrl, tileAttribution } = useSettings();
  if (!camera) return <Skeleton width="100%" height="100%" />;
  const colors = colorsFor(presences.map(({ member }) => member.id));
  return (
    <MapView
      center={camera}
      centerKey={camera.request}
      zoom={MAP_ZOOM}
      tileUrl={tileUrl}
      attribution={tileAttribution}
      dark={dark}
      label="Map of your family"
      onPick={chosenId === null ? undefined : () => dispatch(choiceCleared())}
    >
      <FamilyFences dark={dark} />
      <SosMarkers />
      {presences.map((presence) => (
        <PresenceMarker
          key={presence.member.id}
          presence={presence}
          color={colors[presence.member.id]}
          chosen={presence.member.id === chosenId}
          onChoose={() => dispatch(memberChosen({ userId: presence.member.id }))}
        />
      ))}
    </MapView>
  );
}

interface PresenceMarkerProps {
  presence: MemberPresence;
  color: ReturnType<typeof colorsFor>[string] | undefined;
  chosen: boolean;
  onChoose: () => void;
}

function PresenceMarker({ presence, color, chosen, onChoose }: PresenceMarkerProps) {
  const { member, position, age, ago } = presence;
  if (!position || !presence.presence) return null;
  return (
    <MemberMarker
      id={member.id}
      name={member.name}
      picture={member.profileImage}
      color={color}
      latitude={position.latitude}
      longitude={position.longitude}
      accuracy={position.accuracy}
      heading={position.heading}
      presence={presence.presence}
      age={age}
      ageLabel={ago ?? undefined}
      chosen={chosen}
      onClick={onChoose}
    />
  );
}
