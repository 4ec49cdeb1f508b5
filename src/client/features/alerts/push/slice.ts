import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { NotifySettings, PushDevice } from '#contract/notifications';
import type { AppError, PushSupport } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { isPageOpened, notificationsOpened } from '#client/store/pageActions';

/** What is known of pushes to this browser and the user's others. */
export interface PushInfo {
  /** `unavailable`: the server sends none. */
  support: PushSupport | 'unavailable';
  /** Of this browser, by the server's id; null while it gets no pushes. */
  deviceId: string | null;
  devices: PushDevice[];
  /** null on servers that have none. */
  settings: NotifySettings | null;
}

/** The status of a task on the notifications page. */
export interface PushTask {
  name: 'switch' | 'test' | 'remove' | 'settings';
  isBusy: boolean;
  error: AppError | null;
}

export interface PushState {
  status: 'idle' | 'loading' | 'failed' | 'ready';
  /** null until it is loaded. */
  info: PushInfo | null;
  /** The one that was started last. */
  task: PushTask | null;
  /** The path of a notification that was clicked, until its page is open. */
  clickedPath: string | null;
}

const initialState: PushState = { status: 'idle', info: null, task: null, clickedPath: null };

/** Facts only, because this is in the first bundle; the intents are in `actions.ts`. */
const slice = createSlice({
  name: 'alerts/push',
  initialState,
  reducers: {
    pushInfoLoaded(state, { payload }: PayloadAction<PushInfo>) {
      state.status = 'ready';
      state.info = payload;
    },
    pushInfoFailed(state) {
      if (!state.info) state.status = 'failed';
    },
    pushTaskChanged(state, { payload }: PayloadAction<PushTask>) {
      state.task = payload;
    },
    notificationClicked(state, { payload }: PayloadAction<{ path: string }>) {
      state.clickedPath = payload.path;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(notificationsOpened, (state) => {
        if (!state.info) state.status = 'loading';
      })
      .addMatcher(isPageOpened, (state) => {
        state.task = state.clickedPath = null;
      }),
});

export const { pushInfoLoaded, pushInfoFailed, pushTaskChanged, notificationClicked } = slice.actions;

export const pushReducer = slice.reducer;
