import { t } from '#client/i18n/text';
import { useDeferredValue, useMemo, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { ArrangedMarkers, type ArrangedMarkersProps } from '#client/map/ArrangedMarkers.tsx';
import type { MarkerToPlace } from '#client/map/arrangement';
import { shortName } from '#client/ui/MemberPin.tsx';
import { selectMemberColors } from '#client/features/families/selectors';
import { selectFamilyGeofences, selectFencesShown } from '#client/features/geofences/selectors';
import { shownAge } from '#client/features/locations/messages';
import {
  MAX_MARKERS,
  type MemberPresence,
  selectMemberPresences,
  selectPresencesByName,
} from '#client/features/locations/presence';
import { selectSelectedMemberId } from '#client/features/locations/selectors';
import { memberSelected } from '#client/features/locations/slice';
import { movingSpeed } from '#client/features/locations/whereabouts/speed';
import { MembersAtPlace } from './MembersAtPlace';

const NONE: readonly never[] = [];

/** Members whose markers would cover each other: side by side, or in a list. */
export function MarkerGroups({ onPlaced, view }: Pick<ArrangedMarkersProps, 'onPlaced' | 'view'>) {
  const dispatch = useAppDispatch();
  const fences = useAppSelector(selectFamilyGeofences);
  const areFencesShown = useAppSelector(selectFencesShown);
  const markers = useMarkers();
  const [openList, setOpenList] = useState<readonly string[]>(NONE);
  const colors = useAppSelector(selectMemberColors);
  const sorted = useAppSelector(selectPresencesByName);
  const membersIn = (ids: readonly string[]) => sorted.filter(({ member }) => ids.includes(member.id));
  const namesOf = (ids: readonly string[]) =>
    membersIn(ids)
      .map(({ member }) => member.name)
      .join(', ');

  function select(userId: string) {
    setOpenList(NONE);
    dispatch(memberSelected({ userId }));
  }

  return (
    <>
      <ArrangedMarkers
        markers={markers}
        fences={areFencesShown ? fences : NONE}
        colors={colors}
        onPlaced={onPlaced}
        view={view}
        placeLabel={(ids) => t('At one place: {names}', { names: namesOf(ids) })}
        listLabel={(ids) =>
          t('{count} people close together: {names}', { count: ids.length, names: namesOf(ids) })
        }
        closerLabel={(ids) =>
          t('Zoom in to {count} people: {names}', { count: ids.length, names: namesOf(ids) })
        }
        onList={setOpenList}
      />
      <MembersAtPlace
        presences={membersIn(openList)}
        colors={colors}
        onSelect={select}
        onClose={() => setOpenList(NONE)}
      />
    </>
  );
}

function useMarkers(): readonly MarkerToPlace[] {
  const presences = useAppSelector(selectMemberPresences);
  // The frame that answers a tap is drawn before markers move aside for a larger one.
  const selectedId = useDeferredValue(useAppSelector(selectSelectedMemberId));
  const byUser = useAppSelector(({ locations }) => locations.whereabouts.byUser);
  return useMemo(() => {
    // A larger family is dots.
    if (presences.length > MAX_MARKERS) return NONE;
    return presences.flatMap((presence) => {
      const isMoving = movingSpeed(byUser[presence.member.id], presence.age ?? Infinity) !== null;
      return markerOf(presence, presence.member.id === selectedId, isMoving);
    });
  }, [presences, selectedId, byUser]);
}

function markerOf(
  { member, position, age, isMe }: MemberPresence,
  isSelected: boolean,
  isMoving: boolean,
): MarkerToPlace[] {
  if (!position || age === null) return [];
  const { latitude, longitude } = position;
  // As long as what the marker says; its words do not matter.
  const words = isMoving ? '00 km/h' : (shownAge(age) ?? '');
  return [{ id: member.id, latitude, longitude, isSelected, isMe, name: shortName(member.name), age: words }];
}
