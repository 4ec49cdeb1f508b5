import { chat } from '#client/features/chat/reducer';
import { firstUnread } from '#client/features/chat/firstUnread';
import { selectUnreadMessages } from '#client/features/chat/selectors';
import { messageSeen, olderRequested } from '#client/features/chat/slice';
import { EMPTY_TIMELINE } from '#client/features/chat/state';
import { selectRows, selectUnreadAtOpening } from '#client/features/chat/viewModels';
import { familySelected } from '#client/features/families/slice';
import { chatOpened, mapOpened } from '#client/store/pageActions';
import { createFamily, createMessage } from '../../support/builders';
import { createChatServer } from '../../support/chatServer';
import type { FakeServices } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeAll(async () => {
  await import('#client/features/chat/saga');
});
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Server = ReturnType<typeof createChatServer>;
type Tab = Awaited<ReturnType<typeof anasTab>>;
const READINGS = 'GET /api/messages/readings';
const settle = (milliseconds = 1_000) => jest.advanceTimersByTimeAsync(milliseconds);

/** Ana's page on the map, connected to the server. */
async function anasTab(server: Server, change: (fake: FakeServices) => void = () => undefined) {
  const tab = await signedInStore((fake) => {
    server.connect(fake);
    change(fake);
  });
  await settle();
  /** Opens the chat, whose list shows all that is loaded. */
  const openChat = async () => {
    tab.store.dispatch(chatOpened());
    await settle(0);
    see(tab);
    await settle();
  };
  const leaveChat = () => tab.perform(mapOpened());
  return { ...tab, server, openChat, leaveChat };
}

/** The list shows its last message. */
function see({ store }: Pick<Tab, 'store'>): void {
  const last = selectRows(store.getState()).findLast(({ stored }) => stored?.sequence)?.stored;
  if (last) store.dispatch(messageSeen({ familyId: 'f1', messageId: last.id, sequence: last.sequence ?? 0 }));
}

const sendAsBen = async (server: Server, ...contents: string[]) => {
  for (const content of contents) server.sendAsBen(content);
  await settle(100);
};
const sendAsAna = (server: Server, content: string) =>
  server.store('ana', { content, familyId: 'f1', clientId: `phone ${content}` });

/** The messages that have the divider above them. */
const divided = ({ store }: Pick<Tab, 'store'>): string[] =>
  selectRows(store.getState()).flatMap(({ firstUnread: isFirst, content }) => (isFirst ? [content] : []));
const countAtOpening = ({ store }: Pick<Tab, 'store'>) => selectUnreadAtOpening(store.getState())?.count ?? 0;

/** Ana's page on the map, who has read one message of Ben. */
async function afterReading(change?: (fake: FakeServices) => void) {
  const server = createChatServer();
  server.sendAsBen('read');
  // The server knows of the read state of a family without messages as well.
  server.messagesOf('f2');
  const tab = await anasTab(server, change);
  await tab.openChat();
  await tab.leaveChat();
  return tab;
}

describe('where the new messages of a chat begin', () => {
  it('given unread messages, when the chat opens, then the divider is above the first of others', async () => {
    const tab = await afterReading();
    sendAsAna(tab.server, 'from my phone');
    await sendAsBen(tab.server, 'one', 'two');
    await tab.openChat();
    expect([divided(tab), countAtOpening(tab)]).toEqual([['one'], 2]);
    expect(selectUnreadMessages(tab.store.getState())).toBe(0);
    const row = selectRows(tab.store.getState()).find(({ firstUnread: isFirst }) => isFirst);
    expect(row?.first).toBe(true);
  });

  it('given it is open, when more arrive, then it stays; at the next opening it is gone', async () => {
    const tab = await afterReading();
    await sendAsBen(tab.server, 'one');
    await tab.openChat();
    await sendAsBen(tab.server, 'two');
    see(tab);
    await settle();
    expect(divided(tab)).toEqual(['one']);
    await tab.leaveChat();
    await tab.openChat();
    expect([divided(tab), countAtOpening(tab)]).toEqual([[], 0]);
  });

  it('given everything is read, when a message arrives in the open chat, then there is none', async () => {
    const tab = await afterReading();
    await tab.openChat();
    await sendAsBen(tab.server, 'one');
    see(tab);
    await settle();
    expect(divided(tab)).toEqual([]);
  });

  it('given an empty chat is open, when the first message arrives, then there is none', async () => {
    const tab = await anasTab(createChatServer(), (fake) => {
      fake.answers[READINGS] = () => [{ familyId: 'f1', newest: 0, unread: 0, marks: [] }];
    });
    await tab.openChat();
    await sendAsBen(tab.server, 'one');
    see(tab);
    await settle();
    expect(divided(tab)).toEqual([]);
  });

  it('given only own messages from another device, then there is none', async () => {
    const tab = await afterReading();
    sendAsAna(tab.server, 'from my phone');
    await settle(100);
    await tab.openChat();
    expect(divided(tab)).toEqual([]);
  });

  it('given the list shows its messages before the intent of its page, then the divider is there', async () => {
    const tab = await afterReading();
    await sendAsBen(tab.server, 'one');
    see(tab);
    tab.store.dispatch(chatOpened());
    await settle();
    expect(divided(tab)).toEqual(['one']);
  });

  it('given two families, when the other is selected and the first again, then it is gone', async () => {
    const tab = await afterReading((fake) => {
      fake.answers['GET /api/families'] = () => ['f1', 'f2'].map((id) => createFamily(id, ['ana', 'ben']));
    });
    await sendAsBen(tab.server, 'one');
    tab.server.sendAsBen('to the other', 'f2');
    await settle(100);
    await tab.openChat();
    expect(divided(tab)).toEqual(['one']);
    tab.store.dispatch(familySelected({ familyId: 'f2' }));
    await settle();
    expect(divided(tab)).toEqual(['to the other']);
    tab.store.dispatch(familySelected({ familyId: 'f1' }));
    await settle();
    expect(divided(tab)).toEqual([]);
  });

  it('given another family is selected on the map, then only what is unread at the opening counts', async () => {
    const tab = await afterReading((fake) => {
      fake.answers['GET /api/families'] = () => ['f1', 'f2'].map((id) => createFamily(id, ['ana', 'ben']));
    });
    for (const familyId of ['f2', 'f1']) {
      tab.store.dispatch(familySelected({ familyId }));
      await settle();
    }
    await sendAsBen(tab.server, 'one');
    await tab.openChat();
    expect(divided(tab)).toEqual(['one']);
  });
});

describe('new messages and what is not known yet', () => {
  it('given the first unread one is not loaded, then the divider comes with its page', async () => {
    const tab = await afterReading((fake) => {
      delete fake.answers['GET /api/messages/family/:familyId'];
    });
    await tab.perform(messageSeen({ familyId: 'f1', messageId: 'f1-1', sequence: 1 }));
    await settle();
    await tab.leaveChat();
    for (let number = 1; number <= 250; number += 1) tab.server.sendAsBen(`new ${number}`);
    const again = await anasTab(tab.server);
    await again.openChat();
    const state = () => [divided(again), selectUnreadAtOpening(again.store.getState())?.firstKey ?? null];
    expect([state(), countAtOpening(again)]).toEqual([[[], null], 250]);
    again.store.dispatch(olderRequested({ familyId: 'f1' }));
    await settle();
    expect(state()).toEqual([[], null]);
    again.store.dispatch(olderRequested({ familyId: 'f1' }));
    await settle();
    expect(state()).toEqual([['new 1'], expect.any(String)]);
  });

  it('given the read state comes after the messages, then the divider comes with it', async () => {
    const { server } = await afterReading();
    await sendAsBen(server, 'one', 'two');
    let isAnswered = false;
    const tab = await signedInStore((fake) => {
      server.connect(fake);
      const { [READINGS]: answer } = fake.answers;
      fake.answers[READINGS] = (request) =>
        new Promise((resolve) =>
          setTimeout(() => {
            isAnswered = true;
            resolve(answer?.(request));
          }, 2_000),
        );
    });
    tab.store.dispatch(chatOpened());
    await settle();
    see(tab);
    await settle(500);
    expect([divided(tab), isAnswered]).toEqual([[], false]);
    await settle(2_000);
    expect([divided(tab), isAnswered]).toEqual([['one'], true]);
    // Only then does the server learn that they are read.
    await settle();
    expect(selectUnreadMessages(tab.store.getState())).toBe(0);
    const reads = tab.fake.recorded.calls.filter(({ path }) => path.endsWith('/read'));
    expect(reads).toHaveLength(1);
  });

  it('given a server that has no read state, then there is none', async () => {
    const server = createChatServer();
    const tab = await anasTab(server, (fake) => delete fake.answers[READINGS]);
    await sendAsBen(server, 'one');
    await tab.openChat();
    expect(divided(tab)).toEqual([]);
  });

  it('given the page was hidden, when it shows messages that came meanwhile, then those are new', async () => {
    const tab = await afterReading();
    await sendAsBen(tab.server, 'one');
    await tab.openChat();
    tab.fake.hidePage();
    tab.fake.showPage();
    await settle();
    expect(divided(tab)).toEqual(['one']);
    tab.fake.hidePage();
    await sendAsBen(tab.server, 'two', 'three');
    see(tab);
    expect(divided(tab)).toEqual(['one']);
    tab.fake.showPage();
    await settle();
    expect([divided(tab), countAtOpening(tab)]).toEqual([['two'], 2]);
  });

  it('given the rules of the chat are not loaded, then the page tells what is on the screen', () => {
    const opened = chat.reducer(undefined, chatOpened());
    expect(opened.conversation).toEqual({ familyId: null, readingAtOpening: null });
    expect(chat.reducer(opened, mapOpened()).conversation).toBeNull();
  });
});

describe('the first unread message', () => {
  const items = Array.from({ length: 10 }, (_, index) => createMessage(index + 11));
  const timeline = { ...EMPTY_TIMELINE, items };
  const reading = { newest: 20, unread: 3, marks: { ana: 17 }, isLoaded: true };
  const sequenceOf = (...found: Parameters<typeof firstUnread>) => firstUnread(...found)?.sequence;

  it('given where the user has read up to, then it is the next one of others', () => {
    expect(sequenceOf(timeline, reading, 'ana')).toBe(18);
    expect(sequenceOf(timeline, { ...reading, marks: { ben: 20, ana: 10 } }, 'ana')).toBe(11);
    expect(sequenceOf(timeline, { ...reading, unread: 0 }, 'ana')).toBeUndefined();
  });

  it('given older messages are missing, then there is none until they are known', () => {
    const before = { ...reading, unread: 12, marks: { ana: 8 } };
    expect(sequenceOf(timeline, before, 'ana')).toBeUndefined();
    expect(sequenceOf({ ...timeline, reachesStart: true }, before, 'ana')).toBe(11);
  });

  it('given the unread ones are gone with their writer, then none that came later takes their place', () => {
    const later = { ...timeline, items: [...items.slice(0, 7), createMessage(21)] };
    expect(sequenceOf(later, reading, 'ana')).toBeUndefined();
  });

  it('given the user has read nothing, then it is counted from the newest, if that is loaded', () => {
    expect(sequenceOf(timeline, { ...reading, marks: {} }, 'ana')).toBe(18);
    expect(sequenceOf(timeline, { ...reading, marks: {}, unread: 11 }, 'ana')).toBeUndefined();
    expect(sequenceOf(timeline, { ...reading, marks: {}, newest: 22 }, 'ana')).toBeUndefined();
  });
});
