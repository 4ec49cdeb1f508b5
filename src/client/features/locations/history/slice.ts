import type { AppError } from '#client/services/types';
import { historyOpened } from '#client/store/pageActions';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HistoryBlock } from '#contract/locations';
import { signedOut } from '#client/features/session/slice';

export interface HistoryState {
  /** Whose day is shown; null before the page was opened. */
  userId: string | null;
  /** The day that is shown and the day it is now, YYYY-MM-DD on this device; null until they are known. */
  date: string | null;
  today: string | null;
  status: 'idle' | 'loading' | 'failed' | 'ready';
  /** Why the day could not be loaded, as the server says it; null when it says nothing. */
  detail: AppError | null;
  /** The day as it came, packed; `dayOf` reads it. */
  blocks: HistoryBlock[];
  /** How many days were loaded since the page was opened: with each the map shows all of it. */
  shown: number;
  /** Index of the stop that was picked, and the how-manieth pick that is. */
  picked: { stop: number; request: number } | null;
  /** Whether the fixes that are not in the line are shown. */
  leftOutShown: boolean;
  player: {
    playing: boolean;
    /** The moment that it shows, epoch milliseconds; null at the start of the day's route. */
    at: number | null;
    /** How many times faster than real. */
    speed: number;
  };
  exporting: boolean;
}

const initialState: HistoryState = {
  userId: null,
  date: null,
  today: null,
  status: 'idle',
  detail: null,
  blocks: [],
  shown: 0,
  picked: null,
  leftOutShown: false,
  player: { playing: false, at: null, speed: 60 },
  exporting: false,
};

/** Another day, or another person's, is on its way. */
function begin(state: HistoryState): void {
  state.status = 'loading';
  state.detail = null;
  state.blocks = [];
  state.picked = null;
  state.player.playing = false;
  state.player.at = null;
}

const slice = createSlice({
  name: 'locations/history',
  initialState,
  reducers: {
    // Intents
    dayChosen(state, { payload }: PayloadAction<{ date: string }>) {
      if (payload.date === '' || (state.today !== null && payload.date > state.today)) return;
      state.date = payload.date;
      begin(state);
    },
    dayRequested(state) {
      begin(state);
    },
    stopPicked(state, { payload }: PayloadAction<{ stop: number }>) {
      state.picked = { stop: payload.stop, request: (state.picked?.request ?? 0) + 1 };
    },
    leftOutShownChosen(state, { payload }: PayloadAction<boolean>) {
      state.leftOutShown = payload;
    },
    playPressed(state) {
      state.player.playing = true;
    },
    pausePressed(state) {
      state.player.playing = false;
    },
    playbackSeeked(state, { payload }: PayloadAction<{ at: number }>) {
      state.player.at = payload.at;
    },
    speedChosen(state, { payload }: PayloadAction<{ speed: number }>) {
      state.player.speed = payload.speed;
    },
    exportRequested(state) {
      state.exporting = true;
    },
    // Facts
    currentDateResolved(state, { payload }: PayloadAction<{ today: string }>) {
      state.today = payload.today;
      state.date ??= payload.today;
    },
    dayLoaded(state, { payload }: PayloadAction<{ blocks: HistoryBlock[] }>) {
      state.status = 'ready';
      state.blocks = payload.blocks;
      state.shown += 1;
    },
    dayLoadFailed(state, { payload }: PayloadAction<{ detail: AppError | null }>) {
      state.status = 'failed';
      state.detail = payload.detail;
    },
    playerMoved(state, { payload }: PayloadAction<{ at: number }>) {
      state.player.at = payload.at;
    },
    playerStopped(state) {
      state.player.playing = false;
    },
    exportFinished(state) {
      state.exporting = false;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(historyOpened, (state, { payload }) => {
        // From the profile back to the same person, a day that was chosen stays. Today may be another day by now.
        if (payload.userId !== state.userId || state.date === state.today) state.date = null;
        state.userId = payload.userId;
        state.leftOutShown = false;
        state.shown = 0;
        begin(state);
      }),
});

export const {
  dayChosen,
  dayRequested,
  stopPicked,
  leftOutShownChosen,
  playPressed,
  pausePressed,
  playbackSeeked,
  speedChosen,
  exportRequested,
  currentDateResolved,
  dayLoaded,
  dayLoadFailed,
  playerMoved,
  playerStopped,
  exportFinished,
} = slice.actions;

export const historyReducer = slice.reducer;
