import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HistoryBlock } from '#contract/locations';
import type { DaySummary, Timeline } from '#contract/timeline';
import { signedOut } from '#client/features/session/slice';
import type { AppError } from '#client/services/types';
import { historyOpened } from '#client/store/pageActions';
import type { CorrectionChoice } from './corrections';
import { history, type HistoryState, initialHistory, playerMoved } from './reducer';
import {
  closedForm,
  EMPTY_RANGE,
  followStay,
  openHistory,
  pick,
  removeDay,
  showRange,
  withoutDay,
} from './transitions';

interface LoadedDay {
  blocks: HistoryBlock[];
  timeline?: Timeline | null;
  savedAt?: number;
}

const slice = createSlice({
  name: 'locations/history',
  initialState: initialHistory,
  reducers: {
    // Intents
    dayChosen(state, { payload }: PayloadAction<{ date: string }>) {
      if (payload.date === '' || (state.today !== null && payload.date > state.today)) return state;
      return { ...withoutDay(state), date: payload.date, isDateChosen: payload.date !== state.today };
    },
    dayRequested: (state) => withoutDay(state),
    localTimeChosen: (state, { payload }: PayloadAction<boolean>) => ({
      ...withoutDay(state),
      isLocalTime: payload,
    }),
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
      if (state.range?.status === 'choosing') state.range = null;
    },
    rangeStarted(state) {
      state.range = EMPTY_RANGE;
    },
    rangeDayChosen(state, { payload: { date } }: PayloadAction<{ date: string }>) {
      const from = state.range?.from ?? null;
      if (from === null) state.range = { ...EMPTY_RANGE, status: 'choosing', from: date };
      else showRange(state, date < from ? { from: date, to: from } : { from, to: date });
    },
    rangeChosen: (state, { payload }: PayloadAction<{ from: string; to: string }>) =>
      showRange(state, payload),
    rangeRequested({ range }) {
      if (range) range.status = 'loading';
    },
    rangeDayPicked({ range }, { payload: { date } }: PayloadAction<{ date: string }>) {
      if (range) range.picked = { date, request: (range.picked?.request ?? 0) + 1 };
    },
    rangeClosed(state) {
      state.range = null;
    },
    speedsShownChosen(state, { payload }: PayloadAction<boolean>) {
      state.speedsShown = payload;
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
      state.exportError = null;
    },
    correctionOpened(state, { payload }: PayloadAction<{ entry: number }>) {
      state.correction = { ...state.correction, entry: payload.entry, status: 'idle', error: null };
    },
    correctionClosed(state) {
      state.correction = { ...closedForm(state), status: state.correction.status };
    },
    correctionSubmitted({ correction }, _action: PayloadAction<CorrectionChoice>) {
      correction.status = 'saving';
      correction.error = null;
    },
    correctionUndone({ correction }, _action: PayloadAction<{ id: string }>) {
      correction.status = 'saving';
      correction.error = null;
    },
    deletionAsked(state) {
      state.deletion = { status: 'asked', error: null };
    },
    deletionClosed({ deletion }) {
      if (deletion.status === 'asked') deletion.status = 'idle';
    },
    deletionConfirmed(state) {
      state.deletion = { status: 'deleting', error: null };
    },
    // Facts
    dayDeleted: (state, { payload }: PayloadAction<{ userId: string; date: string }>) =>
      removeDay(state, payload),
    deletionFailed(state, { payload }: PayloadAction<AppError>) {
      // Another day may be shown meanwhile.
      if (state.deletion.status === 'deleting') state.deletion = { status: 'asked', error: payload };
    },
    /** `isFormLeft`: the user has closed the form since, and may have opened that of another stay. */
    correctionSaved(state, { payload }: PayloadAction<{ timeline: Timeline; isFormLeft?: boolean }>) {
      state.correction = payload.isFormLeft ? followStay(state, payload.timeline) : closedForm(state);
      state.timeline = payload.timeline;
      state.picked = null;
      state.unfolded = [];
    },
    correctionFailed(
      { correction },
      { payload: { isFormLeft, ...error } }: PayloadAction<AppError & { isFormLeft?: boolean }>,
    ) {
      // The form of another stay has nothing to do with it.
      if (isFormLeft && correction.entry !== null) {
        correction.earlierError = error;
        return;
      }
      correction.status = 'idle';
      correction.error = error;
    },
    currentDateResolved(state, { payload }: PayloadAction<{ today: string; timeZone?: string }>) {
      state.today = payload.today;
      state.timeZone = payload.timeZone ?? null;
      // After a flight to the west, the day that was chosen may not have begun here.
      if (state.date === null || state.date > payload.today) state.date = payload.today;
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
    weekLoaded(state, { payload }: PayloadAction<HistoryState['week']>) {
      state.week = payload;
    },
    monthLoaded({ calendar }, { payload }: PayloadAction<{ month: string; days: DaySummary[] }>) {
      if (payload.month !== calendar.month) return;
      calendar.status = 'ready';
      calendar.days = payload.days;
    },
    monthLoadFailed({ calendar }, { payload }: PayloadAction<{ month: string }>) {
      if (payload.month === calendar.month) calendar.status = 'failed';
    },
    rangeLoaded({ range }, { payload }: PayloadAction<{ days: DaySummary[] }>) {
      // Others may be chosen meanwhile.
      if (range?.status === 'loading') Object.assign(range, { status: 'ready', days: payload.days });
    },
    rangeLoadFailed({ range }) {
      if (range?.status === 'loading') range.status = 'failed';
    },
    playerStopped(state) {
      state.player.playing = false;
    },
    exportFinished(state) {
      state.exporting = false;
    },
    exportFailed(state, { payload }: PayloadAction<AppError>) {
      state.exportError = payload;
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
  correctionOpened,
  correctionClosed,
  correctionSubmitted,
  correctionUndone,
  correctionSaved,
  correctionFailed,
  deletionAsked,
  deletionClosed,
  deletionConfirmed,
  dayDeleted,
  deletionFailed,
  dayChosen,
  dayRequested,
  localTimeChosen,
  listChosen,
  stopPicked,
  entryPicked,
  briefStopsToggled,
  monthChosen,
  placeChosen,
  calendarClosed,
  rangeStarted,
  rangeDayChosen,
  rangeChosen,
  rangeRequested,
  rangeDayPicked,
  rangeClosed,
  rangeLoaded,
  rangeLoadFailed,
  weekLoaded,
  monthLoaded,
  monthLoadFailed,
  speedsShownChosen,
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
  exportFailed,
} = slice.actions;

export const fullHistoryReducer = slice.reducer;

history.provide(fullHistoryReducer);
