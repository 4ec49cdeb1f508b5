import type { RootState } from '#client/store/rootState';
import { IDLE_OUTCOME } from '#client/store/tasks';
import type { AdministrationTask } from './slice';

/** How one of the tasks of admins stands. */
export const selectAdministrationOutcome = (task: AdministrationTask) => (state: RootState) =>
  state.families.administration.tasks[task] ?? IDLE_OUTCOME;
export const selectAdministrationSuccesses = (state: RootState) => state.families.administration.successes;
export const selectAdministrationQuestion = (state: RootState) => state.families.administration.question;
export const selectCodeShown = (state: RootState) => state.families.administration.codeShown;
export const selectQrShown = (state: RootState) => state.families.administration.qrShown;
export const selectLinkCopy = (state: RootState) => state.families.administration.linkCopy;
