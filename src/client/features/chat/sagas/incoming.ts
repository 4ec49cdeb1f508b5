import { t } from '#client/i18n/text';
import { call, delay, flush, fork, put, select, take } from 'typed-redux-saga';
import type { Message, MessageRead, TypingUpdate } from '#contract/chat';
import { TYPING_EXPIRY_MS } from '#contract/limits';
import { chatPath, chatTag } from '#shared/chatNotification';
import { parsePositionText } from '#shared/positionText';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { showWhileHidden } from '#client/sagas/showWhileHidden';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { selectChatFamilyId, selectReading } from '../selectors';
import { memberRead, memberTyped, messagesArrived, readingsOutdated, typingEnded } from '../slice';

/** What arrives within this many milliseconds after a message changes the store once. */
const GATHER_MS = 50;

/** Puts every message into the store: the first at once, those close behind it together. */
export function* watchMessages(services: Services) {
  const arrivals = bufferedChannel<Message>((emit) => services.socket.on('message:received', emit));
  try {
    while (true) {
      const first = yield* take(arrivals);
      const more = yield* flush(arrivals);
      yield* putMessages(services, [first, ...more]);
      yield* delay(GATHER_MS);
    }
  } finally {
    arrivals.close();
  }
}

function* putMessages(services: Services, messages: Message[]) {
  const me = (yield* select(selectUser))?.id ?? '';
  // Servers that do not say for which family a message is mean the one that is shown.
  const shown = yield* select(selectChatFamilyId);
  const families = new Map<string, Message[]>();
  for (const message of messages) {
    const familyId = message.familyId ?? shown;
    if (familyId !== null) families.set(familyId, [...(families.get(familyId) ?? []), message]);
  }
  for (const [familyId, some] of families) {
    yield* put(messagesArrived({ familyId, messages: some, me }));
    const last = some.findLast(({ userId }) => userId !== me);
    if (last) yield* fork(notify, services, familyId, last);
  }
}

/** Shows a system notification while the page is hidden. */
function* notify(services: Services, familyId: string, { userName, content }: Message) {
  const { page, notifications } = services;
  if (page.isShown() || notifications.permission() !== 'granted') return;
  yield* showWhileHidden(services, {
    kind: 'message',
    title: userName,
    text: parsePositionText(content) ? t('Shared a position') : content,
    tag: chatTag(familyId),
    path: chatPath(familyId),
  });
}

/** Puts who is typing into the store. */
export function* watchTyping({ socket, clock }: Services) {
  const updates = bufferedChannel<TypingUpdate>((emit) => socket.on('typing:update', emit));
  yield* watchChannel(updates, function* ({ userId, isTyping, familyId: named }) {
    const familyId = named ?? (yield* select(selectChatFamilyId));
    const me = (yield* select(selectUser))?.id;
    if (familyId === null || userId === me) return;
    if (isTyping) yield* put(memberTyped({ familyId, userId, since: yield* call(clock.now) }));
    else yield* put(typingEnded({ familyId, userId }));
  });
}

/** Ends typing that is not renewed, also when `typing:stop` was lost. */
export function* expireTyping({ payload }: ReturnType<typeof memberTyped>) {
  yield* delay(TYPING_EXPIRY_MS);
  yield* put(typingEnded(payload));
}

/** Puts read receipts into the store, those of the user's other devices included. */
export function* watchReads({ socket }: Services) {
  const reads = bufferedChannel<MessageRead>((emit) => socket.on('message:read', emit));
  yield* watchChannel(reads, function* (read) {
    const me = (yield* select(selectUser))?.id ?? '';
    const before = yield* select(selectReading, read.familyId);
    const isOld = read.sequence <= (before?.marks[read.userId] ?? 0);
    yield* put(memberRead({ ...read, me }));
    // Read on another device: how many are left may not be known here.
    if (read.userId === me && !isOld && before && before.newest > read.sequence)
      yield* put(readingsOutdated());
  });
}
