import { lateReducer } from '#client/store/lateReducer';

/** What a person is offered to do first in a new family. */
export type FirstStep = 'share' | 'invite' | 'home' | 'notifications' | 'phone';

export interface FirstStepsState {
  /** The family that was created or joined on this device; null: no steps are offered. */
  familyId: string | null;
  done: FirstStep[];
  skipped: FirstStep[];
  /** Below the members of a family, where the steps are one line at first. */
  isUnfolded: boolean;
  /** The invitation is unfolded in its step. */
  isInviting: boolean;
  /** Whether the browser can share a link with other apps. */
  canShare: boolean;
}

export const noFirstSteps: FirstStepsState = {
  familyId: null,
  done: [],
  skipped: [],
  isUnfolded: false,
  isInviting: false,
  canShare: false,
};

/** Its rules load after the first page. */
export const firstSteps = lateReducer(noFirstSteps);
