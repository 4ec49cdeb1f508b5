import { createSelector } from '@reduxjs/toolkit';
import type { Member } from '#contract/families';
import type { RootState } from '#client/store/rootState';

const NO_MEMBERS: Member[] = [];

export const selectFamilies = (state: RootState) => state.families.families;
export const selectFamiliesStatus = (state: RootState) => state.families.status;
export const selectFamiliesError = (state: RootState) => state.families.error;
export const selectSetup = (state: RootState) => state.families.setup;
export const selectPanelOpen = (state: RootState) => state.families.panelOpen;
export const selectInviteCopied = (state: RootState) => state.families.inviteCopied;

export const selectSelectedFamily = createSelector(
  [selectFamilies, (state: RootState) => state.families.selectedId],
  (families, selectedId) => families.find(({ id }) => id === selectedId) ?? null,
);

/** The member list follows the selected family. */
export const selectMembers = createSelector(
  [selectSelectedFamily],
  (family) => family?.members ?? NO_MEMBERS,
);

/** Whether the person decides about the selected family. */
export const selectAmAdmin = (state: RootState) =>
  selectMembers(state).some(({ id, isAdmin }) => isAdmin && id === state.session.user?.id);

/** The family that the person is asked about before leaving it. */
export const selectLeavingFamily = createSelector(
  [selectFamilies, (state: RootState) => state.families.leavingId],
  (families, leavingId) => families.find(({ id }) => id === leavingId) ?? null,
);

/** The person has confirmed it, and the server has not answered yet. */
export const selectIsLeaving = (state: RootState) => state.families.leaving;

/** Ids of everyone in any of my families: positions of others are news to us. */
export const selectKnownPeople = createSelector(
  [selectFamilies],
  (families) => new Set(families.flatMap(({ members }) => members.map(({ id }) => id))),
);
