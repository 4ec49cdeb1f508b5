/** The sagas of signed-in users: one bundle, so that the sign-in page does not load it. */
import { call, fork, select, take } from 'typed-redux-saga';
import { selectAccountOpened } from '#client/features/session/account/selectors';
import { importWithReload } from '#client/services/lazyImport';
import type { Services } from '#client/services/types';
import {
  accountOpened,
  familyOpened,
  historyOpened,
  importsOpened,
  phonesOpened,
  profileOpened,
} from '#client/store/pageActions';
import type { RootState } from '#client/store/rootState';

export { alertsSaga } from '#client/features/alerts/saga';
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

/** Loads what the first page does not need, in one bundle. */
export function* laterSaga(services: Services) {
  const sagas = yield* call(() => importWithReload(() => import('./laterSagas')));
  yield* fork(sagas.accountNoticesSaga, services);
  yield* fork(sagas.channelsSaga, services, sagas.requestConfirmed);
  yield* fork(sagas.checkInsSaga, services);
  yield* fork(sagas.firstStepsSaga, services);
  yield* fork(sagas.showLinkedForm);
  yield* fork(sagas.geofenceFormSaga, services);
  yield* fork(sagas.invitationsSaga, services);
  yield* fork(sagas.placeLogSaga, services);
  yield* fork(sagas.shareInviteSaga, services, sagas.createShareSheet());
  yield* fork(sagas.pointsSaga, services);
  yield* fork(sagas.whereaboutsSaga, services);
  yield* sagas.pushSaga(services);
}

/** Loads what the pages of the account and of the family need when the first of them opens. */
export function* accountPageSaga(services: Services) {
  if (!(yield* select(selectAccountOpened))) yield* take([accountOpened, familyOpened]);
  const sagas = yield* call(() => importWithReload(() => import('./accountPageSagas')));
  for (const saga of Object.values(sagas)) yield* fork(saga, services);
}

/** Loads what the pages about the user's own positions need when the first of them opens. */
export function* positionPageSaga(services: Services) {
  if (!(yield* select(selectIsPositionPageOpened))) yield* take([importsOpened, phonesOpened]);
  const sagas = yield* call(() => importWithReload(() => import('./smallPageSagas')));
  yield* sagas.positionPagesSaga(services);
}

/** Loads what the pages about one member need when the first of them opens. */
export function* memberPageSaga(services: Services) {
  if (!(yield* select(selectIsMemberPageOpened))) yield* take([profileOpened, historyOpened]);
  const sagas = yield* call(() => importWithReload(() => import('./memberPageSagas')));
  for (const saga of Object.values(sagas)) yield* fork(saga, services);
}

const selectIsPositionPageOpened = ({ locations }: RootState) => locations.imports.isOpened === true;

/** Read from the state directly, because the history's selectors would add its computations to the first bundle. */
const selectIsMemberPageOpened = ({ families, locations }: RootState) =>
  families.profile.userId !== null || locations.history.userId !== null;
