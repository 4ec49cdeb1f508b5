import { call, put, select } from 'typed-redux-saga';
import { selectUser } from '#client/features/session/selectors';
import { request } from '#client/sagas/request';
import { retryLoad } from '#client/sagas/retryLoad';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import type { StoredCheckIns } from '../reducer';
import { selectCheckIns, selectOnce, selectRequests } from '../selectors';
import { checkInsLoaded, checkInsMissing, checkInsRestored, requestsLoaded } from '../slice';
import { checkInsKey, parseStoredCheckIns } from '../storage';

/** Loads the open check-ins. Servers that keep to the specification answer 404, and have no check-ins. */
export function* loadCheckIns(services: Services) {
  yield* retryLoad(services, 'The check-ins were not loaded:', function* () {
    const before = (yield* select(selectCheckIns)) ?? [];
    try {
      yield* put(checkInsLoaded({ before, loaded: yield* request(services, 'listCheckIns', {}) }));
      yield* loadRequests(services);
    } catch (error) {
      if (error instanceof RequestFailed && error.status === 404) yield* put(checkInsMissing());
      throw error;
    }
  });
}

function* loadRequests(services: Services): Generator {
  const before = yield* select(selectRequests);
  const loaded = yield* request(services, 'listCheckInRequests', {});
  const known = new Set([...before, ...loaded].map(({ id }) => id));
  // The list may be from before a request that has arrived meanwhile.
  if ((yield* select(selectRequests)).some(({ id }) => !known.has(id)))
    return void (yield* loadRequests(services));
  yield* put(requestsLoaded(loaded));
}

/** Shows what this device knew last, for a start without a network. */
export function* restoreCheckIns({ storage }: Services) {
  const user = yield* select(selectUser);
  const stored = user && parseStoredCheckIns(yield* call(storage.get, checkInsKey(user.id)));
  if (stored) yield* put(checkInsRestored(stored));
}

/** Keeps what is known on this device. */
export function* persistCheckIns({ storage }: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const list = yield* select(selectCheckIns);
  if (!list) return yield* call(storage.remove, checkInsKey(user.id));
  const stored: StoredCheckIns = {
    list,
    requests: yield* select(selectRequests),
    once: yield* select(selectOnce),
  };
  yield* call(storage.set, checkInsKey(user.id), JSON.stringify(stored));
}
