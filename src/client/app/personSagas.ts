/** What the pages about a person need; a bundle of its own, fetched when the first of them is opened. */
export { historySaga } from '../features/history/saga';
export { profileSaga } from '../features/profile/saga';
