import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Colours: as the system says, or as chosen here. */
export type Appearance = 'auto' | 'light' | 'dark';

/** What the page knows of its device. It outlives the session. */
export interface DeviceState {
  /** What the browser says of its network. */
  online: boolean;
  /** Epoch milliseconds of the last tick: ages are counted from here, so that a replay shows the same. */
  now: number;
  appearance: Appearance;
  /** The browser stores nothing for this page, and the notice about it is not dismissed yet. */
  isStorageNoticeShown: boolean;
}

const initialState: DeviceState = { online: true, now: 0, appearance: 'auto', isStorageNoticeShown: false };

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
    // Facts
    onlineChanged(state, { payload }: PayloadAction<{ online: boolean }>) {
      state.online = payload.online;
    },
    /** The page is visible again after it was hidden or frozen. */
    pageShown() {},
    storageFailed(state) {
      state.isStorageNoticeShown = true;
    },
    clockTicked(state, { payload }: PayloadAction<{ now: number }>) {
      state.now = payload.now;
    },
  },
});

export const {
  appearanceChosen,
  storageNoticeDismissed,
  onlineChanged,
  pageShown,
  storageFailed,
  clockTicked,
} = slice.actions;

export const deviceReducer = slice.reducer;
