import { useContext } from 'react';
import { t } from '#client/i18n/text';
import { distanceBetween, headingBetween } from '#shared/geo';
import { distance } from '#client/i18n/lengths';
import { useAppSelector } from '#client/store/hooks';
import type { LatLng } from '#client/map/geometry';
import { type FreeView, type Outside, outsideOf } from '#client/map/freeView';
import { PlacementsContext } from '#client/map/placements';
import { selectCalls, selectOpenAlerts } from '#client/features/alerts/calls/selectors';
import type { AlertView } from '#client/features/alerts/viewModels';
import { firstName } from '#client/features/families/messages';
import { type MemberPresence, selectMemberPresences } from '#client/features/locations/presence';
import { selectOwnPosition, selectSelectedMemberId } from '#client/features/locations/selectors';

export interface OutsideMember extends Outside {
  readonly member: MemberPresence['member'];
  /** Where the member has called for help. */
  readonly sos: LatLng | null;
  /** 'Mia, 3 km east'. */
  readonly text: string;
}

/**
 * The other members outside what is shown of the map, the chosen one first and then the nearest; during an SOS only its
 * callers, where they are, or called.
 */
export function useOutside(view: FreeView | null): OutsideMember[] {
  const chosenId = useAppSelector(selectSelectedMemberId);
  const calls = useAppSelector(selectOpenAlerts);
  const all = useAppSelector(selectMemberPresences).filter(({ isMe }) => !isMe);
  const others = all.filter(
    ({ member }) => calls.length === 0 || calls.some(({ userId }) => userId === member.id),
  );
  const known = useAppSelector(selectCalls);
  const own = useAppSelector(selectOwnPosition);
  const isOpen = (id: string) => known.some(({ userId, endedAt }) => userId === id && endedAt === null);
  const placements = useContext(PlacementsContext);
  const names = all.map(({ member }) => firstName(member.name));
  const isChosen = ({ member }: { member: { id: string } }) => Number(member.id === chosenId);
  if (view === null) return [];
  const outside = outsideOf(
    view,
    others.flatMap(({ member, position }) => {
      const alerted = calls.find(({ userId }) => userId === member.id);
      const sos = alerted ? placeOf(position && isOpen(member.id) ? position : alerted) : null;
      const place = sos ?? position;
      // The marker of an SOS stands at its position.
      const id = sos ? `sos:${member.id}` : member.id;
      return place ? [{ id, member, sos, latitude: place.latitude, longitude: place.longitude }] : [];
    }),
    placements,
  );
  return outside
    .toSorted((one, other) => isChosen(other) - isChosen(one))
    .map((one) => {
      const first = firstName(one.member.name);
      const isUnique = names.filter((name) => name === first).length === 1;
      return { ...one, text: hintText(isUnique ? first : one.member.name, own ?? view.center, one) };
    });
}

function placeOf({ latitude, longitude }: Pick<AlertView, 'latitude' | 'longitude'>): LatLng | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** 'Mia, 3 km east': from the user, as the list says it, or from the middle of the map where the user has no position. */
function hintText(name: string, from: LatLng, to: LatLng): string {
  const values = { name, distance: distance(roughly(distanceBetween(from, to))) };
  const bearing = headingBetween(from, to, SAME_PLACE_M);
  if (bearing === null) return t('{name}, {distance}', values);
  return t(
    {
      N: '{name}, {distance} north',
      NE: '{name}, {distance} northeast',
      E: '{name}, {distance} east',
      SE: '{name}, {distance} southeast',
      S: '{name}, {distance} south',
      SW: '{name}, {distance} southwest',
      W: '{name}, {distance} west',
      NW: '{name}, {distance} northwest',
    }[pointOf(bearing)],
    values,
  );
}

const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
const pointOf = (bearing: number) => POINTS[Math.round(bearing / 45) % POINTS.length] ?? 'N';

/** Within so many metres a direction says nothing. */
const SAME_PLACE_M = 20;

/** Two digits are enough to know how far away a member is. */
const roughly = (metres: number): number => Number(metres.toPrecision(2));
