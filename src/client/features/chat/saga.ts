import { chatOpened } from '#client/store/pageActions';
import { fork, put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { firstLoad } from '#client/sagas/firstLoad';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { selectLinkedFamily } from '#client/features/families/linkedFamily';
import { familiesLoaded, familyEntered, familyLeft, familySelected } from '#client/features/families/slice';
import { connection } from '#client/features/session/connection';
import { connectionEstablished, connectionLost } from '#client/features/session/slice';
import { converse, loadOlder } from './sagas/loadMessages';
import { expireTyping, watchMessages, watchReads, watchTyping } from './sagas/incoming';
import { keepDrafts } from './sagas/drafts';
import { closeReadChats } from './sagas/notifications';
import { persistOutbox, queueMessage, sendOutbox } from './sagas/outbox';
import { sharePosition } from './sagas/position';
import { loadReadings, trackReading, sendReadReceipts } from './sagas/readReceipts';
import { storeMessages } from './sagas/storeMessages';
import { publishTyping } from './sagas/typing';
import { selectChatFamilyId, selectChatOpened } from './selectors';
import {
  memberTyped,
  messagesRequested,
  messageSubmitted,
  olderRequested,
  positionShareRequested,
  readingsOutdated,
  typingForgotten,
} from './slice';

/** The family chat: what arrives, what the user writes, and how far it is read. */
export function* chatSaga(services: Services) {
  yield* takeEvery(messageSubmitted, guarded(queueMessage), services);
  yield* fork(persistOutbox, services);
  yield* fork(keepDrafts, services);
  yield* fork(sendOutbox, services);
  yield* fork(watchMessages, services);
  yield* fork(watchTyping, services);
  yield* fork(watchReads, services);
  yield* fork(trackReading, services);
  yield* fork(sendReadReceipts, services);
  yield* fork(publishTyping, services);
  yield* takeEvery(memberTyped, expireTyping);
  yield* takeLatest(connectionLost, clearTyping);
  yield* takeLeading(positionShareRequested, guarded(sharePosition), services);
  yield* takeEvery(olderRequested, guarded(loadOlder), services);
  yield* takeLatest(
    [connectionEstablished, familyEntered, readingsOutdated],
    guarded(loadReadings),
    services,
  );
  yield* fork(storeMessages, services);
  yield* fork(followSelected, services);
  yield* fork(closeReadChats, services);
  yield* takeLatest(chatOpened, guarded(selectLinkedFamily), services);
  // The page may have opened before this saga was loaded.
  if (yield* select(selectChatOpened)) yield* fork(guarded(selectLinkedFamily), services);
  yield* fork(firstLoad, readingsOutdated(), connection);
}

function* clearTyping() {
  yield* put(typingForgotten());
}

/** Follows the messages of the selected family from when the chat first opens. */
function* followSelected(services: Services) {
  let followed = yield* select(selectChatFamilyId);
  /** Families that reload change the shown messages only when the selection changes. */
  function* whereSelectionChanged() {
    const selected = yield* select(selectChatFamilyId);
    if (selected === followed) return;
    followed = selected;
    yield* put(messagesRequested());
  }
  yield* takeEvery([familiesLoaded, familyEntered, familyLeft, familySelected], whereSelectionChanged);
  yield* takeLatest([chatOpened, messagesRequested, connectionEstablished], guarded(converse), services);
  yield* put(messagesRequested());
}
