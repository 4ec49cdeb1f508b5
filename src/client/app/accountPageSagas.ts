/** The sagas of the account page: one bundle, loaded when the page first opens. */
export { administrationSaga } from '#client/features/families/administration/saga';
export { accountSaga } from '#client/features/session/account/saga';
export { factorsSaga } from '#client/features/session/factors/saga';
export { devicesSaga } from '#client/features/session/devices/saga';
