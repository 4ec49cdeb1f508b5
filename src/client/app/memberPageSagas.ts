/** The sagas of the pages about one member: one bundle, loaded when the first of them opens. */
export { profileSaga } from '#client/features/families/profile/saga';
export { addressesSaga } from '#client/features/locations/addresses/saga';
export { historySaga } from '#client/features/locations/history/saga';
