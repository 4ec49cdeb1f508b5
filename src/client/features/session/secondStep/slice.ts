import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AppError } from '#client/services/types';
import { authFormOpened } from '#client/store/pageActions';
import { signedOut } from '../slice';

export interface SecondStepState {
  /** What the second factor is asked for; null when it is not. */
  about: 'signIn' | 'change' | null;
  /** The account has a passkey that this browser can ask for. */
  hasPasskey: boolean;
  form: { status: 'idle' | 'submitting' | 'failed'; error: AppError | null };
}

const initialState: SecondStepState = {
  about: null,
  hasPasskey: false,
  form: { status: 'idle', error: null },
};

const slice = createSlice({
  name: 'session/secondStep',
  initialState,
  reducers: {
    // Intents
    codeSubmitted(state, _action: PayloadAction<{ oneTimePassword: string }>) {
      state.form = { status: 'submitting', error: null };
    },
    passkeyChosen(state) {
      state.form = { status: 'submitting', error: null };
    },
    secondStepCancelled: () => initialState,
    // Facts
    secondFactorAsked: (
      _state,
      { payload }: PayloadAction<{ about: 'signIn' | 'change'; hasPasskey: boolean }>,
    ) => ({ ...initialState, ...payload }),
    secondFactorFailed(state, { payload }: PayloadAction<{ error: AppError }>) {
      state.form = { status: 'failed', error: payload.error };
    },
    secondFactorPassed: () => initialState,
  },
  extraReducers: (builder) =>
    builder.addCase(signedOut, () => initialState).addCase(authFormOpened, () => initialState),
});

export const {
  codeSubmitted,
  passkeyChosen,
  secondStepCancelled,
  secondFactorAsked,
  secondFactorFailed,
  secondFactorPassed,
} = slice.actions;

export const secondStepReducer = slice.reducer;
