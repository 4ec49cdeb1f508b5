import { call, put, takeLatest } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { pageShown, updateAccepted, updateFound } from '../device/slice';

/** Installs the service worker, and offers newer versions of the app. A page that comes back looks for one. */
export function* appUpdatesSaga(services: Services) {
  const appUpdates = yield* call(services.loadAppUpdates);
  yield* takeLatest(pageShown, function* () {
    yield* call(appUpdates.check);
  });
  yield* takeLatest(updateAccepted, function* () {
    yield* call(appUpdates.apply);
  });
  const found = bufferedChannel<'found'>((emit) => appUpdates.watch(() => emit('found')));
  yield* watchChannel(found, function* () {
    yield* put(updateFound());
  });
}
