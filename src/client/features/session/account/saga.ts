import { fork, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import {
  adminChosen,
  deleteConfirmed,
  everywhereConfirmed,
  exportRequested,
  inviteSubmitted,
  linkCopyRequested,
  newCodeConfirmed,
  passwordSubmitted,
  pictureChangeRequested,
  pictureRemovalRequested,
  profileSubmitted,
  removalConfirmed,
  renameSubmitted,
} from './slice';
import { deleteAccount, downloadData, signOutEverywhere } from './sagas/accountData';
import {
  copyLink,
  inviteMember,
  removeMember,
  renameFamily,
  renewCode,
  setAdmin,
} from '#client/features/families/administration/sagas';
import { changePassword } from './sagas/password';
import { changePicture, removePicture, saveProfile } from './sagas/profile';

/** What one does with one's account, and admins with their families. Fetched when the account screen is. */
export function* accountSaga(services: Services) {
  yield* fork(whileSignedIn, function* () {
    yield* fork(watchPerson, services);
    yield* fork(watchFamily, services);
  });
}

function* watchPerson(services: Services) {
  const { log } = services;
  yield* takeLeading(
    profileSubmitted,
    guarded(log, (action) => saveProfile(services, action)),
  );
  // Not every browser tells that nothing was chosen, so a second press begins anew.
  yield* takeLatest(
    pictureChangeRequested,
    guarded(log, () => changePicture(services)),
  );
  yield* takeLeading(
    pictureRemovalRequested,
    guarded(log, () => removePicture(services)),
  );
  yield* takeLeading(
    passwordSubmitted,
    guarded(log, (action) => changePassword(services, action)),
  );
  yield* takeLeading(
    exportRequested,
    guarded(log, () => downloadData(services)),
  );
  yield* takeLeading(
    everywhereConfirmed,
    guarded(log, () => signOutEverywhere(services)),
  );
  yield* takeLeading(
    deleteConfirmed,
    guarded(log, (action) => deleteAccount(services, action)),
  );
}

function* watchFamily(services: Services) {
  const { log } = services;
  yield* takeLeading(
    renameSubmitted,
    guarded(log, (action) => renameFamily(services, action)),
  );
  yield* takeLeading(
    newCodeConfirmed,
    guarded(log, (action) => renewCode(services, action)),
  );
  yield* takeLeading(
    inviteSubmitted,
    guarded(log, (action) => inviteMember(services, action)),
  );
  yield* takeLeading(
    removalConfirmed,
    guarded(log, (action) => removeMember(services, action)),
  );
  yield* takeLeading(
    adminChosen,
    guarded(log, (action) => setAdmin(services, action)),
  );
  yield* takeLatest(
    linkCopyRequested,
    guarded(log, (action) => copyLink(services, action)),
  );
}
