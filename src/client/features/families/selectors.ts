import { createSelector } from '@reduxjs/toolkit';
import type { Member } from '#contract/families';
import type { RootState } from '#client/store/rootState';
import { colorFor, colorsFor, type PersonColor } from '#client/ui/colors';

const NO_MEMBERS: Member[] = [];

export const selectFamilies = (state: RootState) => state.families.membership.families;
/** The name of a family that the user has left, or was removed from. */
export const selectEndedIn = (state: RootState) => state.families.membership.endedIn;
/** Whether the user has left that family on this device. */
export const selectHasLeft = (state: RootState) => state.families.membership.hasLeft;
export const selectFamiliesStatus = (state: RootState) => state.families.membership.status;
export const selectFamiliesError = (state: RootState) => state.families.membership.error;
export const selectSetup = (state: RootState) => state.families.membership.setup;
export const selectPanel = (state: RootState) => state.families.membership.panel;
export const selectInviteCopy = (state: RootState) => state.families.membership.inviteCopy;

export const selectSelectedFamily = createSelector(
  [selectFamilies, (state: RootState) => state.families.membership.selectedId],
  (families, selectedId) => families.find(({ id }) => id === selectedId) ?? null,
);

/** The member list follows the selected family. */
export const selectMembers = createSelector(
  [selectSelectedFamily],
  (family) => family?.members ?? NO_MEMBERS,
);

/** No family of the user has anyone else. False while the families are not known. */
export const selectIsAlone = (state: RootState) =>
  selectFamiliesStatus(state) === 'ready' && selectFamilies(state).every(({ members }) => members.length < 2);

/** The members in the order of lists: by name, so that one is found among many. */
export const selectMembersByName = createSelector([selectMembers], (members) =>
  members.toSorted((one, other) => one.name.localeCompare(other.name)),
);

/** True when the user is an admin of the selected family. */
export const selectAmAdmin = (state: RootState) =>
  selectMembers(state).some(({ id, isAdmin }) => isAdmin && id === state.session.auth.user?.id);

/** In which of several families a person is, by name; empty where that tells nothing: they are in all or in none. */
export function selectFamilyNamesOf(state: RootState, personId: string): string {
  const families = selectFamilies(state);
  const withPerson = families.filter(({ members }) => members.some(({ id }) => id === personId));
  return withPerson.length === families.length ? '' : withPerson.map(({ name }) => name).join(', ');
}

/** The family that the user is asked to confirm leaving. */
export const selectLeavingFamily = createSelector(
  [selectFamilies, (state: RootState) => state.families.membership.leavingId],
  (families, leavingId) => families.find(({ id }) => id === leavingId) ?? null,
);

/** True from when the user confirms leaving until the server answers. */
export const selectIsLeaving = (state: RootState) => state.families.membership.leaving;

/** Ids of all members of the user's families. A position of anyone else means that a member is new. */
export const selectKnownPeople = createSelector(
  [selectFamilies],
  (families) => new Set(families.flatMap(({ members }) => members.map(({ id }) => id))),
);

/** The colors of the members of the selected family, by id. */
export const selectMemberColors = createSelector([selectMembers], (members) =>
  colorsFor(members.map(({ id }) => id)),
);

/** The color of a person on the map of the selected family, so that it is the same on every page. */
export const selectPersonColor = (state: RootState, id: string): PersonColor =>
  selectMemberColors(state)[id] ?? colorFor(id);

export const selectInvitations = (state: RootState) => state.families.invitations.waiting;
export const selectAnsweringId = (state: RootState) => state.families.invitations.answeringId;
export const selectInvitationFailure = (state: RootState) => state.families.invitations.failure;
