import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import { selectSelectedFamily } from '../selectors';
import type { FamilySteps } from './reducer';
import { isOwnStep } from './storage';

export const selectFirstSteps = (state: RootState) => state.families.firstSteps;

/**
 * How far the user is with the steps of the selected family, with their own steps as they are in any family; undefined
 * where it was not created or joined on this device.
 */
export const selectSelectedSteps = createSelector(
  [(state: RootState) => selectFirstSteps(state).families, selectSelectedFamily],
  (families, selected): FamilySteps | undefined => {
    const steps = families.find(({ familyId }) => familyId === selected?.id);
    if (!steps) return undefined;
    const withOwn = (key: 'done' | 'skipped') => [
      ...steps[key].filter((step) => !isOwnStep(step)),
      ...families.flatMap((family) => family[key].filter(isOwnStep)),
    ];
    return { ...steps, done: withOwn('done'), skipped: withOwn('skipped') };
  },
);
