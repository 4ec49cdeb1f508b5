import { createSelector } from '@reduxjs/toolkit';
import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';
import { formatDistance } from 'date-fns/formatDistance';
import type { Member } from '../../../contract/families';
import { PRESENCE_FRESH_MS } from '../../../contract/limits';
import type { RootState } from '../../app/rootReducer';
import { selectMembers } from '../families/selectors';
import { selectNow, selectUser } from '../session/selectors';
import { type PersonPosition, positionOf } from './positions';

/** A marker says its age from this age on. */
const AGE_SHOWN_FROM_MS = 2 * 60_000;

const selectPositions = (state: RootState) => state.locations.positions;
export const selectSharing = (state: RootState) => state.locations.sharing === 'on';
export const selectPositionProblem = (state: RootState) => state.locations.problem;
export const selectCamera = (state: RootState) => state.locations.camera;
export const selectChosenId = (state: RootState) => state.locations.chosenId;
export const selectMapOpened = (state: RootState) => state.locations.mapOpened;
export const selectLocationsStatus = (state: RootState) => state.locations.status;

/** A person's newest position, or undefined. */
export const selectPositionOf = (state: RootState, userId: string) =>
  positionOf(state.locations.positions, userId);

/** My own newest position, or undefined. */
export const selectOwnPosition = createSelector([selectPositions, selectUser], (positions, user) =>
  user ? positionOf(positions, user.id) : undefined,
);

/** A member of the selected family with what is known of where they are. */
export interface MemberPresence {
  member: Member;
  isMe: boolean;
  position: PersonPosition | null;
  /** Green, yellow or no dot. */
  presence: 'fresh' | 'stale' | null;
  /** 'Last updated … ago', or 'Location not shared'. */
  locationText: string;
  /** Short age for the marker, like '5 min'; null while it is young. */
  age: string | null;
}

/** The time of a position, never ahead of ours: no clock makes an age negative. */
function ageOf(position: PersonPosition, now: number): number {
  return Math.max(0, now - Date.parse(position.timestamp));
}

const SHORT_UNITS: Record<string, string> = {
  second: 's',
  minute: 'min',
  hour: 'h',
  day: 'd',
  month: 'mo',
  year: 'y',
};

/** An age in milliseconds as short as it fits on a marker: '5 min', '3 h', '2 d'. */
export function shortAge(age: number): string {
  const [amount = '', unit = ''] = formatDistanceStrict(0, age, { roundingMethod: 'floor' }).split(' ');
  return `${amount} ${SHORT_UNITS[unit.replace(/s$/u, '')] ?? unit}`;
}

function presenceOf(
  member: Member,
  position: PersonPosition | undefined,
  now: number,
  myId: string | undefined,
): MemberPresence {
  const isMe = member.id === myId;
  if (!position)
    return { member, isMe, position: null, presence: null, locationText: 'Location not shared', age: null };
  const age = ageOf(position, now);
  return {
    member,
    isMe,
    position,
    presence: age < PRESENCE_FRESH_MS ? 'fresh' : 'stale',
    locationText: `Last updated ${formatDistance(now - age, now)} ago`,
    age: age >= AGE_SHOWN_FROM_MS ? shortAge(age) : null,
  };
}

/** Everyone of the selected family in its order, me included. */
export const selectMemberPresences = createSelector(
  [selectMembers, selectPositions, selectNow, selectUser],
  (members, positions, now, user) =>
    members.map((member) => presenceOf(member, positionOf(positions, member.id), now, user?.id)),
);
