import { lateReducer } from '#client/store/lateReducer';

/** What a person is offered to do first in a new family. */
export type FirstStep = 'share' | 'invite' | 'home' | 'notifications' | 'phone';

/** How far the user is with the first steps of a family. */
export interface FamilySteps {
  familyId: string;
  done: FirstStep[];
  skipped: FirstStep[];
}

export interface FirstStepsState {
  /** One entry for each family that was created or joined on this device. */
  families: FamilySteps[];
  /** Below the members of a family, where the steps are one line at first. */
  isUnfolded: boolean;
  /** The invitation is unfolded in its step. */
  isInviting: boolean;
  /** Whether the browser can share a link with other apps. */
  canShare: boolean;
}

export const noFirstSteps: FirstStepsState = {
  families: [],
  isUnfolded: false,
  isInviting: false,
  canShare: false,
};

/** Its rules load after the first page. */
export const firstSteps = lateReducer(noFirstSteps);
