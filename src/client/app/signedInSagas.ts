/** What works for signed-in people only; a bundle of its own, so that nobody loads it before signing in. */
export { alertsSaga } from '../features/alerts/saga';
export { familiesSaga } from '../features/families/saga';
export { geofencesSaga } from '../features/geofences/saga';
export { invitationsSaga } from '../features/invitations/saga';
export { laterSagas } from './laterSagas';
export { locationsSaga } from '../features/locations/saga';
