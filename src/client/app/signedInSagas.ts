/** What works for signed-in people only; a bundle of its own, so that nobody loads it before signing in. */
import { call } from 'typed-redux-saga';
import { fetchSurely } from '../services/fetching';
import type { Services } from '../services/types';

export { alertsSaga } from '../features/alerts/saga';
export { familiesSaga } from '../features/families/saga';
export { geofencesSaga } from '../features/geofences/saga';
export { invitationsSaga } from '../features/invitations/saga';
export { laterSagas } from './laterSagas';
export { lastSeenSaga } from '../features/lastSeen/saga';
export { locationsSaga } from '../features/locations/saga';

/** The chat comes behind the first screen, which does not need it. */
export function* chatSaga(services: Services) {
  const chat = yield* call(() => fetchSurely(() => import('../features/chat/saga')));
  yield* call(chat.chatSaga, services);
}
