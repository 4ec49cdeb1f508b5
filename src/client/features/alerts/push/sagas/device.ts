import { call, put, select, take } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import { CallFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { clientName } from '#client/features/session/clientName';
import { selectUser } from '#client/features/session/selectors';
import { connectionEstablished } from '#client/features/session/slice';
import { pushInfoFailed, pushInfoLoaded } from '../slice';

const NAME_MAX_LENGTH = 60;

/**
 * Where this browser keeps the server's id of it, as long as a person wants alerts on it. Sign-out removes it with all that
 * is theirs.
 */
function* deviceKey() {
  return `push:${(yield* select(selectUser))?.id}`;
}

/** Loads what the notifications page shows. */
export function* loadInfo(services: Services) {
  try {
    const push = yield* call(services.loadPush);
    const { available, devices } = yield* loadStatus(services);
    const settings = available ? yield* request(services, 'getNotifySettings', {}) : null;
    const kept = yield* call(services.storage.get, yield* deviceKey());
    // It may have been removed on another device.
    const deviceId = devices.some(({ id }) => id === kept) ? kept : null;
    const support = yield* call(push.support);
    const isUnavailable = support === 'supported' && !available;
    yield* put(
      pushInfoLoaded({ support: isUnavailable ? 'unavailable' : support, deviceId, devices, settings }),
    );
  } catch (error) {
    yield* call(services.log.info, 'The notification settings were not loaded:', error);
    yield* put(pushInfoFailed());
  }
}

/** Servers that keep to the specification send no pushes. */
function* loadStatus(services: Services) {
  try {
    return yield* request(services, 'getPush', {});
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error;
    return { available: false, publicKey: null, devices: [] };
  }
}

/** Subscribes this browser for the server's key, or renews that. */
export function* subscribe(services: Services) {
  const push = yield* call(services.loadPush);
  const { publicKey } = yield* loadStatus(services);
  if (publicKey === null) throw new CallFailed(null, { code: 'push_unavailable' });
  const subscription = yield* call(push.subscribe, publicKey);
  const name = clientName(yield* call(push.userAgent)).slice(0, NAME_MAX_LENGTH);
  const { id } = yield* request(services, 'setPushDevice', { body: { ...subscription, name } });
  yield* call(services.storage.set, yield* deviceKey(), id);
}

/** Ends pushes to this browser. */
export function* unsubscribe(services: Services) {
  const push = yield* call(services.loadPush);
  const key = yield* deviceKey();
  const id = yield* call(services.storage.get, key);
  yield* call(services.storage.remove, key);
  yield* call(push.unsubscribe);
  if (id !== null) yield* request(services, 'deletePushDevice', { params: { id } });
}

/**
 * Tells the server of this browser at each start: its push service may have given it another address, and the server may
 * have another key.
 */
export function* renewDevice(services: Services) {
  while (true) {
    try {
      return void (yield* call(renew, services));
    } catch (error) {
      yield* call(services.log.info, 'The subscription to pushes was not renewed:', error);
    }
    yield* take(connectionEstablished);
  }
}

function* renew(services: Services) {
  // Another user may have left a subscription in this browser.
  if ((yield* call(services.storage.get, yield* deviceKey())) === null) yield* call(unsubscribe, services);
  else if (services.notifications.permission() === 'granted') yield* call(subscribe, services);
}
