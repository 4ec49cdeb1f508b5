import type { Message, MessageSend } from '#contract/chat';
import { uuids } from '#server/clock';
import { messageOrder } from '#server/features/chat/messageOrder';
import { chatRepository } from '#server/features/chat/repository';
import { type ChatDeps, chatService } from '#server/features/chat/service';
import { visibility } from '#server/features/families/visibility';
import { waitUntil } from './support/socket';
import { useServer } from './support/useServer';

const { server, createFamilyOfTwo } = useServer();

/**
 * The chat on the database of the running server, without notices. A transaction is over for the chat when the test ends it:
 * the first `ends` is the first transaction's.
 */
function createChat() {
  const published: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const { database } = server;
  const stored = {
    chat: chatRepository(database),
    visibility: visibility(database),
    announce: () => Promise.resolve(),
  };
  const chat = chatService({
    ...stored,
    async inTransaction(work) {
      const result = await work(stored);
      await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
      return result;
    },
    publisher: {
      messageReceived: (_familyId: string, { sequence }: Message) => published.push(sequence ?? 0),
    } as unknown as ChatDeps['publisher'],
    clock: server.clock,
    ids: uuids,
  });
  /** Sends messages, each as soon as the one before is stored. @returns what each send gives */
  const sendInTurn = async (userId: string, drafts: MessageSend[]) => {
    const sent = [];
    for (const draft of drafts) {
      sent.push(chat.send(userId, draft));
      await waitUntil(() => ends.length === sent.length);
    }
    return sent;
  };
  return { sendInTurn, ends, published };
}

it('given a later message’s commit is known first, then messages are published in their order', async () => {
  const { ana, id: familyId } = await createFamilyOfTwo();
  const { sendInTurn, ends, published } = createChat();
  const sent = await sendInTurn(
    ana.id,
    ['1', '2', '3'].map((content) => ({ content, familyId })),
  );

  ends[2]?.();
  ends[1]?.();
  await Promise.all(sent.slice(1));
  expect(published).toEqual([]);
  ends[0]?.();
  await Promise.all(sent);
  expect(published).toEqual([1, 2, 3]);
});

it('given a message that was not stored, then it does not hold up the later ones', async () => {
  const { ana, id: familyId } = await createFamilyOfTwo();
  const { sendInTurn, ends, published } = createChat();
  const [lost, kept] = await sendInTurn(ana.id, [
    { content: 'lost', familyId },
    { content: 'kept', familyId },
  ]);

  ends[1]?.();
  await kept;
  expect(published).toEqual([]);
  ends[0]?.(new Error('The connection is lost'));
  await expect(lost).rejects.toThrow('The connection is lost');
  expect(published).toEqual([2]);
});

it('given a transaction that runs again with a later number, then the message before it does not wait', () => {
  const published: number[] = [];
  const inOrder = messageOrder();
  const [again, other] = [inOrder('family'), inOrder('family')];
  again.takeNumber(1);
  other.takeNumber(1);
  other.end(() => published.push(1));
  expect(published).toEqual([]);

  again.takeNumber(2);
  expect(published).toEqual([1]);
  again.end(() => published.push(2));
  expect(published).toEqual([1, 2]);
});

it('given the answer of a commit is lost, then its message is acknowledged, and published once', async () => {
  const { ana, id: familyId } = await createFamilyOfTwo();
  const { sendInTurn, ends, published } = createChat();
  const draft = { content: 'Hello', familyId, clientId: 'hello' };
  const [sent] = await sendInTurn(ana.id, [draft]);

  ends[0]?.(new Error('The connection is lost'));
  expect(await sent).toMatchObject({ content: 'Hello', sequence: 1 });
  expect(published).toEqual([1]);
});

it('given a message that is sent again, then it is not published again', async () => {
  const { ana, id: familyId } = await createFamilyOfTwo();
  const { sendInTurn, ends, published } = createChat();
  const draft = { content: 'Hello', familyId, clientId: 'hello' };
  const sent = await sendInTurn(ana.id, [draft, draft]);

  ends.forEach((end) => end());
  const [first, second] = await Promise.all(sent);
  expect(second).toEqual(first);
  expect(published).toEqual([1]);
});
