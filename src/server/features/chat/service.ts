import type { FamilyReadState, Message, MessageSend, MessagesQuery } from '#contract/chat';
import type { Clock, Ids } from '#server/clock';
import type { Publisher } from '#server/publisher';
import { DomainError } from '#server/domainError';
import { eventLoopTurns } from '#server/eventLoopTurns';
import type { Visibility } from '#server/features/families/visibility';
import { messageOrder } from './messageOrder';
import type { AnnounceMessage } from './newMessage';
import type { ChatRepository, ReadMarker, StoredMessage } from './repository';

export interface ChatService {
  /**
   * Stores a message, then publishes it to the family, after those with smaller numbers that this process stores. A
   * repeated `clientId` returns the stored message and publishes nothing.
   * @returns after the commit
   */
  send(userId: string, written: MessageSend): Promise<Message>;
  /** One page in time order, in parts that are read from the database as they are sent. */
  page(userId: string, familyId: string, query: MessagesQuery): Promise<AsyncIterable<readonly Message[]>>;
  /** Advances the person's read marker to a message. */
  markRead(userId: string, familyId: string, messageId: string): Promise<void>;
  /** Unread counts and read markers of the person's families. */
  readings(userId: string): Promise<FamilyReadState[]>;
  /** @throws DomainError when the person is not a member of the family */
  requireMember(userId: string, familyId: string): Promise<void>;
  /** Publishes to the family that the person started or stopped typing. */
  typing(userId: string, familyId: string, isTyping: boolean): Promise<void>;
}

/** What the chat reads and writes. */
interface ChatStore {
  readonly chat: ChatRepository;
  readonly visibility: Visibility;
  readonly announce: AnnounceMessage;
}

export interface ChatDeps extends Pick<ChatStore, 'chat' | 'visibility'> {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: ChatStore) => Promise<Result>): Promise<Result>;
  publisher: Publisher;
  clock: Clock;
  ids: Ids;
}

async function requireMember(visibility: Visibility, familyId: string, userId: string): Promise<void> {
  if (!(await visibility.isMember(familyId, userId))) throw new DomainError('not_in_family');
}

/** The rules of the family chat. */
export function chatService(deps: ChatDeps): ChatService {
  const { chat, visibility, inTransaction, publisher } = deps;
  const nextTurn = eventLoopTurns();
  const readPart = (familyId: string) => async (first: number, last: number) => {
    await nextTurn();
    return (await chat.range(familyId, first, last)).map(asMessage);
  };
  return {
    requireMember: (userId, familyId) => requireMember(visibility, familyId, userId),
    send: sender(deps),
    async page(userId, familyId, { before, after, limit }) {
      const visibleAfter = await visibility.messagesVisibleAfter(familyId, userId);
      if (visibleAfter === undefined) throw new DomainError('not_in_family');
      if (after !== undefined) {
        const sequence = Math.max(visibleAfter, await chat.sequenceOf(familyId, after));
        return inParts(await chat.sequencesAfter(familyId, sequence, limit), readPart(familyId));
      }
      const end =
        before === undefined ? Number.MAX_SAFE_INTEGER : await sequenceOfMessage(chat, familyId, before);
      return inParts(await chat.sequencesBetween(familyId, visibleAfter, end, limit), readPart(familyId));
    },
    async markRead(userId, familyId, messageId) {
      const sequence = await inTransaction(async (stored) => {
        await requireMember(stored.visibility, familyId, userId);
        const upTo = await stored.chat.sequenceOf(familyId, messageId);
        return (await stored.chat.advanceReadMarker({ familyId, userId, sequence: upTo })) ? upTo : null;
      });
      if (sequence !== null) publisher.messageRead({ familyId, userId, sequence });
    },
    async readings(userId) {
      const markers = await chat.readMarkersFor(userId);
      const familyIds = [...new Set(markers.map(({ familyId }) => familyId))];
      const heads = await chat.headsOf(familyIds);
      const unread = await chat.unreadCountsOf(userId);
      return familyIds.map((familyId) => ({
        familyId,
        newest: heads.get(familyId) ?? 0,
        unread: unread.get(familyId) ?? 0,
        marks: markers.filter((marker) => marker.familyId === familyId).flatMap(toMarks),
      }));
    },
    async typing(userId, familyId, isTyping) {
      await requireMember(visibility, familyId, userId);
      publisher.typingUpdated({ userId, familyId, isTyping });
    },
  };
}

function sender({ chat, inTransaction, publisher, clock, ids }: ChatDeps): ChatService['send'] {
  const inOrder = messageOrder();
  return async (userId, written) => {
    const { familyId, clientId } = written;
    const order = inOrder(familyId);
    let taken: number | undefined;
    const takeNumber = (sequence: number): void => {
      taken = sequence;
      order.takeNumber(sequence);
    };
    let publish = (): void => undefined;
    try {
      const message = await storeOnce(chat, { userId, clientId }, () =>
        inTransaction((stored) => {
          taken = undefined;
          return store(stored, { userId, written, now: clock.now(), ids, takeNumber });
        }),
      );
      // One that was stored before has another number.
      if (message.sequence === taken) publish = () => publisher.messageReceived(familyId, message);
      return message;
    } finally {
      order.end(publish);
    }
  };
}

/** Messages of a part. Even of the longest ones, reading and writing so many takes about 10 ms; then other requests run. */
const PART_MESSAGES = 20;
/** After a part with fewer characters the next one is larger. */
const PART_CHARACTERS = 20_000;
const PART_GROWTH = 4;

/** @param sequences of the page, in order */
async function* inParts(
  sequences: readonly number[],
  read: (first: number, last: number) => Promise<Message[]>,
): AsyncGenerator<readonly Message[]> {
  let size = PART_MESSAGES;
  for (let from = 0; from < sequences.length;) {
    const part = sequences.slice(from, from + size);
    const messages = await read(part[0] ?? 0, part.at(-1) ?? 0);
    yield messages;
    from += part.length;
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    size = characters < PART_CHARACTERS ? size * PART_GROWTH : PART_MESSAGES;
  }
}

/**
 * When two processes receive the same message at once, one stores it; the other fails and returns the stored one. So does
 * one that has stored it, but has lost the answer of the commit.
 */
async function storeOnce(
  chat: ChatRepository,
  { userId, clientId }: { userId: string; clientId: string | undefined },
  work: () => Promise<Message>,
): Promise<Message> {
  try {
    return await work();
  } catch (error) {
    const known =
      clientId === undefined || error instanceof DomainError
        ? undefined
        : await chat.byClientId(userId, clientId);
    if (!known) throw error;
    return asMessage(known);
  }
}

interface NewMessageDeps {
  userId: string;
  written: MessageSend;
  now: number;
  ids: Ids;
  takeNumber(sequence: number): void;
}

async function store(
  { chat, visibility, announce }: ChatStore,
  { userId, written, now, ids, takeNumber }: NewMessageDeps,
): Promise<Message> {
  const { familyId, content, clientId } = written;
  // Before the membership check, so that a former member still learns that this message had been stored.
  const known = clientId === undefined ? undefined : await chat.byClientId(userId, clientId);
  if (known) return asMessage(known);
  if (!(await visibility.holdMembership(familyId, userId))) throw new DomainError('not_in_family');
  const { sequence, sent_at } = await chat.nextSequence(familyId, now);
  takeNumber(sequence);
  const id = ids.inOrder(sent_at, sequence);
  await chat.insert({
    id,
    family_id: familyId,
    sequence,
    user_id: userId,
    client_id: clientId ?? null,
    content,
    sent_at,
  });
  await announce({ familyId, authorId: userId, sequence, text: content }, ids.next, now);
  const message = await chat.byId(id);
  if (!message) throw new Error('The message just stored was not found');
  return asMessage(message);
}

/** The sequence number of a message; of the next message if this one was deleted. */
async function sequenceOfMessage(chat: ChatRepository, familyId: string, id: string): Promise<number> {
  const sequence = await chat.sequenceOf(familyId, id);
  const message = await chat.byId(id);
  return message?.family_id === familyId ? sequence : sequence + 1;
}

function toMarks({ userId, sequence }: ReadMarker): FamilyReadState['marks'] {
  return sequence === null ? [] : [{ userId, sequence }];
}

function asMessage(row: StoredMessage): Message {
  return {
    id: row.id,
    familyId: row.family_id,
    userId: row.user_id,
    userName: row.userName,
    profileImage: row.profileImage,
    content: row.content,
    timestamp: new Date(row.sent_at).toISOString(),
    sequence: row.sequence,
    clientId: row.client_id,
  };
}
