import type { RootState } from '#client/store/rootState';

export const selectSecondStep = (state: RootState) => state.session.secondStep;
