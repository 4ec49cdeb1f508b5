import { createSelector } from '@reduxjs/toolkit';
import type { ActivityEntry } from '#contract/families';
import type { RootState } from '#client/store/rootState';
import { IDLE_OUTCOME } from '#client/store/tasks';
import { selectMembersByName, selectSelectedFamily } from '../selectors';
import type { AdministrationTask } from './reducer';

/** The status of a task of admins. */
export const selectAdministrationOutcome = (task: AdministrationTask) => (state: RootState) =>
  state.families.administration.tasks[task] ?? IDLE_OUTCOME;
export const selectAdministrationSuccesses = (state: RootState) => state.families.administration.successes;
export const selectAdministrationQuestion = (state: RootState) => state.families.administration.question;
export const selectCodeShown = (state: RootState) => state.families.administration.codeShown;
export const selectQrShown = (state: RootState) => state.families.administration.qrShown;
export const selectLinkCopy = (state: RootState) => state.families.administration.linkCopy;

const NO_ENTRIES: ActivityEntry[] = [];

/** What happened in the selected family, newest first. */
export const selectActivity = createSelector(
  [selectSelectedFamily, (state: RootState) => state.families.administration.activity],
  (family, activity) => (family && activity?.familyId === family.id ? activity.entries : NO_ENTRIES),
);

export const selectBlocks = (state: RootState) => state.families.administration.blocks;

/** The others by name, then the user, as in the panel of the map. */
export const selectMembersToManage = createSelector(
  [selectMembersByName, (state: RootState) => state.session.auth.user?.id],
  (members, myId) => members.toSorted((one, other) => Number(one.id === myId) - Number(other.id === myId)),
);
