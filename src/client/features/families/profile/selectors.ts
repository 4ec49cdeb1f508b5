import { createSelector } from '@reduxjs/toolkit';
import { selectUser } from '#client/features/session/selectors';
import type { RootState } from '#client/store/rootState';
import { selectFamilies } from '../selectors';

/** A person as their profile shows them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly profileImage: string | null;
  readonly isMe: boolean;
  /** The user's own only. */
  readonly email: string | null;
  /** Null unless the member shares it with their families. */
  readonly phone: string | null;
  /** Of a member who was there before the user. */
  readonly joinedEarlier?: boolean | undefined;
}

export const selectProfileUserId = (state: RootState) => state.families.profile.userId;
export const selectProfileStatus = (state: RootState) => state.families.profile.status;
export const selectProfileError = (state: RootState) => state.families.profile.error;
const selectFetched = (state: RootState) => state.families.profile.fetched;

/** The members of all the user's families by id. */
const selectMembersById = createSelector(
  [selectFamilies],
  (families) => new Map(families.flatMap(({ members }) => members.map((member) => [member.id, member]))),
);

/** A person as far as this device knows them; null when it does not. */
export const selectPersonOf = createSelector(
  [selectUser, selectMembersById, selectFetched, (_state: RootState, userId: string) => userId],
  (user, members, fetched, userId): Person | null => {
    if (user?.id === userId) return { ...user, isMe: true };
    const known = members.get(userId) ?? fetched[userId];
    if (!known) return null;
    const { name, profileImage, phone = null } = known;
    const joinedEarlier = members.get(userId)?.joinedEarlier;
    return { id: userId, name, profileImage, isMe: false, email: null, phone, joinedEarlier };
  },
);

/** The person whose profile is open; null while they are not known. */
export const selectPerson = (state: RootState) => selectPersonOf(state, selectProfileUserId(state) ?? '');
