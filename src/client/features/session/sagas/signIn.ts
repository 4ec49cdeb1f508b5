import { call, put, select, spawn, take } from 'typed-redux-saga';
import { DEVICE_STORAGE_KEY, PASSWORD_MIN_LENGTH, TOKEN_STORAGE_KEY } from '#contract/limits';
import type { SessionAnswer } from '#contract/session';
import { request, reasonOf } from '#client/sagas/request';
import { RequestFailed, type SecondFactorRequest } from '#client/services/errors';
import type { AppError, Services } from '#client/services/types';
import { selectIsTokenChanging, selectIsSignedIn, selectSessionStatus } from '../selectors';
import {
  type registerSubmitted,
  type RegisterForm,
  registrationFailed,
  tokenChangeEnded,
  signedIn,
  signedOut,
  type SignOutReason,
  type signInSubmitted,
  signInCancelled,
  signInFailed,
} from '../slice';

/** The tab that exchanges the token holds this lock. */
export const TOKEN_LOCK = 'token';

/** Signs in with email and password; ends in `signedIn` or `signInFailed`. */
export function* signIn(services: Services, { payload }: ReturnType<typeof signInSubmitted>) {
  try {
    const answer = yield* request(services, 'login', { body: payload });
    yield* beginSession(services, answer);
  } catch (error) {
    const asked = secondFactorIn(error);
    if (asked) yield* call(continueWithSecondFactor, services, asked);
    else yield* put(signInFailed({ error: reasonOf(error, 'sign_in_failed') }));
  }
}

/** What the server asks for after the right password; null for every other failure. */
export function secondFactorIn(error: unknown): SecondFactorRequest | null {
  return error instanceof RequestFailed && error.reason?.code === 'secondFactorRequired'
    ? error.secondFactor
    : null;
}

function* continueWithSecondFactor(services: Services, asked: SecondFactorRequest) {
  try {
    // Few need it, so the first bundle goes without.
    const { passSecondFactor } = yield* call(() => import('./secondStep'));
    const answer = yield* passSecondFactor(services, asked, 'signIn');
    if (answer) yield* beginSession(services, answer);
    else yield* put(signInCancelled());
  } catch (error) {
    yield* put(signInFailed({ error: reasonOf(error, 'sign_in_failed') }));
  }
}

/** What is wrong with a registration form; null when it may be sent. */
function validateRegistration(form: RegisterForm): AppError | null {
  if (form.password !== form.confirmPassword) return { code: 'passwords_differ' };
  if (form.password.length < PASSWORD_MIN_LENGTH) return { code: 'password_too_short' };
  return null;
}

/** Creates an account; ends in `signedIn` or `registrationFailed`. */
export function* register(services: Services, { payload: form }: ReturnType<typeof registerSubmitted>) {
  const problem = validateRegistration(form);
  if (problem !== null) return void (yield* put(registrationFailed({ error: problem })));
  const { name, email, phone, password, inviteCode = '' } = form;
  try {
    const body = {
      name,
      email,
      password,
      ...(phone.trim() === '' ? {} : { phone }),
      ...(inviteCode.trim() === '' ? {} : { inviteCode }),
    };
    const answer = yield* request(services, 'register', { body });
    yield* beginSession(services, answer);
  } catch (error) {
    yield* put(registrationFailed({ error: reasonOf(error, 'registration_failed') }));
  }
}

function* beginSession(services: Services, { token, user }: SessionAnswer) {
  yield* call(services.storage.set, TOKEN_STORAGE_KEY, token);
  yield* call(setAuthToken, services, token);
  yield* put(signedIn({ user }));
}

/** Forgets the token and everything that belongs to the session. */
export function* endSession(services: Services, reason: SignOutReason) {
  // Many calls may find out at once that the session is over; it ends once.
  if ((yield* select(selectSessionStatus)) === 'signedOut') return;
  for (const key of [TOKEN_STORAGE_KEY, DEVICE_STORAGE_KEY]) yield* call(services.storage.remove, key);
  yield* call(services.offlineCache.clear);
  yield* call(setAuthToken, services, null);
  yield* call(services.inviteCodes.replaceAll, []);
  try {
    yield* put(signedOut({ reason }));
  } finally {
    // After the features have stopped writing. `signedOut` also cancels the check of a stored token, which may be here.
    removePersonalData(services.storage);
    yield* spawn(forgetDevice, services);
  }
}

/** Leaves nothing of the user in the browser's pushes and in the system, also when no page of the session was open. */
function* forgetDevice({ loadPush, log }: Services) {
  try {
    const push = yield* call(loadPush);
    // First, because what needs the push service may fail.
    yield* call(push.closeShown, () => true);
    yield* call(push.setBadge, 0);
    yield* call(push.unsubscribe);
  } catch (error) {
    yield* call(log.failure, 'Ending the pushes to this browser failed:', error);
  }
}

/** Ends the session at the user's request, also on the server, for which the page does not wait. */
export function* signOut(services: Services) {
  if (yield* select(selectIsSignedIn)) yield* spawn(endOnServer, services);
  yield* endSession(services, 'requested');
}

/** Sends the request with the token before the token is removed. Servers of the specification have no such route. */
function* endOnServer({ http, log }: Services) {
  try {
    yield* call(http.call<'signOut'>, 'signOut' as const, {});
  } catch (error) {
    yield* call(log.info, 'The sign-out did not reach the server:', error);
  }
}

/** Removes what features store on the device for users, under keys such as `name:userId` or `name:userId:id`. */
function removePersonalData(storage: Services['storage']): void {
  for (const key of storage.keys('')) if (key.includes(':')) storage.remove(key);
}

/**
 * The server has refused our token. That ends the session, unless this page exchanges or revokes the token, or another
 * tab of this browser exchanges it.
 */
export function* expireSession(services: Services, reason: SignOutReason) {
  if (yield* select(selectIsTokenChanging)) {
    yield* take(tokenChangeEnded);
    return;
  }
  yield* call(services.tabs.runExclusive, TOKEN_LOCK, async () => undefined);
  const stored = yield* call(services.storage.get, TOKEN_STORAGE_KEY);
  if (stored === null || services.http.usesToken(stored)) yield* call(endSession, services, reason);
  // This tab starts again with the new token.
  else yield* call(services.page.reload);
}

/** Gives the token to the two services that send it, or removes it when it is null. */
export function setAuthToken(services: Services, token: string | null): void {
  services.http.setToken(token);
  services.socket.setToken(token);
}
