import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Presence, Sharing } from '#contract/phones';
import { signedOut } from '#client/features/session/slice';
import { sharingStopped } from '../slice';
import { resumeRequested } from '../actions';
import { initialWhereabouts, type OwnPhone, whereabouts, type WhereaboutsState } from './reducer';

/** How long a pause lasts, or sharing from a browser. */
export type PauseLength = 'hour' | 'tonight' | 'open';

const slice = createSlice({
  name: 'locations/whereabouts',
  initialState: initialWhereabouts,
  reducers: {
    // Intents
    whereaboutsOutdated() {},
    /** A place was changed or deleted. */
    placeNamesOutdated() {},
    pauseRequested(state, _action: PayloadAction<PauseLength>) {
      state.change = 'busy';
    },
    /** How long this browser shares. */
    sharingLengthChosen(_state, _action: PayloadAction<PauseLength>) {},
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
    ownPhoneLoaded(state, { payload }: PayloadAction<OwnPhone | null>) {
      state.ownPhone = payload;
    },
    sharingEndSet(state, { payload }: PayloadAction<number | null>) {
      state.sharingEndsAt = payload;
    },
    sharingChangeEnded(state, { payload }: PayloadAction<WhereaboutsState['change']>) {
      state.change = payload;
    },
    appOffered(state) {
      state.isAppOffered = true;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialWhereabouts)
      .addCase(resumeRequested, (state) => {
        state.change = 'busy';
      })
      .addCase(sharingStopped, (state) => {
        state.sharingEndsAt = null;
      }),
});

export const {
  whereaboutsOutdated,
  placeNamesOutdated,
  pauseRequested,
  sharingLengthChosen,
  appOfferDismissed,
  presencesLoaded,
  presencesChanged,
  sharingLoaded,
  ownPhoneLoaded,
  sharingEndSet,
  sharingChangeEnded,
  appOffered,
} = slice.actions;

export const fullWhereaboutsReducer = slice.reducer;

whereabouts.provide(fullWhereaboutsReducer);
