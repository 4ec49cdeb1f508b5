import { buffers } from 'redux-saga';
import { actionChannel, call, delay, put, select, take } from 'typed-redux-saga';
import type { Message } from '#contract/chat';
import type { Services } from '#client/services/types';
import { selectFamilies, selectFamiliesStatus } from '#client/features/families/selectors';
import { familiesLoaded, familyLeft } from '#client/features/families/slice';
import { selectUser } from '#client/features/session/selectors';
import { selectTimeline } from '../selectors';
import { laterLoaded, messagesArrived, messageSent, messagesLoaded, messagesRestored } from '../slice';
import {
  readStoredMessages,
  storedMessagesKey,
  storedMessagesPrefix,
  writeStoredMessages,
} from '../storedMessages';

/** What arrives within this many milliseconds after a write is written together. */
const WRITE_PAUSE_MS = 200;

/** Whatever may change what is stored. */
const CHANGES = [messagesLoaded, laterLoaded, messagesArrived, messageSent, familiesLoaded, familyLeft];

/** Stores the newest messages of each chat that this page has loaded, and of no family that the user has left. */
export function* storeMessages(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const changes = yield* actionChannel(CHANGES, buffers.sliding(1));
  const written = new Map<string, readonly Message[]>();
  while (true) {
    if ((yield* select(selectFamiliesStatus)) === 'ready') yield* writeMessages(services, user.id, written);
    yield* delay(WRITE_PAUSE_MS);
    yield* take(changes);
  }
}

/** @param written what is stored already, by key */
function* writeMessages({ storage }: Services, userId: string, written: Map<string, readonly Message[]>) {
  const families = yield* select(selectFamilies);
  const keys = new Map(families.map(({ id }) => [storedMessagesKey(userId, id), id]));
  for (const key of storage.keys(storedMessagesPrefix(userId))) {
    if (keys.has(key)) continue;
    storage.remove(key);
    written.delete(key);
  }
  for (const [key, familyId] of keys) {
    const { status, items } = yield* select(selectTimeline, familyId);
    if (status !== 'ready' || written.get(key) === items) continue;
    yield* call(writeStoredMessages, storage, key, items);
    written.set(key, items);
  }
}

/** Shows what this device has stored of a family's messages until the server answers. */
export function* restoreMessages({ storage }: Services, familyId: string) {
  const user = yield* select(selectUser);
  const { items } = yield* select(selectTimeline, familyId);
  if (!user || items.length > 0) return;
  const messages = yield* call(readStoredMessages, storage, storedMessagesKey(user.id, familyId));
  if (messages.length > 0) yield* put(messagesRestored({ familyId, messages }));
}
