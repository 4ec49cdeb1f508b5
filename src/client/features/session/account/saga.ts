import { takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import {
  deleteAccount,
  deleteOwnHistory,
  downloadData,
  signOutDevice,
  signOutEverywhere,
} from './sagas/accountData';
import { cancelEmailChange, sendEmailLink } from './sagas/email';
import { changePassword } from './sagas/password';
import { changePicture, removePicture, saveProfile, sharePhone } from './sagas/profile';
import {
  accountDeletionConfirmed,
  deviceSignOutConfirmed,
  emailChangeCancelled,
  emailLinkRequested,
  signOutEverywhereConfirmed,
  exportRequested,
  historyDeletionConfirmed,
  passwordSubmitted,
  phoneSharingChosen,
  pictureChangeRequested,
  pictureRemovalRequested,
  profileSubmitted,
} from './slice';

/** What users do with their own account. Loaded when the account page opens. */
export function* accountSaga(services: Services) {
  yield* takeLeading(profileSubmitted, guarded(saveProfile), services);
  yield* takeLatest(phoneSharingChosen, guarded(sharePhone), services);
  yield* takeLeading(emailLinkRequested, guarded(sendEmailLink), services);
  yield* takeLeading(emailChangeCancelled, guarded(cancelEmailChange), services);
  // Not every browser reports that the file dialog was cancelled, so a second press starts again.
  yield* takeLatest(pictureChangeRequested, guarded(changePicture), services);
  yield* takeLeading(pictureRemovalRequested, guarded(removePicture), services);
  yield* takeLeading(passwordSubmitted, guarded(changePassword), services);
  yield* takeLeading(exportRequested, guarded(downloadData), services);
  yield* takeLeading(signOutEverywhereConfirmed, guarded(signOutEverywhere), services);
  yield* takeLeading(deviceSignOutConfirmed, guarded(signOutDevice), services);
  yield* takeLeading(historyDeletionConfirmed, guarded(deleteOwnHistory), services);
  yield* takeLeading(accountDeletionConfirmed, guarded(deleteAccount), services);
}
