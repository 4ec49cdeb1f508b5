import type { Message } from '#contract/chat';
import { EmitRefused } from '#client/services/errors';
import { aMessage } from './builders';
import type { FakeServices } from './fakeServices';

interface Written {
  content: string;
  familyId: string;
  clientId: string;
}

/**
 * A chat server for fake edges: stores in order, once per name, tells every tab, and pages as the contract says. A test
 * decides what gets lost on the way.
 */
export function aChatServer() {
  const families = new Map<string, Message[]>();
  const tabs: { fake: FakeServices; userId: string; hears: boolean }[] = [];
  const marks = new Map<string, number>();
  const numbers = new Map<string, number>();
  const messagesOf = (familyId: string): Message[] => {
    const messages = families.get(familyId) ?? [];
    families.set(familyId, messages);
    return messages;
  };
  const allowed = new Set(['f1', 'f2']);

  function store(userId: string, { content, familyId, clientId }: Written): Message {
    const messages = messagesOf(familyId);
    const known = messages.find((message) => message.clientId === clientId && message.userId === userId);
    if (known) return known;
    if (!allowed.has(familyId)) throw new EmitRefused('You are not in this family');
    const sequence = messages.length + 1;
    // Ids go on, also where a test has taken messages away again.
    const number = (numbers.get(familyId) ?? 0) + 1;
    numbers.set(familyId, number);
    const message = aMessage(sequence, {
      id: `${familyId}-${number}`,
      userId,
      content,
      familyId,
      clientId,
    });
    messages.push(message);
    for (const { fake, hears } of tabs) if (hears) fake.serverSends('message:received', message);
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
    allowed,
    /** Somebody else writes. */
    benWrites: (content: string, familyId = 'f1') =>
      store('ben', { content, familyId, clientId: `ben-${Math.random()}` }),
    /** Joins a tab to this server. Goes into the hook of `signedInStore`. */
    serve(fake: FakeServices, userId = 'ana') {
      const tab = { fake, userId, hears: true };
      tabs.push(tab);
      fake.answers['GET /api/messages/family/:familyId'] = ({ params, query }) => {
        const { familyId } = params as { familyId: string };
        return page(familyId, query as Record<string, string> | undefined);
      };
      fake.answers['POST /api/messages/family/:familyId/read'] = ({ params, body }) => {
        const { familyId } = params as { familyId: string };
        const { messageId } = body as unknown as { messageId: string };
        const sequence = messagesOf(familyId).find(({ id }) => id === messageId)?.sequence ?? 0;
        marks.set(`${familyId} ${userId}`, sequence);
        for (const other of tabs)
          if (other.hears) other.fake.serverSends('message:read', { familyId, userId, sequence });
      };
      fake.answers['GET /api/messages/readings'] = () =>
        [...families].map(([familyId, messages]) => {
          const mark = marks.get(`${familyId} ${userId}`) ?? 0;
          const unread = messages.filter(
            (message) => message.userId !== userId && (message.sequence ?? 0) > mark,
          );
          return {
            familyId,
            newest: messages.length,
            unread: unread.length,
            marks: [{ userId, sequence: mark }],
          };
        });
      fake.emitDoes(async (event, payload) => {
        // Nothing is answered before the sender has let go.
        await Promise.resolve();
        return event === 'message:send' ? { message: store(userId, payload as Written) } : undefined;
      });
      // Every device has names of its own.
      const device = `device-${tabs.length}`;
      let named = 0;
      fake.services.ids.next = () => `${device}-${(named += 1)}`;
      return tab;
    },
  };
}
