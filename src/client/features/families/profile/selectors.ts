import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import { ageInWords } from '#shared/times';
import { PRESENCE_FRESH_MS } from '#contract/limits';
import type { LatLng } from '#shared/geo';
import { selectFamilies } from '../selectors';
import { selectPositionOf } from '#client/features/locations/selectors';
import { selectNow, selectUser } from '#client/features/session/selectors';
import type { NotificationPreference } from './slice';

/** Somebody as their profile shows them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly profileImage: string | null;
  readonly isMe: boolean;
  /** One's own only. */
  readonly email: string | null;
}

export const selectProfileUserId = (state: RootState) => state.profile.userId;
export const selectProfileStatus = (state: RootState) => state.profile.status;
export const selectProfileError = (state: RootState) => state.profile.error;
export const selectChoiceFailed = (state: RootState) => state.profile.choiceFailed;
export const selectChoices = (state: RootState) => state.profile.preferences;
const selectFetched = (state: RootState) => state.profile.fetched;

/** Everyone in any of my families by id. */
const selectMembersById = createSelector(
  [selectFamilies],
  (families) => new Map(families.flatMap(({ members }) => members.map((member) => [member.id, member]))),
);

/** Somebody as far as this device knows them; null when it does not. */
export const selectPersonOf = createSelector(
  [selectUser, selectMembersById, selectFetched, (_state: RootState, userId: string) => userId],
  (user, members, fetched, userId): Person | null => {
    if (user?.id === userId) return { ...user, isMe: true };
    const known = members.get(userId) ?? fetched[userId];
    if (!known) return null;
    return { id: userId, name: known.name, profileImage: known.profileImage, isMe: false, email: null };
  },
);

/** Whose profile is shown; null while they are not known. */
export const selectPerson = (state: RootState) => selectPersonOf(state, state.profile.userId ?? '');

/** Where that person is; undefined when they share nothing. */
export const selectPersonPosition = (state: RootState) => selectPositionOf(state, state.profile.userId ?? '');

/** 'Last seen … ago' and whether that is lately; null without a position. */
export const selectLastSeen = createSelector([selectPersonPosition, selectNow], (position, now) => {
  if (!position) return null;
  const age = Math.max(0, now - Date.parse(position.timestamp));
  return { text: `Last seen ${ageInWords(age)} ago`, fresh: age < PRESENCE_FRESH_MS };
});

/** A place to 4 decimals (11 m): nearer by, the address is the same. */
export function placeKey({ latitude, longitude }: LatLng): string {
  return `${latitude.toFixed(4)} ${longitude.toFixed(4)}`;
}

/** The address of where the person is; null where none was found, undefined until that is known. */
export const selectAddress = (state: RootState) => {
  const position = selectPersonPosition(state);
  return position && state.profile.addresses[placeKey(position)];
};

const NOT_CHOSEN: NotificationPreference = { notifyArrival: false, notifyDeparture: false };

/** Of which comings and goings of a person the system notifies. */
export const selectPreferenceFor = (state: RootState, userId: string): NotificationPreference =>
  state.profile.preferences?.[userId] ?? NOT_CHOSEN;
