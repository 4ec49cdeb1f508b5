import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Factor } from '#contract/factors';
import { signedOut } from '../slice';

export interface FactorsState {
  factors: Factor[];
  /** Null while the server has not said; false where it has no second factors. */
  isOffered: boolean | null;
  /** Recovery codes that are not used; null while the server has not said. */
  recoveryCodesLeft: number | null;
  /** What is shown: an authenticator app to scan, or the recovery codes. The secrets are in the shownSecrets service. */
  shown: 'totp' | 'recoveryCodes' | null;
}

const initialState: FactorsState = {
  factors: [],
  isOffered: null,
  recoveryCodesLeft: null,
  shown: null,
};

const slice = createSlice({
  name: 'session/factors',
  initialState,
  reducers: {
    // Intents
    factorsOutdated() {},
    secretClosed(state) {
      state.shown = null;
    },
    recoveryCodesSaveRequested() {},
    // Facts
    factorsLoaded(state, { payload }: PayloadAction<{ factors: Factor[] }>) {
      state.isOffered = true;
      state.factors = payload.factors;
    },
    recoveryCodesCounted(state, { payload }: PayloadAction<{ left: number }>) {
      state.recoveryCodesLeft = payload.left;
    },
    factorsUnavailable(state) {
      if (state.isOffered === null) state.isOffered = false;
    },
    secretShown(state, { payload }: PayloadAction<{ what: 'totp' | 'recoveryCodes' }>) {
      state.shown = payload.what;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
});

export const {
  factorsOutdated,
  secretClosed,
  recoveryCodesSaveRequested,
  factorsLoaded,
  recoveryCodesCounted,
  factorsUnavailable,
  secretShown,
} = slice.actions;

export const factorsReducer = slice.reducer;
