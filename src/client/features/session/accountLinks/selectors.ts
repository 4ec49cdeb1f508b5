import type { RootState } from '#client/store/rootState';

export const selectAccountLink = (state: RootState) => state.session.accountLinks;
