import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Invitation } from '#contract/invitations';
import type { AppError } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';

export interface InvitationsState {
  /** Families that wait for this person's answer. */
  waiting: Invitation[];
  /** The one that is being answered. */
  answeringId: string | null;
  /** The one whose answer failed last, and why; null when none did. */
  failure: { id: string; error: AppError } | null;
}

const initialState: InvitationsState = { waiting: [], answeringId: null, failure: null };

const slice = createSlice({
  name: 'families/invitations',
  initialState,
  reducers: {
    // Intents
    invitationAccepted: answering,
    invitationDeclined: answering,
    // Facts
    /** Something has changed on the server. */
    invitationsOutdated() {},
    invitationsLoaded(state, { payload }: PayloadAction<{ invitations: Invitation[] }>) {
      state.waiting = payload.invitations;
    },
    invitationAnswered(state, { payload }: PayloadAction<{ id: string }>) {
      state.waiting = state.waiting.filter(({ id }) => id !== payload.id);
      state.answeringId = null;
      // It may have been stored although its answer was lost.
      if (state.failure?.id === payload.id) state.failure = null;
    },
    answerFailed(state, { payload }: PayloadAction<{ id: string; error: AppError }>) {
      state.answeringId = null;
      state.failure = payload;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
});

function answering(state: InvitationsState, { payload }: PayloadAction<{ id: string }>): void {
  state.answeringId = payload.id;
  state.failure = null;
}

export const {
  invitationAccepted,
  invitationDeclined,
  invitationsOutdated,
  invitationsLoaded,
  invitationAnswered,
  answerFailed,
} = slice.actions;

export const invitationsReducer = slice.reducer;
