import { call, put, select, take } from 'typed-redux-saga';
import type { NotifySettings } from '#contract/notifications';
import { request } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { clientName } from '#client/features/session/clientName';
import { selectUser } from '#client/features/session/selectors';
import { connectionEstablished } from '#client/features/session/slice';
import { selectPushInfo } from '../selectors';
import { pushInfoFailed, type PushInfo, pushInfoLoaded } from '../slice';

const NAME_MAX_LENGTH = 60;

/**
 * Storage key of the server's id of this browser. The id is stored while the user wants pushes on this browser; sign-out
 * removes it.
 */
function* deviceKey() {
  return `push:${(yield* select(selectUser))?.id}`;
}

/** Whether pushes reach this browser, by what the server said last. The permission alone brings none. */
export function* isReachedByPushes({ storage, notifications }: Services) {
  const info = yield* select(selectPushInfo);
  const deviceId = info ? info.deviceId : yield* call(storage.get, yield* deviceKey());
  return deviceId !== null && notifications.permission() === 'granted';
}

/** Shows the stored notification settings, then loads those of the server, again at each connection until it answers. */
export function* showInfo(services: Services) {
  if (!(yield* select(selectPushInfo))) yield* restoreInfo(services);
  while (true) {
    // Comes first, so that the page does not show this device as off while it subscribes again.
    yield* tryAndLog(services, subscribeAgain);
    if (yield* loadInfo(services)) return;
    yield* take(connectionEstablished);
  }
}

/** Storage key of what the notifications page shows without a network. Sign-out removes it. */
function* infoKey() {
  return `pushInfo:${(yield* select(selectUser))?.id}`;
}

function* restoreInfo(services: Services) {
  const stored = yield* call(services.storage.get, yield* infoKey());
  if (stored === null) return;
  try {
    const { available, settings } = JSON.parse(stored) as StoredInfo;
    if (settings && !isSettings(settings)) return;
    const deviceId = yield* call(services.storage.get, yield* deviceKey());
    yield* putInfo(services, { isAvailable: available, deviceId, devices: [], settings });
  } catch (error) {
    yield* call(services.log.info, 'The notification settings on this device cannot be read:', error);
  }
}

/** Another version of the app may have stored them in another form. */
const isSettings = ({ quiet, timeZone, privateText, messages }: NotifySettings): boolean =>
  (quiet === null || (typeof quiet.from === 'number' && typeof quiet.to === 'number')) &&
  typeof timeZone === 'string' &&
  typeof privateText === 'boolean' &&
  typeof messages === 'boolean';

/** The list of devices is left out. */
interface StoredInfo {
  available: boolean;
  settings: NotifySettings | null;
}

function* putInfo(
  services: Services,
  { isAvailable, ...info }: Omit<PushInfo, 'support'> & { isAvailable: boolean },
) {
  const push = yield* call(services.loadPush);
  const support = yield* call(push.support);
  const isUnavailable = support === 'supported' && !isAvailable;
  yield* put(pushInfoLoaded({ support: isUnavailable ? 'unavailable' : support, ...info }));
}

/** Loads what the notifications page shows. @returns false when the server did not answer */
export function* loadInfo(services: Services) {
  try {
    const { available, devices } = yield* loadStatus(services);
    const settings = yield* loadSettings(services);
    const id = yield* call(services.storage.get, yield* deviceKey());
    // It may have been removed on another device.
    const deviceId = devices.some((device) => device.id === id) ? id : null;
    yield* putInfo(services, { isAvailable: available, deviceId, devices, settings });
    const stored: StoredInfo = { available, settings };
    yield* call(services.storage.set, yield* infoKey(), JSON.stringify(stored));
    return true;
  } catch (error) {
    yield* call(services.log.info, 'The notification settings were not loaded:', error);
    yield* put(pushInfoFailed());
    return false;
  }
}

/** Servers that keep to the specification send no pushes. */
function* loadStatus(services: Services) {
  try {
    return yield* request(services, 'getPush', {});
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.status !== 404) throw error;
    return { available: false, publicKey: null, devices: [], removed: false };
  }
}

/** The settings also apply to email, ntfy and webhooks. Servers that keep to the specification have none. */
function* loadSettings(services: Services) {
  try {
    return yield* request(services, 'getNotifySettings', {});
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.status !== 404) throw error;
    return null;
  }
}

/** Subscribes this browser with the server's key, or renews its subscription unless the user has removed it. */
export function* subscribe(services: Services, isRenewal = false) {
  const push = yield* call(services.loadPush);
  const { publicKey, removed } = yield* loadStatus(services);
  if (isRenewal && removed) return void (yield* endSubscription(services));
  if (publicKey === null) {
    // While it has one, hidden pages leave alerts to pushes, of which none would come.
    yield* call(push.unsubscribe);
    throw new RequestFailed(null, { code: 'push_unavailable' });
  }
  const subscription = yield* call(push.subscribe, publicKey);
  const name = clientName(yield* call(push.userAgent)).slice(0, NAME_MAX_LENGTH);
  const { id } = yield* request(services, 'setPushDevice', { body: { ...subscription, name } });
  yield* call(services.storage.set, yield* deviceKey(), id);
}

/** Ends pushes to this browser. */
export function* unsubscribe(services: Services) {
  const id = yield* call(services.storage.get, yield* deviceKey());
  yield* endSubscription(services);
  if (id !== null) yield* request(services, 'deletePushDevice', { params: { id } });
}

function* endSubscription(services: Services) {
  const push = yield* call(services.loadPush);
  yield* call(services.storage.remove, yield* deviceKey());
  yield* call(push.unsubscribe);
}

/**
 * Sends this browser's subscription to the server at each start and with each new token, because the push service may
 * have changed its address, and the server its key or its list of devices.
 */
export function* renewDevice(services: Services) {
  while (!(yield* tryAndLog(services, renew))) yield* take(connectionEstablished);
}

function* renew(services: Services) {
  // Another user may have left a subscription in this browser.
  if ((yield* call(services.storage.get, yield* deviceKey())) === null) yield* call(unsubscribe, services);
  else yield* call(subscribeAgain, services);
}

/** Renews the subscription of a browser on which alerts are on. */
function* subscribeAgain(services: Services) {
  const isOn = (yield* call(services.storage.get, yield* deviceKey())) !== null;
  if (isOn && services.notifications.permission() === 'granted') yield* call(subscribe, services, true);
}

/** Logs why a renewal failed. @returns false when it failed */
function* tryAndLog(services: Services, work: (services: Services) => Generator) {
  try {
    yield* work(services);
    return true;
  } catch (error) {
    yield* call(services.log.info, 'The subscription to pushes was not renewed:', error);
    return false;
  }
}
