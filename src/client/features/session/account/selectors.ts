import type { RootState } from '#client/store/rootState';
import { IDLE_OUTCOME } from '#client/store/tasks';
import type { AccountTask } from './reducer';

export const selectAccountOpened = (state: RootState) => state.session.account.opened;
/** The status of a task of the account. */
export const selectAccountOutcome = (task: AccountTask) => (state: RootState) =>
  state.session.account.tasks[task] ?? IDLE_OUTCOME;
export const selectAccountSuccesses = (state: RootState) => state.session.account.successes;
export const selectQuestionedId = (state: RootState) => state.session.account.questionedId;
export const selectAccountQuestion = (state: RootState) => state.session.account.question;
