import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import { selectUser } from '#client/features/session/selectors';
import { mergeLocations, positionOf } from './positions';

/** The newest position that each person has shared. */
export const selectSharedPositions = (state: RootState) => state.locations.live.positions;

/** Where the callers of the SOS that are not over are: the people called see it, whether the caller shares or not. */
export const selectCallPositions = createSelector(
  [({ alerts }: RootState) => alerts.calls.calls],
  (calls = []) =>
    calls.flatMap(({ userId, endedAt, position }) => (endedAt === null ? { userId, ...position } : [])),
);

/** The newest known position of each person. */
export const selectPositions = createSelector([selectSharedPositions, selectCallPositions], mergeLocations);

/** Sharing ended when the page was closed, and waits for the person. */
export const selectSharingInterrupted = (state: RootState) => state.locations.live.sharing === 'interrupted';
export const selectSharing = (state: RootState) => state.locations.live.sharing === 'on';
export const selectPositionProblem = (state: RootState) => state.locations.live.problem;
/** Whether the browser refuses to tell this page where the user is: as it says, or as it has answered. */
export const selectIsLocationBlocked = (state: RootState) =>
  state.locations.live.permission === 'denied' || selectPositionProblem(state) === 'denied';
export const selectSearching = (state: RootState) => state.locations.live.searching;
export const selectCamera = (state: RootState) => state.locations.live.camera;
export const selectSelectedMemberId = (state: RootState) => state.locations.live.selectedMemberId;
export const selectMapOpened = (state: RootState) => state.locations.live.mapOpened;
export const selectLocationsStatus = (state: RootState) => state.locations.live.status;

/** A person's newest position, or undefined. */
export const selectPositionOf = (state: RootState, userId: string) =>
  positionOf(selectPositions(state), userId);

/** My own newest position, or undefined. */
export const selectOwnPosition = createSelector([selectPositions, selectUser], (positions, user) =>
  user ? positionOf(positions, user.id) : undefined,
);
