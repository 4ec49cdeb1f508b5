/** What works for signed-in people only; a bundle of its own, so that nobody loads it before signing in. */
import { call } from 'typed-redux-saga';
import { importWithReload } from '#client/services/lazyImport';
import type { Services } from '#client/services/types';

export { alertsSaga } from '#client/features/alerts/saga';
export { familiesSaga } from '#client/features/families/saga';
export { geofencesSaga } from '#client/features/geofences/saga';
export { invitationsSaga } from '#client/features/families/invitations/saga';
export { laterSagas } from './laterSagas';
export { offlineCacheSaga } from './offlineCacheSaga';
export { locationsSaga } from '#client/features/locations/saga';

/** The chat comes behind the first screen, which does not need it. */
export function* chatSaga(services: Services) {
  const chat = yield* call(() => importWithReload(() => import('#client/features/chat/saga')));
  yield* call(chat.chatSaga, services);
}
