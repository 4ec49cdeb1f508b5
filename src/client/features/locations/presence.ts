import { createSelector } from '@reduxjs/toolkit';
import type { Member } from '#contract/families';
import { PRESENCE_FRESH_MS } from '#contract/limits';
import { selectMembers, selectMembersByName } from '#client/features/families/selectors';
import { selectNow, selectUser } from '#client/features/session/selectors';
import { type MemberLocation, positionOf } from './positions';
import { selectCallPositions, selectPositions } from './selectors';

/** Larger families are drawn as dots: more markers do not move at 60 frames a second (docs/benchmarks.md, markers). */
export const MAX_MARKERS = 100;

/** A member of the selected family with what is known of where they are. */
export interface MemberPresence {
  member: Member;
  isMe: boolean;
  position: MemberLocation | null;
  /** Green, yellow or no dot. */
  presence: 'fresh' | 'stale' | null;
  /** Age of the position in milliseconds; null without a position. */
  age: number | null;
}

/** Age of a position in milliseconds; 0 if its time is in the future, because clocks differ. */
function ageOf(position: MemberLocation, now: number): number {
  return Math.max(0, now - Date.parse(position.timestamp));
}

function presenceOf(
  member: Member,
  position: MemberLocation | undefined,
  now: number,
  myId: string | undefined,
): MemberPresence {
  const isMe = member.id === myId;
  if (!position) return { member, isMe, position: null, presence: null, age: null };
  const age = ageOf(position, now);
  return { member, isMe, position, presence: age < PRESENCE_FRESH_MS ? 'fresh' : 'stale', age };
}

/** Everyone of the selected family in its order, me included. */
export const selectMemberPresences = createSelector(
  [selectMembers, selectPositions, selectNow, selectUser],
  (members, positions, now, user) =>
    members.map((member) => presenceOf(member, positionOf(positions, member.id), now, user?.id)),
);

/** The same in the order of lists: who has called for help, who has a position, who has none, each by name; then me. */
export const selectPresencesByName = createSelector(
  [selectMemberPresences, selectMembersByName, selectCallPositions],
  (presences, members, calls) => {
    const byId = new Map(presences.map((presence) => [presence.member.id, presence]));
    const rankOf = ({ isMe, position, member: { id } }: MemberPresence) =>
      isMe ? 3 : calls.some(({ userId }) => userId === id) ? 0 : position ? 1 : 2;
    return members
      .flatMap(({ id }) => byId.get(id) ?? [])
      .toSorted((one, other) => rankOf(one) - rankOf(other));
  },
);
