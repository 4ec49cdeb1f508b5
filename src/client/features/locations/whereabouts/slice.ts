import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Presence, Sharing } from '#contract/phones';
import { signedOut } from '#client/features/session/slice';
import { initialWhereabouts, whereabouts, type WhereaboutsState } from './reducer';

/** How long a pause lasts. */
export type PauseLength = 'hour' | 'tonight' | 'open';

const slice = createSlice({
  name: 'locations/whereabouts',
  initialState: initialWhereabouts,
  reducers: {
    // Intents
    pauseRequested(state, _action: PayloadAction<PauseLength>) {
      state.change = 'busy';
    },
    resumeRequested(state) {
      state.change = 'busy';
    },
    appOfferDismissed(state) {
      state.isAppOffered = false;
    },
    // Facts
    presencesLoaded(state, { payload }: PayloadAction<Presence[]>) {
      state.byUser = Object.fromEntries(payload.map((presence) => [presence.userId, presence]));
    },
    presencesChanged(state, { payload }: PayloadAction<Presence[]>) {
      for (const presence of payload) state.byUser[presence.userId] = presence;
    },
    sharingLoaded(state, { payload }: PayloadAction<Sharing>) {
      state.sharing = payload;
      state.change = 'idle';
    },
    sharingChangeEnded(state, { payload }: PayloadAction<WhereaboutsState['change']>) {
      state.change = payload;
    },
    appOffered(state) {
      state.isAppOffered = true;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialWhereabouts),
});

export const {
  pauseRequested,
  resumeRequested,
  appOfferDismissed,
  presencesLoaded,
  presencesChanged,
  sharingLoaded,
  sharingChangeEnded,
  appOffered,
} = slice.actions;

export const fullWhereaboutsReducer = slice.reducer;

whereabouts.provide(fullWhereaboutsReducer);
