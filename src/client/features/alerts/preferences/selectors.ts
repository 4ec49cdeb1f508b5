import { createSelector } from '@reduxjs/toolkit';
import { selectFamilies } from '#client/features/families/selectors';
import { selectGeofences } from '#client/features/geofences/selectors';
import type { RootState } from '#client/store/rootState';
import { mutedAt, NOTHING_CHOSEN } from './choices';
import type { MemberChoices, NotificationPreference, PlaceChoices } from './slice';

export const selectPreferences = (state: RootState) => state.alerts.preferences;
export const selectPreferenceSaveFailed = (state: RootState) => state.alerts.preferences.saveFailed;
/** False until the server or this device has said what was chosen. */
export const selectIsChoiceKnown = (state: RootState): boolean => state.alerts.preferences.shown !== null;
/** Whether the server keeps choices for single places. */
export const selectHasPlaces = (state: RootState): boolean => !!state.alerts.preferences.shown?.places;

/** Which arrivals and departures of a member the system notifies of, where no choice for the place differs. */
export const selectPreferenceFor = (state: RootState, userId: string): NotificationPreference =>
  state.alerts.preferences.shown?.byUser[userId] ?? NOTHING_CHOSEN;

const selectPlacesFor = (state: RootState, userId: string): PlaceChoices =>
  state.alerts.preferences.shown?.places?.[userId] ?? NO_PLACES;
const NO_PLACES: PlaceChoices = {};

/** The choices that apply to a member at one place, at a time in epoch milliseconds. */
export function selectPreferenceAt(
  state: RootState,
  { userId, geofenceId, now }: { userId: string; geofenceId: string; now: number },
): NotificationPreference {
  const place = selectPlacesFor(state, userId)[geofenceId];
  if (mutedAt(place, now)) return NOTHING_CHOSEN;
  return place ?? selectPreferenceFor(state, userId);
}

/** All that is chosen about a member. */
export const selectChoicesFor = createSelector(
  [selectPreferenceFor, selectPlacesFor, (_state: RootState, userId: string) => userId],
  (choice, places, userId): MemberChoices => ({ userId, ...choice, places }),
);

/** The places of the families that the user shares with a member, by name. */
export const selectPlacesWith = createSelector(
  [selectGeofences, selectFamilies, (_state: RootState, userId: string) => userId],
  (geofences, families, userId) => {
    const shared = new Set(
      families.filter(({ members }) => members.some(({ id }) => id === userId)).map(({ id }) => id),
    );
    return geofences
      .filter(({ familyId }) => familyId !== null && shared.has(familyId))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  },
);

/** Whether anything is notified. */
export const isWanted = ({ notifyArrival, notifyDeparture }: NotificationPreference) =>
  notifyArrival || notifyDeparture;

/** The names of the places at which something is notified of a member; null when the place does not matter to that. */
export const selectChosenPlaces = createSelector(
  [selectPlacesWith, selectChoicesFor],
  (places, { places: choices, ...choice }) => {
    if (places.every(({ id }) => isWanted(choices[id] ?? choice) === isWanted(choice))) return null;
    return places.filter(({ id }) => isWanted(choices[id] ?? choice)).map(({ name }) => name);
  },
);

/** Whether any arrival or departure of a member is notified. */
export const selectIsAnythingChosen = (state: RootState, userId: string): boolean =>
  [selectPreferenceFor(state, userId), ...Object.values(selectPlacesFor(state, userId))].some(isWanted);
