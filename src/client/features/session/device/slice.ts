import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { connectionEstablished, connectionLost, signedOut } from '../slice';

/** The colour scheme: that of the system, or the user's choice. */
export type Appearance = 'auto' | 'light' | 'dark';

/** The state of the device and its browser. Signing out keeps it. */
export interface DeviceState {
  /** False when the browser reports no network. */
  online: boolean;
  /** Epoch milliseconds of the last tick: ages are computed from it, so that a replay shows the same ones. */
  now: number;
  appearance: Appearance;
  /** The browser stores nothing for this page, and the notice about it is not dismissed yet. */
  isStorageNoticeShown: boolean;
  /** A newer version of the app is ready; the page must reload for it. */
  isUpdateReady: boolean;
  /** The user has accepted the newer version; the page reloads within seconds. */
  isReloading: boolean;
  /**
   * Epoch milliseconds at which the family on the screen was up to date, while the server is unreachable; null while it keeps
   * the screen up to date.
   */
  asOf: number | null;
}

const initialState: DeviceState = {
  online: true,
  now: 0,
  appearance: 'auto',
  isStorageNoticeShown: false,
  isUpdateReady: false,
  isReloading: false,
  asOf: null,
};

const slice = createSlice({
  name: 'session/device',
  initialState,
  reducers: {
    // Intents
    appearanceChosen(state, { payload }: PayloadAction<Appearance>) {
      state.appearance = payload;
    },
    storageNoticeDismissed(state) {
      state.isStorageNoticeShown = false;
    },
    /** The user wants the newer version now. */
    updateAccepted(state) {
      state.isReloading = true;
    },
    updatePostponed(state) {
      state.isUpdateReady = false;
    },
    // Facts
    onlineChanged(state, { payload }: PayloadAction<{ online: boolean }>) {
      state.online = payload.online;
    },
    /** The page is visible again after it was hidden or frozen. */
    pageShown() {},
    storageFailed(state) {
      state.isStorageNoticeShown = true;
    },
    /** The family of an earlier visit is on the screen. `savedAt` in epoch milliseconds. */
    snapshotRestored(state, { payload }: PayloadAction<{ savedAt: number }>) {
      state.asOf = payload.savedAt;
    },
    updateFound(state) {
      state.isUpdateReady = true;
    },
    clockTicked(state, { payload }: PayloadAction<{ now: number }>) {
      state.now = payload.now;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(connectionEstablished, (state) => {
        state.asOf = null;
      })
      .addCase(connectionLost, (state) => {
        state.asOf ??= state.now;
      })
      .addCase(signedOut, (state) => {
        state.asOf = null;
      }),
});

export const {
  appearanceChosen,
  storageNoticeDismissed,
  updateAccepted,
  updatePostponed,
  onlineChanged,
  pageShown,
  storageFailed,
  snapshotRestored,
  updateFound,
  clockTicked,
} = slice.actions;

export const deviceReducer = slice.reducer;
