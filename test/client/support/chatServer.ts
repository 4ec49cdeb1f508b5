import type { Message } from '#contract/chat';
import { EmitRefused } from '#client/services/errors';
import { createMessage } from './builders';
import type { FakeServices } from './fakeServices';

interface MessageDraft {
  content: string;
  familyId: string;
  clientId: string;
}

/**
 * A chat server for fake services: stores in order, once per client id, sends to every tab, and pages as the contract
 * says. A test decides what is lost on the way.
 */
export function createChatServer() {
  const families = new Map<string, Message[]>();
  const tabs: { fake: FakeServices; userId: string; isConnected: boolean }[] = [];
  const readMarkers = new Map<string, number>();
  const lastNumbers = new Map<string, number>();
  const messagesOf = (familyId: string): Message[] => {
    const messages = families.get(familyId) ?? [];
    families.set(familyId, messages);
    return messages;
  };
  const allowedFamilies = new Set(['f1', 'f2']);

  function store(userId: string, { content, familyId, clientId }: MessageDraft): Message {
    const messages = messagesOf(familyId);
    const known = messages.find((message) => message.clientId === clientId && message.userId === userId);
    if (known) return known;
    if (!allowedFamilies.has(familyId)) throw new EmitRefused({ code: 'not_in_family' });
    const sequence = messages.length + 1;
    // Ids keep counting, also after a test has removed messages.
    const number = (lastNumbers.get(familyId) ?? 0) + 1;
    lastNumbers.set(familyId, number);
    const message = createMessage(sequence, {
      id: `${familyId}-${number}`,
      userId,
      content,
      familyId,
      clientId,
    });
    messages.push(message);
    for (const { fake, isConnected } of tabs) if (isConnected) fake.receive('message:received', message);
    return message;
  }

  function page(familyId: string, { before, after, limit = '100' }: Record<string, string> = {}): Message[] {
    const all = messagesOf(familyId);
    const numberIn = (id: string) => Number(id.split('-')[1]);
    if (after !== undefined)
      return all.filter(({ id }) => numberIn(id) > numberIn(after)).slice(0, Number(limit));
    return all
      .filter(({ id }) => before === undefined || numberIn(id) < numberIn(before))
      .slice(-Number(limit));
  }

  return {
    messagesOf,
    store,
    allowedFamilies,
    /** Stores a message of another member. */
    sendAsBen: (content: string, familyId = 'f1') =>
      store('ben', { content, familyId, clientId: `ben-${Math.random()}` }),
    /** Connects a tab to this server; called in the callback of `signedInStore`. */
    connect(fake: FakeServices, userId = 'ana') {
      const tab = { fake, userId, isConnected: true };
      tabs.push(tab);
      fake.answers['GET /api/messages/family/:familyId'] = ({ params, query }) => {
        const { familyId } = params as { familyId: string };
        return page(familyId, query as Record<string, string> | undefined);
      };
      fake.answers['POST /api/messages/family/:familyId/read'] = ({ params, body }) => {
        const { familyId } = params as { familyId: string };
        const { messageId } = body as unknown as { messageId: string };
        const sequence = messagesOf(familyId).find(({ id }) => id === messageId)?.sequence ?? 0;
        readMarkers.set(`${familyId} ${userId}`, sequence);
        for (const other of tabs)
          if (other.isConnected) other.fake.receive('message:read', { familyId, userId, sequence });
      };
      fake.answers['GET /api/messages/readings'] = () =>
        [...families].map(([familyId, messages]) => {
          const readUpTo = readMarkers.get(`${familyId} ${userId}`) ?? 0;
          const unread = messages.filter(
            (message) => message.userId !== userId && (message.sequence ?? 0) > readUpTo,
          );
          return {
            familyId,
            newest: messages.length,
            unread: unread.length,
            marks: [{ userId, sequence: readUpTo }],
          };
        });
      fake.onEmit(async (event, payload) => {
        // A real server never answers before the sender's call returns.
        await Promise.resolve();
        return event === 'message:send' ? { message: store(userId, payload as MessageDraft) } : undefined;
      });
      // Different devices create different client ids.
      const device = `device-${tabs.length}`;
      let ids = 0;
      fake.services.ids.next = () => `${device}-${(ids += 1)}`;
      return tab;
    },
  };
}
