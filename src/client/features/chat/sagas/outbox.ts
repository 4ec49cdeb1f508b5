import { type Outgoing } from '../state';
import { call, delay, fork, put, race, select, take, takeEvery } from 'typed-redux-saga';
import { problemWithMessage } from '#contract/messageText';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { whileLeader } from '#client/sagas/whileLeader';
import { EmitPostponed, EmitRefused } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { selectIsConnected, selectUser } from '#client/features/session/selectors';
import { connectionEstablished } from '#client/features/session/slice';
import { readOutbox, outboxKey, outboxPrefix } from '../outboxStorage';
import { selectOutbox } from '../selectors';
import {
  laterLoaded,
  messageDeleted,
  messageQueued,
  messageRefused,
  messageRetried,
  messagesArrived,
  messageSent,
  messagesLoaded,
  messagesRestored,
  type messageSubmitted,
  olderLoaded,
  outboxFound,
} from '../slice';

/** Pause after a send that got no answer, in milliseconds. */
const RETRY_PAUSE_MS = 1_000;

/** Whatever may change what waits. */
const CHANGES = [
  messageQueued,
  messageRetried,
  messageDeleted,
  messageSent,
  messageRefused,
  messagesArrived,
  messagesLoaded,
  messagesRestored,
  laterLoaded,
  olderLoaded,
];

/** Puts a submitted message into the outbox, so that it is shown at once, whatever the network does. */
export function* queueMessage({ ids, clock }: Services, { payload }: ReturnType<typeof messageSubmitted>) {
  const user = yield* select(selectUser);
  const content = payload.content.trim();
  if (!user || problemWithMessage(content) !== null) return;
  const last = (yield* select(selectOutbox)).at(-1)?.queuedAt ?? 0;
  const item: Outgoing = {
    clientId: yield* call(ids.next),
    userId: user.id,
    familyId: payload.familyId,
    content,
    queuedAt: Math.max(yield* call(clock.now), last + 1),
    error: null,
  };
  yield* put(messageQueued(item));
}

/** Keeps the outbox on this device, and follows what other tabs do to it. */
export function* persistOutbox({ storage }: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  let stored = new Map<string, Outgoing>();

  function* reloadOutbox(userId: string) {
    const outbox = yield* call(readOutbox, storage, userId);
    stored = new Map(outbox.map((item) => [item.clientId, item]));
    yield* put(outboxFound({ outbox }));
    // What has arrived meanwhile is not taken in again, so it need not be kept either.
    yield* call(writeOutbox);
  }

  function* writeOutbox() {
    const outbox = yield* select(selectOutbox);
    const gone = new Map(stored);
    for (const item of outbox) {
      if (stored.get(item.clientId) !== item) storage.set(outboxKey(item), JSON.stringify(item));
      gone.delete(item.clientId);
    }
    // Only what was known here: another tab may have written something that this one does not know yet.
    for (const item of gone.values()) storage.remove(outboxKey(item));
    stored = new Map(outbox.map((item) => [item.clientId, item]));
  }

  const elsewhere = bufferedChannel<'changed'>((emit) =>
    storage.onPrefixChanged(outboxPrefix(user.id), () => emit('changed')),
  );
  yield* takeEvery(CHANGES, writeOutbox);
  yield* fork(function* () {
    yield* watchChannel(elsewhere, () => reloadOutbox(user.id));
  });
  // What was written before this was ready is kept as well.
  yield* call(writeOutbox);
  yield* call(reloadOutbox, user.id);
}

/** Sends what waits, as long as this tab is the one that does. */
export function* sendOutbox(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  yield* whileLeader(
    (emit) => services.tabs.electVisibleTab(outboxPrefix(user.id), emit, async () => true),
    () => sendInOrder(services),
  );
}

/** One after the other, so that the server stores them in the order of writing. */
function* sendInOrder(services: Services) {
  while (true) {
    const next = (yield* select(selectOutbox)).find(({ error }) => error === null);
    if (!next) yield* take([messageQueued, messageRetried, outboxFound]);
    else if (!(yield* select(selectIsConnected))) yield* take(connectionEstablished);
    else yield* sendMessage(services, next);
  }
}

/** Ends when the message is stored, refused, or to be tried again. Its name makes a second try harmless. */
function* sendMessage({ socket, log }: Services, { clientId, userId: me, familyId, content }: Outgoing) {
  try {
    const { ack } = yield* race({
      ack: call(() => socket.emit('message:send', { content, familyId, clientId })),
      arrived: call(untilArrived, clientId),
    });
    yield* put(messageSent({ clientId, familyId, messages: ack?.message ? [ack.message] : [], me }));
  } catch (error) {
    if (error instanceof EmitRefused)
      return void (yield* put(messageRefused({ clientId, error: error.reason })));
    yield* call(log.info, 'A message is not sent yet:', error);
    yield* delay(error instanceof EmitPostponed ? error.waitMs : RETRY_PAUSE_MS);
  }
}

/** The message itself is as good as its acknowledgement, which may be lost. */
function* untilArrived(clientId: string) {
  while ((yield* select(selectOutbox)).some((item) => item.clientId === clientId)) yield* take(CHANGES);
}
