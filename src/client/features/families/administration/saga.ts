import { takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import {
  copyLink,
  inviteMember,
  removeMember,
  renameFamily,
  renewCode,
  changeSetting,
  setAdmin,
} from './sagas';
import {
  adminChosen,
  inviteSubmitted,
  linkCopyRequested,
  newCodeConfirmed,
  removalConfirmed,
  renameSubmitted,
  settingChosen,
} from './slice';

/** What admins do with their family. Loaded when the account page opens. */
export function* administrationSaga(services: Services) {
  yield* takeLeading(renameSubmitted, guarded(renameFamily), services);
  yield* takeLeading(newCodeConfirmed, guarded(renewCode), services);
  yield* takeLeading(inviteSubmitted, guarded(inviteMember), services);
  yield* takeLeading(removalConfirmed, guarded(removeMember), services);
  yield* takeLeading(adminChosen, guarded(setAdmin), services);
  yield* takeLeading(settingChosen, guarded(changeSetting), services);
  yield* takeLatest(linkCopyRequested, guarded(copyLink), services);
}
