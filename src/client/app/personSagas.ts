/** What the pages about a person need; a bundle of its own, fetched when the first of them is opened. */
export { historySaga } from '#client/features/locations/history/saga';
export { profileSaga } from '#client/features/families/profile/saga';
