import { call, put, select } from 'typed-redux-saga';
import { reasonOf, request } from '#client/sagas/request';
import type { AppError, ClientErrorCode, Services } from '#client/services/types';
import { permissionFound } from '../../slice';
import type { notifySettingsChanged, pushDeviceRemoved, pushSwitched } from '../actions';
import { selectPushInfo } from '../selectors';
import { pushInfoLoaded, type PushTask, pushTaskChanged } from '../slice';
import { loadInfo, subscribe, unsubscribe } from './device';

const OTHERWISE: Record<PushTask['name'], ClientErrorCode> = {
  switch: 'push_not_switched',
  test: 'push_test_not_sent',
  remove: 'push_device_not_removed',
  settings: 'notify_settings_not_saved',
};

/** Runs a task of the page to its end, and loads what it has changed. */
function* perform(services: Services, name: PushTask['name'], work: () => Generator) {
  yield* put(pushTaskChanged({ name, isBusy: true, error: null }));
  let error: AppError | null = null;
  try {
    yield* work();
  } catch (reason) {
    yield* call(services.log.info, 'A task of the notifications page failed:', reason);
    error = reasonOf(reason, OTHERWISE[name]);
  }
  yield* loadInfo(services);
  yield* put(pushTaskChanged({ name, isBusy: false, error }));
}

/** Switches alerts on this device on or off. Browsers ask for the permission only after a click, and this is one. */
export function* switchPush(services: Services, { payload: { on } }: ReturnType<typeof pushSwitched>) {
  yield* perform(services, 'switch', function* () {
    if (!on) return void (yield* unsubscribe(services));
    const permission = yield* call(services.notifications.requestPermission);
    yield* put(permissionFound(permission));
    if (permission === 'granted') yield* subscribe(services);
  });
}

/** Lets the server send a push to this browser. */
export function* sendTest(services: Services) {
  yield* perform(services, 'test', function* () {
    const id = (yield* select(selectPushInfo))?.deviceId ?? '';
    yield* request(services, 'testPushDevice', { params: { id } });
  });
}

/** Ends pushes to a device of the user. */
export function* removeDevice(services: Services, { payload: { id } }: ReturnType<typeof pushDeviceRemoved>) {
  yield* perform(services, 'remove', function* () {
    if ((yield* select(selectPushInfo))?.deviceId === id) yield* unsubscribe(services);
    else yield* request(services, 'deletePushDevice', { params: { id } });
  });
}

/** Saves what reaches the user, and when. Quiet hours are those of the place where they were set. */
export function* saveSettings(services: Services, { payload }: ReturnType<typeof notifySettingsChanged>) {
  const settings = { ...payload, timeZone: yield* call(services.page.timeZone) };
  const info = yield* select(selectPushInfo);
  // Switches move with the press.
  if (info) yield* put(pushInfoLoaded({ ...info, settings }));
  yield* perform(services, 'settings', function* () {
    try {
      yield* request(services, 'setNotifySettings', { body: settings });
    } catch (error) {
      if (info) yield* put(pushInfoLoaded(info));
      throw error;
    }
  });
}
