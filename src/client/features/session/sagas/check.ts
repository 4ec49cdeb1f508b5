import { eventChannel } from 'redux-saga';
import { call, delay, put, race, select, take } from 'typed-redux-saga';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { selectUser } from '../selectors';
import { sessionCheckDelayed, signedIn, signedOut } from '../slice';
import { expireSession, setAuthToken } from './signIn';

/** Pauses between tries while the server gives no answer, in milliseconds; the last one repeats. */
const RETRY_PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

/**
 * The first check: the user whose token this device has is signed in again, at once where the device has stored who it
 * was. A refusal signs out silently; without an answer the token stays and the check is tried again, because a dead
 * network is no reason to lose a session.
 */
export function* checkSession(services: Services) {
  const token = yield* call(services.storage.get, TOKEN_STORAGE_KEY);
  if (token === null) return void (yield* put(signedOut({ reason: null })));
  yield* call(setAuthToken, services, token);
  const assumed = (yield* call(services.offlineCache.read))?.user;
  if (assumed) yield* put(signedIn({ user: assumed, assumed: true }));
  for (let attempt = 0; ; attempt += 1) {
    try {
      const before = yield* select(selectUser);
      const user = yield* call(services.http.call<'me'>, 'me' as const, {});
      // The profile was saved meanwhile, and the older answer would take the change back.
      if ((yield* select(selectUser)) !== before) continue;
      if (assumed && assumed.id !== user.id) return void (yield* call(beginAnew, services));
      return void (yield* put(signedIn({ user })));
    } catch (error) {
      if (isRefused(error)) {
        yield* call(services.log.failure, 'Authentication check failed:', error);
        return void (yield* expireSession(services, 'checkFailed'));
      }
      yield* put(sessionCheckDelayed());
      yield* call(untilWorthAnotherTry, services, attempt);
    }
  }
}

/** The token belongs to another person than the stored data. */
function beginAnew({ offlineCache, page }: Services): void {
  offlineCache.clear();
  page.reload();
}

/** Only a refusal says anything of the token; a server in trouble or a page of some hotel's network does not. */
function isRefused(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 401;
}

/** Waits a growing while, or until the browser is back online. */
function* untilWorthAnotherTry(services: Services, attempt: number) {
  const online = eventChannel<true>((emit) => services.page.onOnline((isOnline) => isOnline && emit(true)));
  try {
    const pause = RETRY_PAUSES_MS[attempt] ?? RETRY_PAUSES_MS.at(-1) ?? 0;
    yield* race({ pause: delay(pause), online: take(online) });
  } finally {
    online.close();
  }
}
