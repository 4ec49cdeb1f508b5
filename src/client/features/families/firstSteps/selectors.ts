import type { RootState } from '#client/store/rootState';

export const selectFirstSteps = (state: RootState) => state.families.firstSteps;
