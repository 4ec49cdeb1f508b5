import { authFormOpened } from '#client/store/pageActions';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AppError } from '#client/services/types';
import type { ChangedUser, LoginInput, User } from '#contract/session';

/** Why a session ended. */
export type SignOutReason = 'requested' | 'expired' | 'checkFailed' | 'deleted';

export interface RegisterForm {
  name: string;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
  /** Of a family, where the server takes only the invited. */
  inviteCode?: string;
}

export interface AuthState {
  /** `loading` until the first check of a kept token has ended. */
  status: 'loading' | 'signedOut' | 'signedIn';
  user: User | null;
  /** The session check got no answer and is tried again. */
  checkDelayed: boolean;
  /** Why the last session ended; null when none did. */
  endedBecause: SignOutReason | null;
  /** The sign-in or registration form that is open. */
  form: { status: 'idle' | 'submitting' | 'failed'; error: AppError | null };
  /** The realtime connection. */
  connection: 'closed' | 'connecting' | 'connected' | 'lost';
  /** This page exchanges or revokes the token, so a refusal of it does not end the session. */
  tokenChanging: boolean;
}

const idleForm: AuthState['form'] = { status: 'idle', error: null };

const initialState: AuthState = {
  status: 'loading',
  user: null,
  checkDelayed: false,
  endedBecause: null,
  form: idleForm,
  connection: 'closed',
  tokenChanging: false,
};

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    // Intents
    signInSubmitted(state, _action: PayloadAction<LoginInput>) {
      state.form = { status: 'submitting', error: null };
    },
    registerSubmitted(state, _action: PayloadAction<RegisterForm>) {
      state.form = { status: 'submitting', error: null };
    },
    signOutRequested() {},
    // Facts
    sessionCheckDelayed(state) {
      state.checkDelayed = true;
    },
    /** `assumed`: by what the device remembers, until the server confirms it. */
    signedIn(state, { payload }: PayloadAction<{ user: User; assumed?: true }>) {
      state.status = 'signedIn';
      state.user = payload.user;
      state.checkDelayed = false;
      state.endedBecause = null;
      state.form = idleForm;
    },
    /** Fields of the user's account have changed; missing ones have not. */
    profileChanged(state, { payload }: PayloadAction<ChangedUser>) {
      if (state.user) Object.assign(state.user, payload);
    },
    tokenChangeBegan(state) {
      state.tokenChanging = true;
    },
    tokenChangeEnded(state) {
      state.tokenChanging = false;
    },
    signInFailed(state, { payload }: PayloadAction<{ error: AppError }>) {
      state.form = { status: 'failed', error: payload.error };
    },
    /** The user gave up at the second factor. */
    signInCancelled(state) {
      state.form = idleForm;
    },
    registrationFailed(state, { payload }: PayloadAction<{ error: AppError }>) {
      state.form = { status: 'failed', error: payload.error };
    },
    /** The server no longer takes our token. */
    sessionExpired() {},
    signedOut(state, { payload }: PayloadAction<{ reason: SignOutReason | null }>) {
      state.status = 'signedOut';
      state.user = null;
      state.checkDelayed = false;
      state.endedBecause = payload.reason;
      state.connection = 'closed';
      state.tokenChanging = false;
    },
    connectionOpening(state) {
      state.connection = 'connecting';
    },
    connectionEstablished(state) {
      state.connection = 'connected';
    },
    connectionLost(state) {
      state.connection = 'lost';
    },
  },
  extraReducers: (builder) =>
    builder.addCase(authFormOpened, (state) => {
      state.form = idleForm;
    }),
});

export const {
  signInSubmitted,
  registerSubmitted,
  signOutRequested,
  sessionCheckDelayed,
  signedIn,
  profileChanged,
  tokenChangeBegan,
  tokenChangeEnded,
  signInFailed,
  signInCancelled,
  registrationFailed,
  sessionExpired,
  signedOut,
  connectionOpening,
  connectionEstablished,
  connectionLost,
} = slice.actions;

export const authReducer = slice.reducer;
