import { fork, takeLatest, takeLeading } from 'typed-redux-saga';
import { safely } from '#client/sagas/guarded';
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
    safely(log, (action) => saveProfile(services, action)),
  );
  // Not every browser tells that nothing was chosen, so a second press begins anew.
  yield* takeLatest(
    pictureChangeRequested,
    safely(log, () => changePicture(services)),
  );
  yield* takeLeading(
    pictureRemovalRequested,
    safely(log, () => removePicture(services)),
  );
  yield* takeLeading(
    passwordSubmitted,
    safely(log, (action) => changePassword(services, action)),
  );
  yield* takeLeading(
    exportRequested,
    safely(log, () => downloadData(services)),
  );
  yield* takeLeading(
    everywhereConfirmed,
    safely(log, () => signOutEverywhere(services)),
  );
  yield* takeLeading(
    deleteConfirmed,
    safely(log, (action) => deleteAccount(services, action)),
  );
}

function* watchFamily(services: Services) {
  const { log } = services;
  yield* takeLeading(
    renameSubmitted,
    safely(log, (action) => renameFamily(services, action)),
  );
  yield* takeLeading(
    newCodeConfirmed,
    safely(log, (action) => renewCode(services, action)),
  );
  yield* takeLeading(
    inviteSubmitted,
    safely(log, (action) => inviteMember(services, action)),
  );
  yield* takeLeading(
    removalConfirmed,
    safely(log, (action) => removeMember(services, action)),
  );
  yield* takeLeading(
    adminChosen,
    safely(log, (action) => setAdmin(services, action)),
  );
  yield* takeLatest(
    linkCopyRequested,
    safely(log, (action) => copyLink(services, action)),
  );
}
