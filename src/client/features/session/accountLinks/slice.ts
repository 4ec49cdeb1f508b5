import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { IDLE_OUTCOME, type Outcome } from '#client/store/tasks';

/** How the form stands that is on the page of a link. The intents are in a later bundle, where their saga is. */
export type AccountLinkOutcome = Outcome<never>;

export const accountLinkProgressed = createAction<AccountLinkOutcome>('session/accountLinkProgressed');

/** Not by `createSlice`, because the first bundle has no room for more. */
export function accountLinksReducer(
  state: AccountLinkOutcome = IDLE_OUTCOME,
  action: UnknownAction,
): AccountLinkOutcome {
  return accountLinkProgressed.match(action) ? action.payload : state;
}
