import type { Action } from '@reduxjs/toolkit';
import { call, fork, race, take, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import { endSession, expireSession, register, signIn } from './sagas/signIn';
import { checkSession } from './sagas/check';
import { holdConnection } from './sagas/realtime';
import {
  registerSubmitted,
  sessionExpired,
  signedIn,
  signedOut,
  signInSubmitted,
  signOutRequested,
} from './slice';

/** Accounts, the session and its realtime connection. */
export function* sessionSaga(services: Services) {
  const { log } = services;
  yield* takeLeading(
    signInSubmitted,
    guarded(log, (action) => signIn(services, action)),
  );
  yield* takeLeading(
    registerSubmitted,
    guarded(log, (action) => register(services, action)),
  );
  yield* takeLeading(
    signOutRequested,
    guarded(log, () => endSession(services, 'requested')),
  );
  yield* takeLeading(
    sessionExpired,
    guarded(log, () => expireSession(services)),
  );
  yield* fork(whileSignedIn, () => holdConnection(services));
  // A late answer about the kept token must not touch the session of somebody who has signed in meanwhile.
  yield* race({ check: call(checkSession, services), over: take(isOver) });
}

/** The kept token says nothing any more: the session has ended, or another one has begun. */
function isOver(action: Action): boolean {
  return signedOut.match(action) || (signedIn.match(action) && !action.payload.assumed);
}
