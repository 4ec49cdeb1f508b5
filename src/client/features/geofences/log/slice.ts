import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PlaceLog } from '#contract/placeLog';
import { alertsSettingsOpened } from '#client/store/pageActions';
import { initialPlaceLog, placeLog } from './reducer';

const slice = createSlice({
  name: 'geofences/log',
  initialState: initialPlaceLog,
  reducers: {
    // Intents
    /** Opens the log of a place, or closes it. */
    placeLogToggled: ({ placeId }, { payload: { id } }: PayloadAction<{ id: string }>) =>
      id === placeId ? initialPlaceLog : { ...initialPlaceLog, placeId: id, status: 'loading' },
    logMemberChosen: (
      { placeId },
      { payload: { memberId } }: PayloadAction<{ memberId: string | null }>,
    ) => ({
      ...initialPlaceLog,
      placeId,
      memberId,
      status: 'loading',
    }),
    /** Also after a failure. */
    logPageRequested: (state) => void (state.status = 'loading'),
    // Facts
    /** @param payload the first page, or the one that begins at `next` */
    logPageLoaded(state, { payload: { events, next, days } }: PayloadAction<PlaceLog>) {
      if (days) state.days = days;
      state.events.push(...events);
      state.next = next;
      state.status = 'ready';
    },
    logPageFailed: (state) => void (state.status = 'failed'),
  },
  extraReducers: (builder) => builder.addCase(alertsSettingsOpened, () => initialPlaceLog),
});

export const { placeLogToggled, logMemberChosen, logPageRequested, logPageLoaded, logPageFailed } =
  slice.actions;

export const fullPlaceLogReducer = slice.reducer;

placeLog.provide(fullPlaceLogReducer);
