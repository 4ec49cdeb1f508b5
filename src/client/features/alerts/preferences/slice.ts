import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Preference } from '#contract/alerts';
import { signedOut } from '#client/features/session/slice';
import { profileOpened } from '#client/store/pageActions';

/** Which arrivals and departures of a member the system notifies of. */
export type NotificationPreference = Omit<Preference, 'userId'>;

export interface PreferencesState {
  /** By member; null until the server has answered. */
  byUser: Record<string, NotificationPreference> | null;
  /** The server could not save the last change. */
  saveFailed: boolean;
}

const initialState: PreferencesState = { byUser: null, saveFailed: false };

const slice = createSlice({
  name: 'alerts/preferences',
  initialState,
  reducers: {
    // Intents
    preferenceChanged(state, { payload }: PayloadAction<Preference>) {
      const { userId, notifyArrival, notifyDeparture } = payload;
      state.byUser = { ...state.byUser, [userId]: { notifyArrival, notifyDeparture } };
      state.saveFailed = false;
    },
    // Facts
    preferencesLoaded(state, { payload }: PayloadAction<{ preferences: Preference[] }>) {
      state.byUser = Object.fromEntries(
        payload.preferences.map(({ userId, notifyArrival, notifyDeparture }) => [
          userId,
          { notifyArrival, notifyDeparture },
        ]),
      );
    },
    preferenceSaveFailed(state) {
      state.saveFailed = true;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(profileOpened, (state) => {
        state.saveFailed = false;
      }),
});

export const { preferenceChanged, preferencesLoaded, preferenceSaveFailed } = slice.actions;

export const preferencesReducer = slice.reducer;
