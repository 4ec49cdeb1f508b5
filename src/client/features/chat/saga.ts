import { call, fork, put, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { firstLoad } from '#client/sagas/firstLoad';
import { guarded } from '#client/sagas/guarded';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import { familiesLoaded, familyEntered, familyLeft, familySelected } from '#client/features/families/slice';
import { selectUser } from '#client/features/session/selectors';
import { connectionEstablished, connectionLost, signedIn, signedOut } from '#client/features/session/slice';
import { forgetOutbox } from './outboxStorage';
import { converse, loadOlder } from './sagas/loadMessages';
import { expireTyping, watchMessages, watchReads, watchTyping } from './sagas/incoming';
import { keepOutbox, queueMessage, sendOutbox } from './sagas/outbox';
import { sharePosition } from './sagas/position';
import { loadReadings, noteReading, tellReading } from './sagas/readReceipts';
import { tellTyping } from './sagas/typing';
import { selectChatFamilyId } from './selectors';
import {
  chatOpened,
  memberTyped,
  messagesRequested,
  messageSubmitted,
  olderRequested,
  positionShareRequested,
  readingsOutdated,
  typingForgotten,
} from './slice';

/** The family chat: what arrives, what is written, and how far it is read. */
export function* chatSaga(services: Services) {
  const { log } = services;
  yield* fork(emptyAfterSession, services);
  yield* fork(whileSignedIn, function* () {
    yield* takeEvery(
      messageSubmitted,
      guarded(log, (action) => queueMessage(services, action)),
    );
    yield* fork(keepOutbox, services);
    yield* fork(sendOutbox, services);
    yield* fork(watchMessages, services);
    yield* fork(watchTyping, services);
    yield* fork(watchReads, services);
    yield* fork(noteReading, services);
    yield* fork(tellReading, services);
    yield* fork(tellTyping, services);
    yield* takeEvery(memberTyped, expireTyping);
    yield* takeLatest(connectionLost, forgetTyping);
    yield* takeLeading(
      positionShareRequested,
      guarded(log, (action) => sharePosition(services, action)),
    );
    yield* takeEvery(
      olderRequested,
      guarded(log, (action) => loadOlder(services, action)),
    );
    yield* takeLatest(
      [connectionEstablished, familyEntered, readingsOutdated],
      guarded(log, () => loadReadings(services)),
    );
    yield* fork(followSelected, services);
    yield* fork(firstLoad, readingsOutdated());
  });
}

/** Leaves nothing of a person on the device once they are signed out. */
function* emptyAfterSession({ storage }: Services) {
  while (true) {
    const user = (yield* select(selectUser)) ?? (yield* take(signedIn)).payload.user;
    yield* take(signedOut);
    yield* call(forgetOutbox, storage, user.id);
  }
}

function* forgetTyping() {
  yield* put(typingForgotten());
}

/** Follows the messages of the family that is shown, from when the chat is first opened. */
function* followSelected(services: Services) {
  const follow = guarded(services.log, () => converse(services));
  let followed = yield* select(selectChatFamilyId);
  /** Families that load again change what is shown only where the selection changes. */
  function* whereSelectionChanged() {
    const selected = yield* select(selectChatFamilyId);
    if (selected === followed) return;
    followed = selected;
    yield* put(messagesRequested());
  }
  yield* takeEvery([familiesLoaded, familyEntered, familyLeft, familySelected], whereSelectionChanged);
  yield* takeLatest([chatOpened, messagesRequested, connectionEstablished], follow);
  yield* put(messagesRequested());
}
