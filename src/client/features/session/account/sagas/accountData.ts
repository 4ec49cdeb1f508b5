import { runTask } from '#client/sagas/runTask';
import { call, put, select } from 'typed-redux-saga';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectUser } from '../../selectors';
import { signOutRequested } from '../../slice';
import { type deleteConfirmed, type everywhereConfirmed, taskDone, taskFailed } from '../slice';

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
    yield* put(signOutRequested());
    return null;
  });
}

/** Deletes the account and everything that belongs to it. */
export function* deleteAccount(services: Services, { payload }: ReturnType<typeof deleteConfirmed>) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* runTask(taskFacts, 'delete', 'Failed to delete the account', function* () {
    yield* request(services, 'deleteUser', { params: { id: user.id }, body: { password: payload.password } });
    yield* put(signOutRequested());
    return null;
  });
}
