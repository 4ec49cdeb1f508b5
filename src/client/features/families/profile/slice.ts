import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Preference } from '#contract/alerts';
import type { Profile } from '#contract/session';
import { signedOut } from '#client/features/session/slice';

/** Of which comings and goings of a person the system notifies. */
export type NotificationPreference = Omit<Preference, 'userId'>;

export interface ProfileState {
  /** Whose profile is shown; null before the page was opened. */
  userId: string | null;
  status: 'idle' | 'loading' | 'failed' | 'ready';
  error: string | null;
  /** People who were fetched because they are in no list of ours, by id. */
  fetched: Record<string, Profile>;
  /** Addresses by `placeKey`; null where none was found. */
  addresses: Record<string, string | null>;
  /** What was chosen for each person; null until it is known. */
  preferences: Record<string, NotificationPreference> | null;
  /** The last choice could not be kept on the server. */
  choiceFailed: boolean;
}

const initialState: ProfileState = {
  userId: null,
  status: 'idle',
  error: null,
  fetched: {},
  addresses: {},
  preferences: null,
  choiceFailed: false,
};

const slice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    // Intents
    profileOpened(state, { payload }: PayloadAction<{ userId: string }>) {
      state.userId = payload.userId;
      state.status = 'loading';
      state.error = null;
      state.choiceFailed = false;
    },
    profileRequested() {},
    preferenceChanged(state, { payload }: PayloadAction<Preference>) {
      const { userId, notifyArrival, notifyDeparture } = payload;
      state.preferences = { ...state.preferences, [userId]: { notifyArrival, notifyDeparture } };
      state.choiceFailed = false;
    },
    // Facts
    profileReady(state) {
      state.status = 'ready';
    },
    profileFetched(state, { payload }: PayloadAction<{ person: Profile }>) {
      state.status = 'ready';
      state.fetched[payload.person.id] = payload.person;
    },
    profileLoadFailed(state, { payload }: PayloadAction<{ error: string }>) {
      state.status = 'failed';
      state.error = payload.error;
    },
    addressFound(state, { payload }: PayloadAction<{ place: string; address: string }>) {
      state.addresses[payload.place] = payload.address;
    },
    addressNotFound(state, { payload }: PayloadAction<{ place: string }>) {
      state.addresses[payload.place] = null;
    },
    preferencesLoaded(state, { payload }: PayloadAction<{ preferences: Preference[] }>) {
      state.preferences = Object.fromEntries(
        payload.preferences.map(({ userId, notifyArrival, notifyDeparture }) => [
          userId,
          { notifyArrival, notifyDeparture },
        ]),
      );
    },
    preferenceSaveFailed(state) {
      state.choiceFailed = true;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
});

export const {
  profileOpened,
  profileRequested,
  preferenceChanged,
  profileReady,
  profileFetched,
  profileLoadFailed,
  addressFound,
  addressNotFound,
  preferencesLoaded,
  preferenceSaveFailed,
} = slice.actions;

export const profileReducer = slice.reducer;
