import { call, fork, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { accountOpened, familyOpened } from '#client/store/pageActions';
import { invitationAnswered } from '../invitations/slice';
import { selectLinkedFamily } from '../linkedFamily';
import { familiesLoaded, familySelected } from '../slice';
import { addBlock, loadActivity, loadBlocks, removeBlock } from './activityAndBlocks';
import { inviteMember, removeMember, renameFamily, renewCode, changeSetting, setAdmin } from './sagas';
import {
  adminChosen,
  blockRequested,
  unblockRequested,
  inviteSubmitted,
  newCodeConfirmed,
  removalConfirmed,
  renameSubmitted,
  settingChosen,
} from './slice';

/** Changes of a family, its activity, and blocked invitations. Loaded when the page of the account or of the family opens. */
export function* administrationSaga(services: Services) {
  yield* takeLeading(renameSubmitted, guarded(renameFamily), services);
  yield* takeLeading(newCodeConfirmed, guarded(renewCode), services);
  yield* takeLeading(inviteSubmitted, guarded(inviteMember), services);
  yield* takeLeading(removalConfirmed, guarded(removeMember), services);
  yield* takeLeading(adminChosen, guarded(setAdmin), services);
  yield* takeLeading(settingChosen, guarded(changeSetting), services);
  yield* takeLatest(
    [accountOpened, familyOpened, familiesLoaded, familySelected],
    guarded(loadActivity),
    services,
  );
  yield* takeLatest([accountOpened, familyOpened, invitationAnswered], guarded(loadBlocks), services);
  yield* takeEvery(blockRequested, guarded(addBlock), services);
  yield* takeEvery(unblockRequested, guarded(removeBlock), services);
  yield* takeLatest(familyOpened, guarded(selectLinkedFamily), services);
  // One of the pages has opened before this saga was loaded; only that of the family has addresses that name one.
  yield* fork(guarded(selectLinkedFamily), services);
  yield* call(loadActivity, services);
  yield* call(loadBlocks, services);
}
