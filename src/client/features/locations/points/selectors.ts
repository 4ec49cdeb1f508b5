import { createSelector } from '@reduxjs/toolkit';
import { MAP_FALLBACK_CENTER } from '#contract/limits';
import type { LatLng } from '#shared/geo';
import type { RootState } from '#client/store/rootState';
import { selectCamera, selectOwnPosition } from '../selectors';

/** Where the map of the family was last looked at, else where the user is, else where a map starts. */
export const selectLastView = createSelector(
  [({ locations }: RootState) => locations.points.lastView, selectCamera, selectOwnPosition],
  (view, camera, own): LatLng => {
    const { latitude, longitude } = view ?? camera ?? own ?? MAP_FALLBACK_CENTER;
    return { latitude, longitude };
  },
);
