import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ChangedUser, LoginInput, User } from '#contract/session';

/** Colours: as the system says, or as chosen here. */
export type Appearance = 'auto' | 'light' | 'dark';

/** Why a session ended. */
export type SignOutReason = 'requested' | 'expired' | 'checkFailed';

export interface RegisterForm {
  name: string;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
}

export interface SessionState {
  /** `loading` until the first check of a kept token has ended. */
  status: 'loading' | 'signedOut' | 'signedIn';
  user: User | null;
  /** The session check got no answer and is tried again. */
  checkDelayed: boolean;
  /** Why the last session ended; null when none did. */
  endedBecause: SignOutReason | null;
  /** The sign-in or registration form that is open. */
  form: { status: 'idle' | 'submitting' | 'failed'; error: string | null };
  /** The realtime connection. */
  connection: 'closed' | 'connecting' | 'connected' | 'lost';
  /** What the browser says of its network. */
  online: boolean;
  /** The token is being exchanged: that the old one is refused says nothing. */
  renewing: boolean;
  /** Epoch milliseconds of the last tick: ages are counted from here, so that a replay shows the same. */
  now: number;
  appearance: Appearance;
  /** This browser keeps nothing on the device, and the person has not dismissed it yet. */
  keepsNothing: boolean;
}

const idleForm: SessionState['form'] = { status: 'idle', error: null };

const initialState: SessionState = {
  status: 'loading',
  user: null,
  checkDelayed: false,
  endedBecause: null,
  form: idleForm,
  connection: 'closed',
  online: true,
  renewing: false,
  now: 0,
  appearance: 'auto',
  keepsNothing: false,
};

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    // Intents
    authFormOpened(state) {
      state.form = idleForm;
    },
    signInSubmitted(state, _action: PayloadAction<LoginInput>) {
      state.form = { status: 'submitting', error: null };
    },
    registerSubmitted(state, _action: PayloadAction<RegisterForm>) {
      state.form = { status: 'submitting', error: null };
    },
    signOutRequested() {},
    appearanceChosen(state, { payload }: PayloadAction<Appearance>) {
      state.appearance = payload;
    },
    storageNoticeDismissed(state) {
      state.keepsNothing = false;
    },
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
    /** Fields of one's account have changed. Those that are missing have not. */
    profileChanged(state, { payload }: PayloadAction<ChangedUser>) {
      if (state.user) Object.assign(state.user, payload);
    },
    sessionRenewalBegan(state) {
      state.renewing = true;
    },
    sessionRenewalEnded(state) {
      state.renewing = false;
    },
    signInFailed(state, { payload }: PayloadAction<{ error: string }>) {
      state.form = { status: 'failed', error: payload.error };
    },
    registrationFailed(state, { payload }: PayloadAction<{ error: string }>) {
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
      state.renewing = false;
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
    onlineChanged(state, { payload }: PayloadAction<{ online: boolean }>) {
      state.online = payload.online;
    },
    /** The page is seen again after it was hidden or frozen. */
    pageShown() {},
    storageFailed(state) {
      state.keepsNothing = true;
    },
    clockTicked(state, { payload }: PayloadAction<{ now: number }>) {
      state.now = payload.now;
    },
  },
});

export const {
  authFormOpened,
  signInSubmitted,
  registerSubmitted,
  signOutRequested,
  appearanceChosen,
  storageNoticeDismissed,
  pageShown,
  storageFailed,
  sessionCheckDelayed,
  signedIn,
  profileChanged,
  sessionRenewalBegan,
  sessionRenewalEnded,
  signInFailed,
  registrationFailed,
  sessionExpired,
  signedOut,
  connectionOpening,
  connectionEstablished,
  connectionLost,
  onlineChanged,
  clockTicked,
} = slice.actions;

export const sessionReducer = slice.reducer;
