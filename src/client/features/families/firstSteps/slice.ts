import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '#client/features/session/slice';
import { firstSteps, type FirstStep, type FirstStepsState, noFirstSteps } from './reducer';

/** What the device keeps. */
export type StoredFirstSteps = Pick<FirstStepsState, 'done' | 'skipped'> & { familyId: string };

const slice = createSlice({
  name: 'families/firstSteps',
  initialState: noFirstSteps,
  reducers: {
    // Intents
    stepSkipped(state, { payload }: PayloadAction<{ step: FirstStep }>) {
      state.skipped.push(payload.step);
    },
    skippedStepsShown(state) {
      state.skipped = [];
      state.isUnfolded = true;
    },
    firstStepsToggled(state) {
      state.isUnfolded = !state.isUnfolded;
    },
    invitingToggled(state) {
      state.isInviting = !state.isInviting;
    },
    /** The system's share sheet is asked for. */
    inviteShareRequested(_state, _action: PayloadAction<{ familyId: string; text: string }>) {},
    // Facts
    /** A family was created or joined here, or an earlier visit began these steps. */
    firstStepsBegun: ({ canShare }, { payload }: PayloadAction<StoredFirstSteps>) => ({
      ...noFirstSteps,
      ...payload,
      canShare,
    }),
    stepsDone(state, { payload }: PayloadAction<{ steps: FirstStep[] }>) {
      state.done.push(...payload.steps);
    },
    shareSheetFound(state) {
      state.canShare = true;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, ({ canShare }) => ({ ...noFirstSteps, canShare })),
});

export const {
  stepSkipped,
  skippedStepsShown,
  firstStepsToggled,
  invitingToggled,
  inviteShareRequested,
  firstStepsBegun,
  stepsDone,
  shareSheetFound,
} = slice.actions;

export const fullFirstStepsReducer = slice.reducer;

firstSteps.provide(fullFirstStepsReducer);
