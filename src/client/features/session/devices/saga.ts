import { call, fork, put, select, takeLatest } from 'typed-redux-saga';
import type { ServerEventPayload } from '#contract/events';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { guarded } from '#client/sagas/guarded';
import { request } from '#client/sagas/request';
import { retryLoad } from '#client/sagas/retryLoad';
import type { Services } from '#client/services/types';
import { accountOpened } from '#client/store/pageActions';
import { selectAccountOpened } from '../account/selectors';
import { selectUser } from '../selectors';
import { connectionEstablished, profileChanged } from '../slice';
import { accountNoticed, devicesFailed, devicesLoaded, devicesOutdated } from './slice';

/** What other devices of the user do with the account: signing in, changing the email. */
export function* accountNoticesSaga(services: Services) {
  yield* fork(watchSignIns, services);
  yield* fork(watchChanges, services);
  yield* takeLatest(accountNoticed, guarded(loadAccount), services);
  yield* takeLatest([accountOpened, connectionEstablished], guarded(loadShownAccount), services);
}

/** The list of the user's devices. Loaded with the account page. */
export function* devicesSaga(services: Services) {
  yield* takeLatest(
    [accountOpened, devicesOutdated, accountNoticed, connectionEstablished],
    guarded(loadDevices),
    services,
  );
  yield* put(devicesOutdated());
}

/** Other servers have no list. */
function* loadDevices(services: Services) {
  if (!(yield* select(selectAccountOpened))) return;
  try {
    yield* put(devicesLoaded({ sessions: yield* request(services, 'listSessions', {}) }));
  } catch (error) {
    yield* call(services.log.info, 'The signed-in devices were not loaded:', error);
    yield* put(devicesFailed());
  }
}

function* watchSignIns({ socket }: Services) {
  const signIns = bufferedChannel<ServerEventPayload<'session:created'>>((emit) =>
    socket.on('session:created', emit),
  );
  yield* watchChannel(signIns, function* (session) {
    yield* put(accountNoticed({ about: 'signIn', session }));
  });
}

function* watchChanges({ socket }: Services) {
  const changes = bufferedChannel<ServerEventPayload<'account:changed'>>((emit) =>
    socket.on('account:changed', emit),
  );
  yield* watchChannel(changes, function* ({ change }) {
    yield* put(accountNoticed({ about: change }));
  });
}

/** Loads what another device may have changed. */
function* loadAccount(services: Services) {
  yield* retryLoad(services, 'The account was not loaded:', function* () {
    const { id: _id, pendingEmail = null, ...fields } = yield* requestUser(services);
    yield* put(profileChanged({ ...fields, pendingEmail }));
  });
}

/** Asks again when the profile was saved meanwhile, because the older answer would take the change back. */
function* requestUser(services: Services) {
  while (true) {
    const before = yield* select(selectUser);
    const user = yield* request(services, 'me', {});
    if ((yield* select(selectUser)) === before) return user;
  }
}

/** A new name or picture comes without a notice. */
function* loadShownAccount(services: Services) {
  if (yield* select(selectAccountOpened)) yield* call(loadAccount, services);
}
