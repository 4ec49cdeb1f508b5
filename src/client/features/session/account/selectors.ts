import type { RootState } from '#client/store/rootState';
import type { AccountTask, Outcome } from './slice';

const IDLE: Outcome = { status: 'idle', message: null };

export const selectAccountOpened = (state: RootState) => state.account.opened;

/** How one of the tasks of the account screen stands. */
export const selectOutcome = (task: AccountTask) => (state: RootState) => state.account.tasks[task] ?? IDLE;
export const selectSuccesses = (state: RootState) => state.account.successes;
export const selectQuestion = (state: RootState) => state.account.question;
export const selectCodeShown = (state: RootState) => state.account.codeShown;
export const selectQrShown = (state: RootState) => state.account.qrShown;
export const selectLinkCopied = (state: RootState) => state.account.linkCopied;
