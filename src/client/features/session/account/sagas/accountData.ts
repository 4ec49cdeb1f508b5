import { runTask } from '#client/sagas/runTask';
import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectUser } from '../../selectors';
import { deviceEnded } from '../../devices/slice';
import { endSession } from '../../sagas/signIn';
import {
  type deleteConfirmed,
  type deviceEndConfirmed,
  type everywhereConfirmed,
  taskDone,
  taskFailed,
} from '../slice';

const taskFacts = { done: taskDone, failed: taskFailed };

/** Saves everything that the server holds about the person as a file. */
export function* downloadData(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* runTask(taskFacts, 'export', 'Failed to download your data', function* () {
    const file = yield* call(() => services.http.download('exportUser', { params: { id: user.id } }));
    yield* call(() => services.files.save('kinmap-export.json', file));
    return 'Your data was downloaded';
  });
}

/** Ends every session of the person, this one as well. */
export function* signOutEverywhere(services: Services, { payload }: ReturnType<typeof everywhereConfirmed>) {
  yield* runTask(taskFacts, 'everywhere', 'Failed to sign out everywhere', function* () {
    yield* request(services, 'signOutEverywhere', { body: payload });
    // The server has ended the session already.
    yield* call(endSession, services, 'requested' as const);
    return null;
  });
}

/** Ends a session of another device. */
export function* endDevice(services: Services, { payload }: ReturnType<typeof deviceEndConfirmed>) {
  const { id, currentPassword } = payload;
  yield* runTask(taskFacts, 'device', 'Failed to sign out the device', function* () {
    yield* request(services, 'endSession', { params: { id }, body: { currentPassword } });
    yield* put(deviceEnded({ id }));
    return 'The device was signed out';
  });
}

/** Deletes the account and everything that belongs to it. */
export function* deleteAccount(services: Services, { payload }: ReturnType<typeof deleteConfirmed>) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* runTask(taskFacts, 'delete', 'Failed to delete the account', function* () {
    yield* request(services, 'deleteUser', { params: { id: user.id }, body: { password: payload.password } });
    yield* call(endSession, services, 'requested' as const);
    return null;
  });
}
