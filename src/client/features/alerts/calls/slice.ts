import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { SosAnswer, SosCall, SosEnding, SosLogEntry, SosPosition } from '#contract/sos';
import type { LocationFix } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { sosPageOpened } from '#client/store/pageActions';

/** What the page of an SOS shows besides the call; `selectCallPage` has the defaults of absent fields. */
export interface CallPage {
  /** Of the SOS; absent: the list of all. */
  id?: string;
  /** `missing`: there is none that the user may see. */
  status?: 'loading' | 'ready' | 'failed' | 'missing';
  /** Where the caller was, oldest first. */
  track?: SosPosition[];
  /** What happened, oldest first. */
  log?: SosLogEntry[];
}

/** The user's own SOS is over; or nobody got the user's answer, because the caller shares no family with them any more. */
export type CallOutcome = { what: 'ended' } | { what: 'answerLost'; name: string };

/** What is absent is not known yet; the selectors say what that means. */
export interface CallsState {
  /** Calls for help of the last 30 days by and to the user, newest first; absent on servers that know no life of an SOS. */
  calls?: SosCall[];
  /** Answers of the user that the server does not have yet, by the id of the SOS. */
  waitingAnswers?: Record<string, SosAnswer>;
  /** What became of what the user did about an SOS, until they have read it; null: nothing to say. */
  outcome?: CallOutcome | null;
  /** How the user ends calls of their own that the server still has as open, by the id of the SOS. */
  waitingEnds?: Record<string, SosEnding>;
  /** The page that is open; null: another one. */
  page?: CallPage | null;
  /** The user's own call that was just sent and can be taken back. */
  takeBackId?: string | null;
  /** When the last position of the user's own call was sent from this tab, ISO 8601. */
  sentAt?: string;
  /** The newest position of the user while their own call is open; absent or null without one. */
  ownFix?: LocationFix | null;
  /** Seconds until an SOS is sent; 0: the user is asked whether to send it; null: none is about to be sent. */
  countdown?: number | null;
}

export const callsChanged = createAction<CallsState>('alerts/calls/callsChanged');

const initialState: CallsState = {};

/** As little as can be, because this is in the first bundle: the sagas compute what has changed. */
export function callsReducer(state = initialState, action: UnknownAction): CallsState {
  if (callsChanged.match(action)) return { ...state, ...action.payload };
  if (sosPageOpened.match(action)) return { ...state, page: action.payload };
  return signedOut.match(action) ? initialState : state;
}
