import type { Action } from '@reduxjs/toolkit';
import { call, race, take, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { unauthorized } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { checkSession } from './sagas/check';
import { expireSession, register, signIn, signOut } from './sagas/signIn';
import {
  registerSubmitted,
  sessionExpired,
  signedIn,
  signedOut,
  signInSubmitted,
  signOutRequested,
} from './slice';

/** Signing in and out, and the check of the token that the device has stored. */
export function* sessionSaga(services: Services) {
  yield* takeLeading(signInSubmitted, guarded(signIn), services);
  yield* takeLeading(registerSubmitted, guarded(register), services);
  yield* takeLeading(signOutRequested, guarded(signOut), services);
  yield* takeLeading([sessionExpired, unauthorized], guarded(expire), services);
  // A late answer about the stored token must not end the session of a user who has signed in meanwhile.
  yield* race({ check: call(checkSession, services), over: take(isCheckObsolete) });
}

/** The user may sign out, and in again, while it waits for another tab. */
function* expire(services: Services) {
  yield* race({ work: call(expireSession, services, 'expired' as const), over: take(signedOut) });
}

function isCheckObsolete(action: Action): boolean {
  return signedOut.match(action) || (signedIn.match(action) && !action.payload.assumed);
}
