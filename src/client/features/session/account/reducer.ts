import type { Reducer } from '@reduxjs/toolkit';
import { lateReducer } from '#client/store/lateReducer';
import { accountOpened, familyOpened } from '#client/store/pageActions';
import { noTasks, type Tasks } from '#client/store/tasks';
import { signedOut } from '../slice';

/** What the account page can do with the user's own account. */
export type AccountTask =
  | 'addTotp'
  | 'confirmTotp'
  | 'addPasskey'
  | 'removeFactor'
  | 'renewCodes'
  | 'profile'
  | 'phoneSharing'
  | 'pendingEmail'
  | 'picture'
  | 'password'
  | 'export'
  | 'everywhere'
  | 'device'
  | 'history'
  | 'delete';

/** What the page says of a task that is done. */
export type AccountResult =
  | 'profile_updated'
  | 'link_sent'
  | 'email_change_cancelled'
  | 'picture_changed'
  | 'picture_removed'
  | 'password_updated'
  | 'data_downloaded'
  | 'device_signed_out'
  | 'history_deleted';

/** Tasks that the user confirms in a dialog first. */
export type AccountQuestion =
  'everywhere' | 'device' | 'history' | 'delete' | 'addTotp' | 'addPasskey' | 'removeFactor' | 'renewCodes';

export interface AccountState extends Tasks<AccountTask, AccountResult> {
  /** The account page or the family page was opened in this session: their sagas load together. */
  opened: boolean;
  question: AccountQuestion | null;
  /** The session or factor that the question is about. */
  questionedId: string | null;
}

export const initialAccount: AccountState = {
  ...noTasks(),
  opened: false,
  question: null,
  questionedId: null,
};

/** Until the slice is loaded: `accountOpened`, `familyOpened` and `signedOut` reset the state. */
const early: Reducer<AccountState> = (state = initialAccount, action) => {
  if (signedOut.match(action)) return initialAccount;
  return accountOpened.match(action) || familyOpened.match(action)
    ? { ...initialAccount, opened: true }
    : state;
};

/** The slice brings the full reducer when the page loads. */
export const account = lateReducer(initialAccount, early);
