import { ago, shortAge } from '#client/i18n/times';
import { t } from '#client/i18n/text';
import { type ComponentType, lazy, Suspense } from 'react';
import { useAppDispatch, useAppSelector, useSettings } from '#client/store/hooks';
import { MAP_ZOOM } from '#contract/limits';
import type { DotMember } from '#client/map/dotLayer';
import type { PreviewMarker } from '#client/map/MapPreview.tsx';
import { MapView } from '#client/map/MapView.tsx';
import type { MemberDotsProps } from '#client/map/MemberDots.tsx';
import { MemberMarker } from '#client/map/MemberMarker.tsx';
import { colorFor, colorsFor } from '#client/ui/colors';
import { MemberPin } from '#client/ui/pins.tsx';
import { useDark } from '#client/ui/hooks';
import { SosMarkers } from '#client/features/alerts/views/SosMarkers.tsx';
import { FamilyFences } from '#client/features/geofences/views/FamilyFences.tsx';
import { selectAppearance } from '#client/features/session/selectors';
import { type MemberPresence, selectMemberPresences } from '#client/features/locations/presence';
import { selectCamera, selectSelectedMemberId } from '#client/features/locations/selectors';
import { selectionCleared, memberSelected } from '#client/features/locations/slice';

/** More markers than this the browser no longer moves sixty times a second. */
const MOST_MARKERS = 100;

/** A marker says its age from this age on. */
const AGE_SHOWN_FROM_MS = 2 * 60_000;

/** Fetched by the few who have so large a family; without it the list beside the map says the same. */
const MemberCrowd = lazy<ComponentType<MemberDotsProps>>(async () => ({
  default: await import('#client/map/MemberDots.tsx').then(
    (module) => module.MemberDots,
    () => () => null,
  ),
}));

/** The map with a marker per member whose position is known; a large family is a crowd of dots. */
export function FamilyMap() {
  const dispatch = useAppDispatch();
  const camera = useAppSelector(selectCamera);
  const presences = useAppSelector(selectMemberPresences);
  const selectedMemberId = useAppSelector(selectSelectedMemberId);
  const dark = useDark(useAppSelector(selectAppearance));
  const { tileUrl, tileAttribution } = useSettings();
  const colors = colorsFor(presences.map(({ member }) => member.id));
  const choose = (userId: string) => dispatch(memberSelected({ userId }));
  const crowded = presences.length > MOST_MARKERS;
  return (
    <MapView
      center={camera}
      centerKey={camera?.request ?? 0}
      bounds={camera?.bounds}
      zoom={camera?.zoom ?? MAP_ZOOM}
      tileUrl={tileUrl}
      attribution={tileAttribution}
      dark={dark}
      label={t('Map of your family')}
      preview={crowded || camera?.bounds ? undefined : previewOf(presences, colors)}
      onPick={selectedMemberId === null ? undefined : () => dispatch(selectionCleared())}
    >
      <FamilyFences dark={dark} />
      <SosMarkers />
      {crowded ? (
        <Suspense>
          <MemberCrowd members={crowdOf(presences, colors)} onSelect={choose} />
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
            onChoose={() => choose(presence.member.id)}
          />
        ))}
    </MapView>
  );
}

function crowdOf(presences: readonly MemberPresence[], colors: ReturnType<typeof colorsFor>): DotMember[] {
  return presences.flatMap(({ member: { id }, position }) =>
    position
      ? [
          {
            id,
            latitude: position.latitude,
            longitude: position.longitude,
            color: (colors[id] ?? colorFor(id)).fill,
          },
        ]
      : [],
  );
}

/** The markers as pictures, for the time until the map is drawn. */
function previewOf(
  presences: readonly MemberPresence[],
  colors: ReturnType<typeof colorsFor>,
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

const shownAge = (age: number): string | null => (age >= AGE_SHOWN_FROM_MS ? shortAge(age) : null);

interface PresenceMarkerProps {
  presence: MemberPresence;
  color: ReturnType<typeof colorsFor>[string] | undefined;
  chosen: boolean;
  onChoose: () => void;
}

function PresenceMarker({ presence, color, chosen, onChoose }: PresenceMarkerProps) {
  const { member, position, age } = presence;
  if (!position || age === null || !presence.presence) return null;
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
      age={shownAge(age)}
      ageLabel={ago(age)}
      selected={chosen}
      onClick={onChoose}
    />
  );
}
