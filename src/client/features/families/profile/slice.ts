import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Profile } from '#contract/session';
import type { AppError } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { profileOpened } from '#client/store/pageActions';

export interface ProfileState {
  /** Whose profile is shown; null before the page was opened. */
  userId: string | null;
  status: 'idle' | 'loading' | 'failed' | 'ready';
  error: AppError | null;
  /** People who are in none of the user's families, by id. */
  fetched: Record<string, Profile>;
}

const initialState: ProfileState = { userId: null, status: 'idle', error: null, fetched: {} };

const slice = createSlice({
  name: 'families/profile',
  initialState,
  reducers: {
    // Intents
    profileRequested() {},
    // Facts
    profileReady(state) {
      state.status = 'ready';
    },
    profileFetched(state, { payload }: PayloadAction<{ person: Profile }>) {
      state.status = 'ready';
      state.fetched[payload.person.id] = payload.person;
    },
    profileLoadFailed(state, { payload }: PayloadAction<{ error: AppError }>) {
      state.status = 'failed';
      state.error = payload.error;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(profileOpened, (state, { payload }) => {
        state.userId = payload.userId;
        state.status = 'loading';
        state.error = null;
      }),
});

export const { profileRequested, profileReady, profileFetched, profileLoadFailed } = slice.actions;

export const profileReducer = slice.reducer;
