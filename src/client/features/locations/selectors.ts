import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import { selectUser } from '#client/features/session/selectors';
import { positionOf } from './positions';

export const selectPositions = (state: RootState) => state.locations.positions;
export const selectSharing = (state: RootState) => state.locations.sharing === 'on';
export const selectPositionProblem = (state: RootState) => state.locations.problem;
export const selectSearching = (state: RootState) => state.locations.searching;
export const selectCamera = (state: RootState) => state.locations.camera;
export const selectSelectedMemberId = (state: RootState) => state.locations.selectedMemberId;
export const selectMapOpened = (state: RootState) => state.locations.mapOpened;
export const selectLocationsStatus = (state: RootState) => state.locations.status;

/** A person's newest position, or undefined. */
export const selectPositionOf = (state: RootState, userId: string) =>
  positionOf(state.locations.positions, userId);

/** My own newest position, or undefined. */
export const selectOwnPosition = createSelector([selectPositions, selectUser], (positions, user) =>
  user ? positionOf(positions, user.id) : undefined,
);
