import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '#client/features/session/slice';
import { type FamilySteps, firstSteps, type FirstStep, noFirstSteps } from './reducer';
import { isOwnStep } from './storage';

interface StepsOfFamily {
  familyId: string;
  steps: FirstStep[];
}

const slice = createSlice({
  name: 'families/firstSteps',
  initialState: noFirstSteps,
  reducers: {
    // Intents
    stepSkipped({ families }, { payload }: PayloadAction<{ familyId: string; step: FirstStep }>) {
      families.find(({ familyId }) => familyId === payload.familyId)?.skipped.push(payload.step);
    },
    /** The user's own steps are shown again in every family. */
    skippedStepsShown(state, { payload }: PayloadAction<{ familyId: string }>) {
      for (const family of state.families)
        family.skipped =
          family.familyId === payload.familyId ? [] : family.skipped.filter((step) => !isOwnStep(step));
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
    firstStepsBegun: ({ families, canShare }, { payload }: PayloadAction<FamilySteps>) => ({
      ...noFirstSteps,
      families: [...families.filter(({ familyId }) => familyId !== payload.familyId), payload],
      canShare,
    }),
    stepsDone({ families }, { payload }: PayloadAction<StepsOfFamily>) {
      families.find(({ familyId }) => familyId === payload.familyId)?.done.push(...payload.steps);
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
