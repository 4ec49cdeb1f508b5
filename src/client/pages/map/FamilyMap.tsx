import { ago } from '#client/i18n/times';
import { t } from '#client/i18n/text';
import { type ComponentType, lazy, memo, Suspense, useCallback, useDeferredValue, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { MAP_ZOOM } from '#contract/limits';
import type { PreviewMarker } from '#client/map/MapPreview.tsx';
import { MapView } from '#client/map/MapView.tsx';
import { MemberMarker } from '#client/map/MemberMarker.tsx';
import { type Placements, PlacementsContext } from '#client/map/placements';
import { colorFor, type PersonColor } from '#client/ui/colors';
import { MemberPin } from '#client/ui/MemberPin.tsx';
import { useMapTiles } from '#client/features/session/useMapTiles';
import { selectMemberColors } from '#client/features/families/selectors';
import { mapMovedByHand } from '#client/features/locations/actions';
import { shownAge } from '#client/features/locations/messages';
import { MAX_MARKERS, type MemberPresence, selectMemberPresences } from '#client/features/locations/presence';
import { selectMarkedPoint } from '#client/features/locations/points/selectors';
import { selectCamera, selectSelectedMemberId } from '#client/features/locations/selectors';
import { movingSpeed } from '#client/features/locations/whereabouts/speed';
import { selectionCleared, memberSelected } from '#client/features/locations/slice';
import { AccuracyHalo, FamilyFences, MapOverlay, SosMarkers } from './lazyParts';
import type { MemberCrowdProps } from './MemberCrowd';

/** Fetched by the few who have so large a family; without it the list beside the map says the same. */
const MemberCrowd = lazy<ComponentType<MemberCrowdProps>>(async () => ({
  default: await import('./MemberCrowd').then(
    (module) => module.MemberCrowd,
    () => () => null,
  ),
}));

/** The map with a marker per member whose position is known; a large family is shown as dots. */
export function FamilyMap() {
  const dispatch = useAppDispatch();
  const camera = useAppSelector(selectCamera);
  const presences = useAppSelector(selectMemberPresences);
  const selectedMemberId = useAppSelector(selectSelectedMemberId);
  const isAnythingChosen = useAppSelector(selectMarkedPoint) !== undefined || selectedMemberId !== null;
  const { isDark, tiles } = useMapTiles();
  const colors = useAppSelector(selectMemberColors);
  const choose = useCallback((userId: string) => dispatch(memberSelected({ userId })), [dispatch]);
  const [placements, setPlacements] = useState<Placements>({});
  const crowded = presences.length > MAX_MARKERS;
  return (
    <MapView
      center={camera}
      centerKey={camera?.request ?? 0}
      bounds={camera?.bounds}
      zoom={camera?.zoom ?? MAP_ZOOM}
      {...tiles}
      label={t('Map of your family')}
      preview={crowded || camera?.bounds ? undefined : previewOf(presences, colors)}
      onMoveByHand={() => dispatch(mapMovedByHand())}
      onPick={isAnythingChosen ? () => dispatch(selectionCleared()) : undefined}
    >
      <PlacementsContext value={placements}>
        <FamilyFences dark={isDark} />
        <SosMarkers />
        {crowded ? (
          <Suspense>
            <MemberCrowd presences={presences} onSelect={choose} />
          </Suspense>
        ) : null}
        {presences
          .filter(({ member }) => !crowded || member.id === selectedMemberId)
          .map((presence) => (
            <PresenceMarker
              key={presence.member.id}
              presence={presence}
              color={colors[presence.member.id]}
              chosen={presence.member.id === selectedMemberId}
              onChoose={choose}
            />
          ))}
        <MapOverlay onPlaced={setPlacements} />
      </PlacementsContext>
    </MapView>
  );
}

/** The markers as pictures, for the time until the map is drawn. */
function previewOf(
  presences: readonly MemberPresence[],
  colors: Readonly<Record<string, PersonColor>>,
): PreviewMarker[] {
  return presences.flatMap(({ member, position, age, presence }) =>
    position && age !== null && presence
      ? [
          {
            key: member.id,
            latitude: position.latitude,
            longitude: position.longitude,
            content: (
              <MemberPin
                id={member.id}
                name={member.name}
                picture={member.profileImage}
                color={colors[member.id]}
                heading={position.heading}
                presence={presence}
                age={shownAge(age)}
              />
            ),
          },
        ]
      : [],
  );
}

interface PresenceMarkerProps {
  presence: MemberPresence;
  color: PersonColor | undefined;
  chosen: boolean;
  onChoose: (userId: string) => void;
}

/** The markers of other members stay as they are while one is selected. */
const PresenceMarker = memo(({ presence, color, chosen, onChoose }: PresenceMarkerProps) => {
  const { member, position, age } = presence;
  const speed = useAppSelector(({ locations }) =>
    movingSpeed(locations.whereabouts.byUser[member.id], age ?? Infinity),
  );
  // A new source takes the map longer than all else that a tap changes: the frame that answers the tap is drawn before.
  const hasHalo = useDeferredValue(chosen);
  if (!position || age === null || !presence.presence) return null;
  return (
    <>
      {hasHalo && position.accuracy ? (
        <AccuracyHalo
          id={`accuracy-${member.id}`}
          latitude={position.latitude}
          longitude={position.longitude}
          accuracy={position.accuracy}
          color={(color ?? colorFor(member.id)).fill}
        />
      ) : null}
      <MemberMarker
        id={member.id}
        name={member.name}
        picture={member.profileImage}
        color={color}
        latitude={position.latitude}
        longitude={position.longitude}
        heading={position.heading}
        presence={presence.presence}
        age={speed === null ? shownAge(age) : t('{speed} km/h', { speed })}
        ageLabel={ago(age)}
        selected={chosen}
        onClick={() => onChoose(member.id)}
      />
    </>
  );
});
