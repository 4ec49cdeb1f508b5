import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { selectOutbox, selectTimeline, selectUnreadMessages } from '#client/features/chat/selectors';
import { memberRead, messageSubmitted, readingsLoaded } from '#client/features/chat/slice';
import { selectRows } from '#client/features/chat/viewModels';
import { Conversation } from '#client/features/chat/views/Conversation.tsx';
import { signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { chatOpened } from '#client/store/pageActions';
import { createChatServer } from '../../support/chatServer';
import type { FakeServices } from '../../support/fakeServices';
import { fakeLayout } from '../../support/fakeLayout';
import { signedInStore } from '../../support/signedInStore';

const measure = fakeLayout();
const MESSAGES = 'GET /api/messages/family/:familyId';
const isAway = () => Promise.reject(new RequestFailed(null));

beforeAll(async () => {
  await import('#client/features/chat/saga');
});
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Tab = Awaited<ReturnType<typeof signedInStore>>;
const texts = ({ store }: Pick<Tab, 'store'>) => selectRows(store.getState()).map(({ content }) => content);
const storedKeys = ({ fake }: Pick<Tab, 'fake'>) =>
  [...fake.stored.keys()].filter((key) => key.startsWith('messages:'));
const statusIn = ({ store }: Tab) => selectTimeline(store.getState(), 'f1').status;
const settle = () => jest.advanceTimersByTimeAsync(2_000);

/** Ana's page, on a device that holds this, with the chat open. */
async function openedChat(
  server: ReturnType<typeof createChatServer>,
  { stored = new Map<string, string>(), change = (_fake: FakeServices): void => undefined } = {},
) {
  const tab = await signedInStore((fake) => {
    server.connect(fake);
    for (const [key, value] of stored) fake.stored.set(key, value);
    change(fake);
  });
  await settle();
  tab.store.dispatch(chatOpened());
  await settle();
  return tab;
}

/** What Ana's device holds after she has read the chat, in which there are so many messages of Ben. */
async function afterReading(count = 3) {
  const server = createChatServer();
  for (let number = 1; number <= count; number += 1) server.sendAsBen(`ben ${number}`);
  const tab = await openedChat(server);
  return { tab, server, stored: new Map(tab.fake.stored) };
}

const withoutMessages = (fake: FakeServices) => {
  fake.answers[MESSAGES] = isAway;
};

describe('a chat without a network', () => {
  it('given it was read before, then its messages and what is written are shown until it loads', async () => {
    const { server, stored } = await afterReading();
    let answer: unknown;
    const tab = await openedChat(server, {
      stored,
      change: (fake) => {
        answer = fake.answers[MESSAGES];
        withoutMessages(fake);
        fake.onEmit(() => new Promise(() => undefined));
      },
    });
    tab.store.dispatch(messageSubmitted({ familyId: 'f1', content: 'on my way' }));
    await settle();
    expect([texts(tab), statusIn(tab)]).toEqual([['ben 1', 'ben 2', 'ben 3', 'on my way'], 'failed']);
    server.sendAsBen('ben 4');
    tab.fake.answers[MESSAGES] = answer as () => unknown;
    tab.fake.emitSignal('lost');
    tab.fake.emitSignal('connected');
    await settle();
    expect([texts(tab), statusIn(tab)]).toEqual([['ben 1', 'ben 2', 'ben 3', 'ben 4', 'on my way'], 'ready']);
  });

  it('given an own message is among what is stored, then it is not shown as waiting as well', async () => {
    const { tab, server } = await afterReading(1);
    tab.store.dispatch(messageSubmitted({ familyId: 'f1', content: 'hello' }));
    const waiting = [...tab.fake.stored].filter(([key]) => key.startsWith('outbox:'));
    await settle();
    const stored = new Map([...tab.fake.stored, ...waiting]);
    const again = await openedChat(server, { stored, change: withoutMessages });
    expect([texts(again), selectOutbox(again.store.getState())]).toEqual([['ben 1', 'hello'], []]);
    expect([...again.fake.stored.keys()].filter((key) => key.startsWith('outbox:'))).toEqual([]);
  });

  it('given a network, then the messages of the server replace those of the device', async () => {
    const { server, stored } = await afterReading();
    server.messagesOf('f1').length = 0;
    server.sendAsBen('from a restored server');
    const tab = await openedChat(server, { stored });
    expect(texts(tab)).toEqual(['from a restored server']);
  });

  it.each(['', 'not json', '7', '[{"id":"m1"}]'])(
    'given %p is stored, then nothing is shown',
    async (text) => {
      const stored = new Map([['messages:ana:f1', text]]);
      const tab = await openedChat(createChatServer(), { stored, change: withoutMessages });
      expect([texts(tab), statusIn(tab)]).toEqual([[], 'failed']);
      expect(tab.fake.recorded.failures).toEqual([]);
    },
  );
});

describe('unread messages of a chat without a network', () => {
  it('given stored messages were read, when the server has newer ones, then those are unread', async () => {
    const { server, stored } = await afterReading();
    const { store } = await openedChat(server, { stored, change: withoutMessages });
    store.dispatch(memberRead({ familyId: 'f1', userId: 'ana', sequence: 3, me: 'ana' }));
    const reading = { familyId: 'f1', newest: 6, unread: 5, marks: [{ userId: 'ana', sequence: 1 }] };
    store.dispatch(readingsLoaded({ readings: [reading], me: 'ana' }));
    expect(selectUnreadMessages(store.getState())).toBe(3);
  });
});

describe('what a device stores of a chat', () => {
  it('given messages that arrive, then the newest 50 are stored', async () => {
    const { tab, server } = await afterReading(60);
    for (let number = 61; number <= 64; number += 1) server.sendAsBen(`ben ${number}`);
    await settle();
    const again = await openedChat(server, { stored: new Map(tab.fake.stored), change: withoutMessages });
    expect([texts(again).length, texts(again)[0], texts(again).at(-1)]).toEqual([50, 'ben 15', 'ben 64']);
  });

  it('given long messages, then fewer are stored, because browsers give a page 5 MB', async () => {
    const server = createChatServer();
    for (let number = 1; number <= 40; number += 1) server.sendAsBen(`${number} ${'x'.repeat(3_990)}`);
    const { fake } = await openedChat(server);
    const text = fake.stored.get('messages:ana:f1') ?? '';
    expect(text).toContain('"40 xxx');
    expect(text.length).toBeLessThan(100_000);
  });

  it('given the chat was not opened, then nothing is stored', async () => {
    const server = createChatServer();
    const tab = await signedInStore((fake) => void server.connect(fake));
    await settle();
    server.sendAsBen('Dinner?');
    await settle();
    expect(storedKeys(tab)).toEqual([]);
  });

  it('given the user is no longer in the family, then its messages are gone', async () => {
    const { tab } = await afterReading();
    expect(storedKeys(tab)).toEqual(['messages:ana:f1']);
    tab.fake.answers['GET /api/families'] = () => [];
    tab.fake.receive('family:changed', { familyId: 'f1' });
    await settle();
    expect(storedKeys(tab)).toEqual([]);
  });

  it('given the user was removed meanwhile, when the app starts, then its messages are gone', async () => {
    const { stored } = await afterReading();
    const tab = await signedInStore((fake) => {
      for (const [key, value] of stored) fake.stored.set(key, value);
      fake.answers['GET /api/families'] = () => [];
    });
    await settle();
    expect(storedKeys(tab)).toEqual([]);
  });

  it('given a sign-out, then they are gone', async () => {
    const { tab } = await afterReading();
    tab.store.dispatch(signOutRequested());
    await settle();
    expect([...tab.fake.stored.keys()]).toEqual([]);
  });
});

describe('the notice of a chat that did not load', () => {
  async function showConversation(tab: Tab) {
    render(
      <Provider store={tab.store}>
        <Conversation familyId="f1" />
      </Provider>,
    );
    jest.useRealTimers();
    await measure();
  }

  it('given stored messages without a network, then there is none, because the banner says enough', async () => {
    const { server, stored } = await afterReading();
    const tab = await openedChat(server, { stored, change: withoutMessages });
    tab.fake.setOnline(false);
    await settle();
    await showConversation(tab);
    screen.getByText('ben 3');
    expect(screen.queryByText('Failed to load messages')).toBeNull();
  });

  it('given no network, then it says what happens by itself, and there is nothing to press', async () => {
    const tab = await openedChat(createChatServer(), { change: withoutMessages });
    tab.fake.setOnline(false);
    await settle();
    await showConversation(tab);
    screen.getByText('Failed to load messages');
    screen.getByText(/^They load once Kinmap can be reached\./u);
    expect(screen.queryAllByRole('alert')).toEqual([]);
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toEqual([]);
  });

  it('given a server that refuses, then the user can try again', async () => {
    const tab = await openedChat(createChatServer(), { change: withoutMessages });
    await showConversation(tab);
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  });
});
