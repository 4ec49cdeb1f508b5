import type { Message } from '#contract/chat';
import type { Storage } from '#client/services/types';

/** The newest messages of each chat that was opened, for when there is no network. Signing out removes them, as every key with a colon. */
export const storedMessagesPrefix = (userId: string) => `messages:${userId}:`;
export const storedMessagesKey = (userId: string, familyId: string) =>
  storedMessagesPrefix(userId) + familyId;

const MAX_MESSAGES = 50;
/** Longer texts are not stored: browsers give a page 5 MB, which the outbox and an SOS need as well. */
const MAX_LENGTH = 100_000;

/** Stores the newest of a family's messages in the place of those before. */
export function writeStoredMessages(storage: Storage, key: string, messages: readonly Message[]): void {
  const texts: string[] = [];
  let length = 0;
  for (const message of messages.slice(-MAX_MESSAGES).toReversed()) {
    const text = JSON.stringify(message);
    length += text.length;
    if (length > MAX_LENGTH) break;
    texts.unshift(text);
  }
  storage.set(key, `[${texts.join(',')}]`);
}

const MESSAGE_SHAPE = { id: '', userId: '', userName: '', content: '', timestamp: '' };

/** By hand: with a schema of the contract here, the first bundle would keep all of zod. */
const isMessage = (value: unknown): value is Message =>
  Object.entries(MESSAGE_SHAPE).every(
    ([field, example]) => typeof (value as Record<string, unknown> | null)?.[field] === typeof example,
  );

/** The stored messages, oldest first; none when they cannot be read. */
export function readStoredMessages(storage: Storage, key: string): Message[] {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? '[]');
    return Array.isArray(value) && value.every(isMessage) ? value : [];
  } catch {
    return [];
  }
}
