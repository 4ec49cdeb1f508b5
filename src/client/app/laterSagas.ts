/**
 * The sagas of notifications on closed pages, and of what the first map does without: invitations, the form and the log of
 * geofences, and where members are besides their position. One bundle, loaded after the first page.
 */
export { accountNoticesSaga } from '#client/features/session/devices/saga';
export { checkInsSaga } from '#client/features/alerts/checkIns/saga';
export { firstStepsSaga } from './firstStepsSaga';
export { showLinkedForm } from './showLinkedForm';
export { invitationsSaga } from '#client/features/families/invitations/saga';
export { shareInviteSaga } from '#client/features/families/sagas/shareInvite';
export { createShareSheet } from '#client/services/shareSheet';
export { channelsSaga } from '#client/features/alerts/channels/saga';
export { geofenceFormSaga } from '#client/features/geofences/formSaga';
export { placeLogSaga } from '#client/features/geofences/log/saga';
export { pointsSaga } from '#client/features/locations/points/saga';
export { whereaboutsSaga } from '#client/features/locations/whereabouts/saga';
export { pushSaga } from '#client/features/alerts/push/saga';
export { requestConfirmed } from '#client/features/session/sagas/secondStep';
