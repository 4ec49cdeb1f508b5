import { createSelector } from '@reduxjs/toolkit';
import type { Member } from '#contract/families';
import type { RootState } from '#client/store/rootState';
import { colorFor, colorsFor, type PersonColor } from '#client/ui/colors';

const NO_MEMBERS: Member[] = [];

export const selectFamilies = (state: RootState) => state.families.membership.families;
export const selectFamiliesStatus = (state: RootState) => state.families.membership.status;
export const selectFamiliesError = (state: RootState) => state.families.membership.error;
export const selectSetup = (state: RootState) => state.families.membership.setup;
export const selectPanelOpen = (state: RootState) => state.families.membership.panelOpen;
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

/** Whether the person decides about the selected family. */
export const selectAmAdmin = (state: RootState) =>
  selectMembers(state).some(({ id, isAdmin }) => isAdmin && id === state.session.auth.user?.id);

/** The family that the person is asked about before leaving it. */
export const selectLeavingFamily = createSelector(
  [selectFamilies, (state: RootState) => state.families.membership.leavingId],
  (families, leavingId) => families.find(({ id }) => id === leavingId) ?? null,
);

/** The person has confirmed it, and the server has not answered yet. */
export const selectIsLeaving = (state: RootState) => state.families.membership.leaving;

/** Ids of everyone in any of my families: positions of others are news to us. */
export const selectKnownPeople = createSelector(
  [selectFamilies],
  (families) => new Set(families.flatMap(({ members }) => members.map(({ id }) => id))),
);

const selectMemberColors = createSelector([selectMembers], (members) =>
  colorsFor(members.map(({ id }) => id)),
);

/** The color of a person on the map of the selected family, so that it is the same on every page. */
export const selectPersonColor = (state: RootState, id: string): PersonColor =>
  selectMemberColors(state)[id] ?? colorFor(id);
