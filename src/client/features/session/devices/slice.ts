import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionCreated } from '#contract/session';
import type { SessionInfo } from '#contract/signedInDevices';
import { accountOpened } from '#client/store/pageActions';
import { signedOut } from '../slice';

/** What happened to the account on another device. */
export type AccountNotice =
  | { readonly about: 'signIn'; readonly session: SessionCreated }
  | { readonly about: 'email' | 'phone' | 'factors' | 'phones' };

export interface DevicesState {
  status: 'idle' | 'loading' | 'failed' | 'ready';
  /** Where the account is signed in. */
  sessions: SessionInfo[];
  notice: AccountNotice | null;
}

const initialState: DevicesState = { status: 'idle', sessions: [], notice: null };

const slice = createSlice({
  name: 'session/devices',
  initialState,
  reducers: {
    // Intents
    devicesOutdated() {},
    noticeDismissed(state) {
      state.notice = null;
    },
    // Facts
    devicesLoaded(state, { payload }: PayloadAction<{ sessions: SessionInfo[] }>) {
      state.status = 'ready';
      state.sessions = payload.sessions;
    },
    devicesFailed(state) {
      if (state.status !== 'ready') state.status = 'failed';
    },
    deviceEnded(state, { payload }: PayloadAction<{ id: string }>) {
      state.sessions = state.sessions.filter(({ id }) => id !== payload.id);
    },
    accountNoticed(state, { payload }: PayloadAction<AccountNotice>) {
      state.notice = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(accountOpened, (state) => {
        if (state.status !== 'ready') state.status = 'loading';
      }),
});

export const { devicesOutdated, noticeDismissed, devicesLoaded, devicesFailed, deviceEnded, accountNoticed } =
  slice.actions;

export const devicesReducer = slice.reducer;
