import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { IDLE_OUTCOME, type Outcome } from '#client/store/tasks';

/** The status of the form on a page of an emailed link. The intents are in a later bundle, with their saga. */
export type AccountLinkOutcome = Outcome<never>;

export const accountLinkProgressed = createAction<AccountLinkOutcome>('session/accountLinkProgressed');

/** Not by `createSlice`, because the first bundle has no room for more. */
export function accountLinksReducer(
  state: AccountLinkOutcome = IDLE_OUTCOME,
  action: UnknownAction,
): AccountLinkOutcome {
  return accountLinkProgressed.match(action) ? action.payload : state;
}
