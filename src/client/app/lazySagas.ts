/** The sagas of signed-in users: one bundle, so that the sign-in page does not load it. */
import { call, fork, select, take } from 'typed-redux-saga';
import { selectAccountOpened } from '#client/features/session/account/selectors';
import { importWithReload } from '#client/services/lazyImport';
import type { Services } from '#client/services/types';
import { accountOpened, historyOpened, importsOpened, profileOpened } from '#client/store/pageActions';
import type { RootState } from '#client/store/rootState';

export { accountNoticesSaga } from '#client/features/session/devices/saga';
export { alertsSaga } from '#client/features/alerts/saga';
export { invitationsSaga } from '#client/features/families/invitations/saga';
export { familiesSaga } from '#client/features/families/saga';
export { geofencesSaga } from '#client/features/geofences/saga';
export { locationsSaga } from '#client/features/locations/saga';
export { offlineCacheSaga } from './offlineCacheSaga';

/** Loads the chat after the first page, which does not need it. */
export function* chatSaga(services: Services) {
  const chat = yield* call(() => importWithReload(() => import('#client/features/chat/saga')));
  yield* chat.chatSaga(services);
}

/** Loads after the first page, which does not need it. */
export function* appUpdatesSaga(services: Services) {
  const updates = yield* call(() =>
    importWithReload(() => import('#client/features/session/sagas/appUpdates')),
  );
  yield* updates.appUpdatesSaga(services);
}

/** Loads after the first page, which shows what this device knows. */
export function* inboxSaga(services: Services) {
  const inbox = yield* call(() => importWithReload(() => import('#client/features/alerts/sagas/inbox')));
  yield* inbox.inboxSaga(services);
}

/** Loads after the first page, because alerts on closed pages are not for the page that is open. */
export function* pushSaga(services: Services) {
  const push = yield* call(() => importWithReload(() => import('./notificationSagas')));
  yield* fork(push.channelsSaga, services, push.requestConfirmed);
  yield* fork(push.checkInsSaga, services);
  yield* push.pushSaga(services);
}

/** Loads what the account page needs when it first opens. */
export function* accountPageSaga(services: Services) {
  if (!(yield* select(selectAccountOpened))) yield* take(accountOpened);
  const sagas = yield* call(() => importWithReload(() => import('./accountPageSagas')));
  for (const saga of Object.values(sagas)) yield* fork(saga, services);
}

/** Loads what the page of imports needs when it first opens. */
export function* importsSaga(services: Services) {
  yield* take(importsOpened);
  const imports = yield* call(() =>
    importWithReload(() => import('#client/features/locations/imports/saga')),
  );
  yield* imports.importsSaga(services);
}

/** Loads what the pages about one member need when the first of them opens. */
export function* memberPageSaga(services: Services) {
  if (!(yield* select(selectIsMemberPageOpened))) yield* take([profileOpened, historyOpened]);
  const sagas = yield* call(() => importWithReload(() => import('./memberPageSagas')));
  for (const saga of Object.values(sagas)) yield* fork(saga, services);
}

/** Read from the state here: the selectors of the history would bring its computations into the first bundle. */
const selectIsMemberPageOpened = ({ families, locations }: RootState) =>
  families.profile.userId !== null || locations.history.userId !== null;
