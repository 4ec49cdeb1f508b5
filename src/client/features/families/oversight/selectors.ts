import { createSelector } from '@reduxjs/toolkit';
import type { ActivityEntry } from '#contract/families';
import type { RootState } from '#client/store/rootState';
import { selectSelectedFamily } from '../selectors';

const NO_ENTRIES: ActivityEntry[] = [];

/** What happened in the selected family, newest first. */
export const selectActivity = createSelector(
  [selectSelectedFamily, (state: RootState) => state.families.administration.activity],
  (family, activity) => (family && activity?.familyId === family.id ? activity.entries : NO_ENTRIES),
);

export const selectBlocks = (state: RootState) => state.families.administration.blocks;
