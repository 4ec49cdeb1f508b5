/** The sagas of notifications on closed pages: one bundle, loaded after the first page. */
export { checkInsSaga } from '#client/features/alerts/checkIns/saga';
export { channelsSaga } from '#client/features/alerts/channels/saga';
export { pushSaga } from '#client/features/alerts/push/saga';
export { requestConfirmed } from '#client/features/session/sagas/secondStep';
