import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AppError } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';

/** The user's own SOS: being written, being sent, or waiting for the network. */
export interface SosState {
  open: boolean;
  status: 'idle' | 'locating' | 'sending' | 'waiting';
  error: AppError | null;
  /** The message that is being sent. */
  message: string;
}

const initialState: SosState = { open: false, status: 'idle', error: null, message: '' };

const slice = createSlice({
  name: 'alerts/sos',
  initialState,
  reducers: {
    // Intents
    sosOpened(state) {
      state.open = true;
      state.error = null;
    },
    /** Closes the dialog; an SOS that is being sent is still sent. */
    sosClosed(state) {
      state.open = false;
    },
    sosSubmitted: (_state, { payload }: PayloadAction<{ message: string }>): SosState => ({
      open: true,
      status: 'locating',
      error: null,
      message: payload.message,
    }),
    sosCancelled: () => initialState,
    // Facts
    /** This tab takes over an SOS that an earlier page or another tab did not send. */
    sosResumed: (_state, { payload }: PayloadAction<Pick<SosState, 'message' | 'open'>>): SosState => ({
      ...payload,
      status: 'waiting',
      error: null,
    }),
    sosFoundElsewhere() {},
    /** Another tab sent it, or the user cancelled it there. */
    sosResolvedInOtherTab: () => initialState,
    sosOnItsWay(state, { payload }: PayloadAction<{ message: string }>) {
      state.status = 'sending';
      state.message = payload.message;
    },
    sosDelayed(state) {
      state.status = 'waiting';
    },
    sosFailed(state, { payload }: PayloadAction<{ error: AppError }>) {
      Object.assign(state, { open: true, status: 'idle', error: payload.error });
    },
    sosSent: () => initialState,
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
});

export const {
  sosOpened,
  sosClosed,
  sosSubmitted,
  sosCancelled,
  sosResumed,
  sosFoundElsewhere,
  sosResolvedInOtherTab,
  sosOnItsWay,
  sosDelayed,
  sosFailed,
  sosSent,
} = slice.actions;

export const sosReducer = slice.reducer;
