import type { CheckIn, CheckInRequest, OnceAlert } from '#contract/checkIns';
import type { AppError } from '#client/services/types';
import { lateReducer } from '#client/store/lateReducer';

/** The state of a task of the user with check-ins. */
export interface CheckInTask {
  name: 'start' | 'extend' | 'arrived' | 'cancelled' | 'ask' | 'answer' | 'once';
  /** The id of the check-in, the request or the member; for a start, the `clientId` of its form. */
  about: string;
  isBusy: boolean;
  error: AppError | null;
}

/** What a device keeps for a start without a network. */
export interface StoredCheckIns {
  list: CheckIn[];
  requests: CheckInRequest[];
  once: Record<string, OnceAlert[]>;
}

/**
 * The form of a new check-in. `clientId` stays the same until it is started, so that a retry starts no second one.
 * `requestId`: starting it accepts this request.
 */
export interface CheckInForm {
  clientId: string;
  requestId: string | null;
}

export interface CheckInsState {
  /** Own check-ins and those that the user watches, newest first; null until they are known, and on servers without. */
  list: CheckIn[] | null;
  /** To and from the user, newest first. */
  requests: CheckInRequest[];
  /** The alerts that the user wants once, by the id of the member. */
  once: Record<string, OnceAlert[]>;
  /** null while it is closed. */
  form: CheckInForm | null;
  /** The one that was started last. */
  task: CheckInTask | null;
}

export const initialCheckIns: CheckInsState = { list: null, requests: [], once: {}, form: null, task: null };

/** Its rules load with the sagas of check-ins. */
export const checkIns = lateReducer(initialCheckIns);
