import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';

export const selectGeofencesState = (state: RootState) => state.geofences;
export const selectGeofencesStatus = (state: RootState) => state.geofences.status;
export const selectGeofences = (state: RootState) => state.geofences.items;
export const selectGeofenceForm = (state: RootState) => state.geofences.form;
/** True when a form with unsaved changes comes back after the open one. */
export const selectIsFormSetAside = (state: RootState) => state.geofences.setAside.length > 0;
export const selectAddressSearch = (state: RootState) => state.geofences.search;
export const selectLocating = (state: RootState) => state.geofences.locating;
export const selectDeleteFailure = (state: RootState) => state.geofences.failure;
export const selectFencesShown = (state: RootState) => state.geofences.shown;

/** Those of the selected family; a server that names no family means all of them. */
export const selectFamilyGeofences = createSelector(
  [selectGeofences, (state: RootState) => state.families.membership.selectedId],
  (geofences, selectedId) => geofences.filter(({ familyId }) => familyId === null || familyId === selectedId),
);

/** The geofence that the person is asked about before it is deleted. */
export const selectDeleting = createSelector(
  [selectGeofences, (state: RootState) => state.geofences.deletingId],
  (geofences, deletingId) => geofences.find(({ id }) => id === deletingId) ?? null,
);
