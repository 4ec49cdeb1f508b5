import type { RootState } from '#client/store/rootState';

export const selectPlaceLog = (state: RootState) => state.geofences.log;
