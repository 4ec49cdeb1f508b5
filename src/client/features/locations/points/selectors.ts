import { createSelector } from '@reduxjs/toolkit';
import type { LatLng } from '#shared/geo';
import type { RootState } from '#client/store/rootState';
import { selectCamera, selectOwnPosition, selectPositions } from '../selectors';

export const selectMarkedPoint = ({ locations }: RootState) => locations.points.marked;

/** Where the map was last looked at, else where the user is, else where a member is; null when no position is known. */
export const selectLastView = createSelector(
  [({ locations }: RootState) => locations.points.lastView, selectCamera, selectOwnPosition, selectPositions],
  (view, camera, own, { rows }): LatLng | null => {
    const known = view ?? camera ?? own ?? rows[0];
    return known ? { latitude: known.latitude, longitude: known.longitude } : null;
  },
);
