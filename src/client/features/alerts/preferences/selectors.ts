import type { RootState } from '#client/store/rootState';
import type { NotificationPreference } from './slice';

const NOTHING_CHOSEN: NotificationPreference = { notifyArrival: false, notifyDeparture: false };

/** Which arrivals and departures of a member the system notifies of. */
export const selectPreferenceFor = (state: RootState, userId: string): NotificationPreference =>
  state.alerts.preferences.byUser?.[userId] ?? NOTHING_CHOSEN;

export const selectPreferenceSaveFailed = (state: RootState) => state.alerts.preferences.saveFailed;
