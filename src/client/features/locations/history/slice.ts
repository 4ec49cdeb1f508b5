import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HistoryBlock } from '#contract/locations';
import type { DaySummary, Timeline } from '#contract/timeline';
import { signedOut } from '#client/features/session/slice';
import type { AppError } from '#client/services/types';
import { historyOpened } from '#client/store/pageActions';
import {
  type HistoryState,
  initialHistory,
  openHistory,
  playerMoved,
  provideHistoryReducer,
  withoutDay,
} from './reducer';

interface LoadedDay {
  blocks: HistoryBlock[];
  timeline?: Timeline | null;
  savedAt?: number;
}

const pick = (state: HistoryState, kind: 'stop' | 'entry', index: number): void => {
  state.picked = { kind, index, request: (state.picked?.request ?? 0) + 1 };
};

const slice = createSlice({
  name: 'locations/history',
  initialState: initialHistory,
  reducers: {
    // Intents
    dayChosen(state, { payload }: PayloadAction<{ date: string }>) {
      if (payload.date === '' || (state.today !== null && payload.date > state.today)) return state;
      return { ...withoutDay(state), date: payload.date };
    },
    dayRequested: (state) => withoutDay(state),
    listChosen(state, { payload }: PayloadAction<HistoryState['list']>) {
      state.list = payload;
      state.picked = null;
    },
    stopPicked: (state, { payload }: PayloadAction<{ stop: number }>) => pick(state, 'stop', payload.stop),
    entryPicked: (state, { payload }: PayloadAction<{ entry: number }>) =>
      pick(state, 'entry', payload.entry),
    briefStopsToggled(state, { payload }: PayloadAction<{ entry: number }>) {
      state.unfolded = state.unfolded.includes(payload.entry)
        ? state.unfolded.filter((entry) => entry !== payload.entry)
        : [...state.unfolded, payload.entry];
    },
    monthChosen(state, { payload }: PayloadAction<{ month: string }>) {
      state.calendar = { ...state.calendar, month: payload.month, status: 'loading', days: [] };
    },
    placeChosen({ calendar }, { payload }: PayloadAction<{ placeId: string | null }>) {
      calendar.placeId = payload.placeId;
      calendar.status = 'loading';
    },
    calendarClosed(state) {
      state.calendar.month = null;
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
    currentDateResolved(state, { payload }: PayloadAction<{ today: string; timeZone?: string }>) {
      state.today = payload.today;
      state.timeZone = payload.timeZone ?? null;
      state.date ??= payload.today;
    },
    dayLoaded(state, { payload }: PayloadAction<LoadedDay>) {
      state.status = 'ready';
      state.blocks = payload.blocks;
      state.timeline = payload.timeline ?? null;
      state.savedAt = payload.savedAt ?? null;
      // A failure of this one day says nothing about the server.
      if (payload.timeline) state.calendar.isOffered = true;
      state.shown += 1;
    },
    dayLoadFailed(
      state,
      { payload }: PayloadAction<{ detail: AppError | null; stored?: HistoryState['stored'] }>,
    ) {
      state.status = 'failed';
      state.detail = payload.detail;
      state.stored = payload.stored ?? null;
    },
    monthLoaded({ calendar }, { payload }: PayloadAction<{ month: string; days: DaySummary[] }>) {
      if (payload.month !== calendar.month) return;
      calendar.status = 'ready';
      calendar.days = payload.days;
    },
    monthLoadFailed({ calendar }, { payload }: PayloadAction<{ month: string }>) {
      if (payload.month === calendar.month) calendar.status = 'failed';
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
      .addCase(signedOut, () => initialHistory)
      .addCase(playerMoved, (state, { payload }) => {
        state.player.at = payload.at;
      })
      .addCase(historyOpened, (state, { payload }) => openHistory(state, payload.userId)),
});

export const {
  dayChosen,
  dayRequested,
  listChosen,
  stopPicked,
  entryPicked,
  briefStopsToggled,
  monthChosen,
  placeChosen,
  calendarClosed,
  monthLoaded,
  monthLoadFailed,
  leftOutShownChosen,
  playPressed,
  pausePressed,
  playbackSeeked,
  speedChosen,
  exportRequested,
  currentDateResolved,
  dayLoaded,
  dayLoadFailed,
  playerStopped,
  exportFinished,
} = slice.actions;

export const fullHistoryReducer = slice.reducer;

provideHistoryReducer(fullHistoryReducer);
