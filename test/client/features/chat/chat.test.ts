import { chatOpened } from '#client/store/pageActions';
import { typingText } from '#client/features/chat/messages';
import { selectRows, selectSeenBy, selectTypingNames } from '#client/features/chat/viewModels';
import { selectOutbox, selectTimeline, selectUnreadMessages } from '#client/features/chat/selectors';
import {
  draftChanged,
  messageDeleted,
  messageRetried,
  messageSeen,
  messageSubmitted,
  olderRequested,
  positionShareRequested,
} from '#client/features/chat/slice';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { familySelected } from '#client/features/families/slice';
import { signOutRequested } from '#client/features/session/slice';
import { EmitPostponed, GeolocationFailed } from '#client/services/errors';
import { createBrowser } from '../../support/browser';
import { createFamily, createFix } from '../../support/builders';
import { createChatServer } from '../../support/chatServer';
import { type FakeServices, fakeServices, flushPromises } from '../../support/fakeServices';
import { defaultServer, signedInStore, startStore } from '../../support/signedInStore';

beforeAll(async () => {
  await import('#client/features/chat/saga');
});
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Tab = Awaited<ReturnType<typeof signedInStore>>;

/** Lets what is on its way happen, pauses of so many milliseconds included. */
async function after(milliseconds = 60): Promise<void> {
  await flushPromises();
  await jest.advanceTimersByTimeAsync(milliseconds);
  await flushPromises();
}

/** Ana's page on the server, with the chat open. */
async function anasTab(server = createChatServer(), change: (fake: FakeServices) => void = () => undefined) {
  let connection = { isConnected: true };
  const tab = await signedInStore((fake) => {
    connection = server.connect(fake);
    change(fake);
  });
  await after();
  tab.store.dispatch(chatOpened());
  await after();
  return { ...tab, server, connection };
}

const write = ({ store }: Tab, content: string, familyId = 'f1') =>
  store.dispatch(messageSubmitted({ familyId, content }));
const texts = ({ store }: Tab) => selectRows(store.getState()).map(({ content }) => content);
const waiting = ({ store }: Tab) => selectOutbox(store.getState()).map(({ content }) => content);
const sends = ({ fake }: Tab) =>
  fake.recorded.emitted
    .filter(({ event }) => event === 'message:send')
    .map(({ payload }) => (payload as { content: string }).content);
const storedOutbox = ({ fake }: Pick<Tab, 'fake'>) =>
  [...fake.stored.keys()].filter((key) => key.startsWith('outbox:'));
const unread = ({ store }: Tab) => selectUnreadMessages(store.getState());

describe('writing', () => {
  it('given a message, then it is shown at once, is kept, and is stored with the same key', async () => {
    const tab = await anasTab();
    write(tab, '  Hello ');
    const [sending] = selectRows(tab.store.getState());
    expect(sending).toMatchObject({ content: 'Hello', mine: true, stored: null });
    expect(storedOutbox(tab)).toHaveLength(1);
    await after();
    expect(selectRows(tab.store.getState())).toMatchObject([
      { key: sending?.key, content: 'Hello', stored: { sequence: 1 }, outgoing: null },
    ]);
    expect([waiting(tab), storedOutbox(tab)]).toEqual([[], []]);
  });

  it('given three at once, then they are sent in the order of writing, one after the other', async () => {
    const tab = await anasTab();
    for (const word of ['one', 'two', 'three']) write(tab, word);
    await after();
    expect(tab.server.messagesOf('f1').map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    expect(sends(tab)).toEqual(['one', 'two', 'three']);
  });

  it('given nothing but blanks, then nothing is written', async () => {
    const tab = await anasTab();
    write(tab, ' \u200b ');
    expect(texts(tab)).toEqual([]);
  });

  it('given no connection, then it waits, over a reload, and goes once there is one', async () => {
    const server = createChatServer();
    const tab = await anasTab(server);
    tab.fake.emitSignal('lost');
    write(tab, 'one');
    write(tab, 'two');
    await after(10_000);
    expect([waiting(tab), server.messagesOf('f1')]).toEqual([['one', 'two'], []]);
    const items = storedOutbox(tab).map((key) => [key, tab.fake.stored.get(key)] as const);
    const again = await signedInStore((fake) => {
      server.connect(fake);
      for (const [key, value] of items) fake.stored.set(key, value ?? '');
    });
    await after();
    expect(server.messagesOf('f1').map(({ content }) => content)).toEqual(['one', 'two']);
    expect([waiting(again), storedOutbox(again)]).toEqual([[], []]);
  });

  it('given the connection goes while sending, then after it is back everything is stored once, in order', async () => {
    const server = createChatServer();
    const tab = await anasTab(server);
    let lose = 2;
    tab.fake.onEmit(async (_event, payload) => {
      if (lose > 0) {
        lose -= 1;
        // The first never arrives; of the second only the acknowledgement is lost.
        if (lose === 0) server.store('ana', payload as never);
        throw new Error('socket has been disconnected');
      }
      return { message: server.store('ana', payload as never) };
    });
    tab.connection.isConnected = false;
    for (const word of ['one', 'two', 'three']) write(tab, word);
    await after();
    tab.fake.emitSignal('lost');
    await after(5_000);
    tab.connection.isConnected = true;
    tab.fake.emitSignal('connected');
    await after(5_000);
    expect(server.messagesOf('f1').map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    expect(texts(tab)).toEqual(['one', 'two', 'three']);
    expect([waiting(tab), storedOutbox(tab)]).toEqual([[], []]);
  });

  it('given the acknowledgement never comes but the message does, then it is sent, and the next one goes', async () => {
    const server = createChatServer();
    const tab = await anasTab(server);
    tab.fake.onEmit((_event, payload) => {
      server.store('ana', payload as never);
      return new Promise(() => undefined);
    });
    write(tab, 'one');
    write(tab, 'two');
    await after(500);
    expect([texts(tab), waiting(tab)]).toEqual([['one', 'two'], []]);
  });

  it('given a server that asks to wait, then it is sent after that, and is shown meanwhile', async () => {
    const server = createChatServer();
    const tab = await anasTab(server);
    let tries = 0;
    tab.fake.onEmit(async (_event, payload) => {
      tries += 1;
      if (tries === 1) throw new EmitPostponed({ code: 'too_many_requests' }, 30_000);
      return { message: server.store('ana', payload as never) };
    });
    write(tab, 'patience');
    await after(29_000);
    expect([tries, waiting(tab)]).toEqual([1, ['patience']]);
    await after(2_000);
    expect(server.messagesOf('f1')).toHaveLength(1);
  });

  it('given a left family, then its message says why, blocks no other, and can be resent or deleted', async () => {
    const server = createChatServer();
    const tab = await anasTab(server);
    server.allowedFamilies.delete('f1');
    write(tab, 'too late');
    write(tab, 'elsewhere', 'f2');
    await after();
    const [refused] = selectOutbox(tab.store.getState());
    expect(refused).toMatchObject({ content: 'too late', error: { code: 'not_in_family' } });
    expect(server.messagesOf('f2')).toHaveLength(1);
    expect(storedOutbox(tab)).toHaveLength(1);
    server.allowedFamilies.add('f1');
    tab.store.dispatch(messageRetried({ clientId: refused?.clientId ?? '' }));
    await after();
    expect(server.messagesOf('f1')).toHaveLength(1);
    server.allowedFamilies.delete('f1');
    write(tab, 'again');
    await after();
    const [second] = selectOutbox(tab.store.getState());
    tab.store.dispatch(messageDeleted({ clientId: second?.clientId ?? '' }));
    expect([waiting(tab), storedOutbox(tab)]).toEqual([[], []]);
  });

  it('given a sign-out while sending, then nothing is sent or kept any more', async () => {
    const tab = await anasTab();
    let answer: (value: unknown) => void = () => undefined;
    tab.fake.onEmit(() => new Promise((resolve) => (answer = resolve)));
    write(tab, 'one');
    write(tab, 'two');
    await after();
    tab.store.dispatch(signOutRequested());
    await after();
    answer({ message: null });
    await after(5_000);
    expect([waiting(tab), storedOutbox(tab), sends(tab)]).toEqual([[], [], ['one']]);
    expect(tab.fake.listenersOf('message:received')).toBe(0);
  });

  it('given two tabs, then only the one that was shown last sends, and both show every message once', async () => {
    const server = createChatServer();
    const browser = createBrowser();
    const first = await anasTab(server, browser.open);
    first.fake.emitSignal('lost');
    write(first, 'from the first');
    await after();
    // Opened later, so looked at last; it finds what the first has left.
    const second = await anasTab(server, browser.open);
    await after(200);
    write(second, 'from the second');
    write(first, 'first again');
    await after(500);
    first.fake.emitSignal('connected');
    await after(500);
    const all = server.messagesOf('f1').map(({ content }) => content);
    expect(all.toSorted()).toEqual(['first again', 'from the first', 'from the second']);
    expect([sends(first), sends(second)]).toEqual([[], all]);
    expect([texts(first), texts(second)]).toEqual([all, all]);
    expect([
      waiting(first),
      waiting(second),
      [...browser.stored.keys()].filter((key) => key.startsWith('outbox')),
    ]).toEqual([[], [], []]);
  });

  it('given a tab receives the message before the outbox, then it shows it once', async () => {
    const server = createChatServer();
    const browser = createBrowser();
    const second = await anasTab(server, browser.open);
    const first = await anasTab(server, browser.open);
    const changes: (() => void)[] = [];
    const { storeInOtherTab } = second.fake;
    second.fake.storeInOtherTab = (key, value) => changes.push(() => storeInOtherTab(key, value));
    // Of the first tab both the acknowledgement and the message itself are late.
    first.connection.isConnected = false;
    first.fake.onEmit((_event, payload) => {
      server.store('ana', payload as never);
      return new Promise(() => undefined);
    });
    write(first, 'one');
    await after();
    changes.forEach((change) => change());
    await after();
    expect([texts(second), waiting(second)]).toEqual([['one'], []]);
  });

  it('given a sent message without acknowledgement, far back after a reload, then it is shown once', async () => {
    const server = createChatServer();
    const tab = await anasTab(server);
    tab.connection.isConnected = false;
    tab.fake.onEmit((_event, payload) => {
      server.store('ana', payload as never);
      return new Promise(() => undefined);
    });
    write(tab, 'long ago');
    await after();
    const items = storedOutbox(tab).map((key) => [key, tab.fake.stored.get(key)] as const);
    for (let count = 0; count < 120; count += 1) server.sendAsBen(`m${count}`);
    const again = await anasTab(server, (fake) => {
      for (const [key, value] of items) fake.stored.set(key, value ?? '');
      fake.onEmit(() => new Promise(() => undefined));
    });
    expect(texts(again).filter((text) => text === 'long ago')).toHaveLength(1);
    again.store.dispatch(olderRequested({ familyId: 'f1' }));
    await after();
    expect(texts(again)).toHaveLength(121);
    expect([waiting(again), storedOutbox(again)]).toEqual([[], []]);
  });

  it('given a server without client ids, then an older equal text does not match a message in the outbox', async () => {
    const server = createChatServer();
    const nameless = () =>
      server.messagesOf('f1').map((message) => ({ ...message, clientId: null, sequence: null }));
    server.store('ana', { content: 'ok', familyId: 'f1', clientId: 'earlier' });
    const tab = await anasTab(server, (fake) => {
      fake.answers['GET /api/messages/family/:familyId'] = nameless;
      fake.onEmit(() => Promise.reject(new Error('no answer')));
    });
    write(tab, 'ok');
    await after();
    tab.fake.emitSignal('lost');
    tab.fake.emitSignal('connected');
    await after();
    expect(waiting(tab)).toEqual(['ok']);
  });

  it('given the position is asked for, then it is a message; given none is found, then it says why', async () => {
    const tab = await anasTab();
    tab.fake.onLocate(async () => createFix({ latitude: 45.5, longitude: 13.25, accuracy: 12.4 }));
    tab.store.dispatch(positionShareRequested({ familyId: 'f1' }));
    await after();
    expect(texts(tab)).toEqual(['My position: geo:45.500000,13.250000;u=12']);
    tab.fake.onLocate(() => Promise.reject(new GeolocationFailed('denied')));
    tab.store.dispatch(positionShareRequested({ familyId: 'f1' }));
    await after();
    expect(tab.store.getState().chat.position).toEqual({ status: 'idle', problem: 'denied' });
    expect(texts(tab)).toHaveLength(1);
  });
});

describe('arriving', () => {
  it('given messages while the chat loads, then none is lost, and a submitted one is shown at once', async () => {
    const server = createChatServer();
    server.sendAsBen('old');
    let answer: () => void = () => undefined;
    const tab = await anasTab(server, (fake) => {
      const load = fake.answers['GET /api/messages/family/:familyId'];
      fake.answers['GET /api/messages/family/:familyId'] = (input) => {
        const page = load?.(input);
        return new Promise((resolve) => (answer = () => resolve(page)));
      };
    });
    server.sendAsBen('meanwhile');
    write(tab, 'mine');
    await after();
    expect(texts(tab)).toEqual(['meanwhile', 'mine']);
    answer();
    await after();
    expect(texts(tab)).toEqual(['old', 'meanwhile', 'mine']);
  });

  it('given 1,200 missed and some live messages during catching up, then all are there once, in order', async () => {
    const server = createChatServer();
    server.sendAsBen('before');
    const tab = await anasTab(server);
    tab.fake.emitSignal('lost');
    tab.connection.isConnected = false;
    for (let count = 0; count < 1_200; count += 1) server.sendAsBen(`missed ${count}`);
    tab.connection.isConnected = true;
    tab.fake.emitSignal('connected');
    server.sendAsBen('live');
    await after();
    server.sendAsBen('live again');
    await after(500);
    expect(texts(tab)).toEqual(server.messagesOf('f1').map(({ content }) => content));
  });

  it('given one that got lost on the way, then the hole is found and filled', async () => {
    const tab = await anasTab();
    tab.server.sendAsBen('one');
    await after();
    tab.connection.isConnected = false;
    tab.server.sendAsBen('two');
    tab.connection.isConnected = true;
    tab.server.sendAsBen('three');
    await after();
    expect(texts(tab)).toEqual(['one', 'two', 'three']);
  });

  it('given another family is chosen while the first loads, then its late answer is dropped', async () => {
    const server = createChatServer();
    server.sendAsBen('of the first');
    server.sendAsBen('of the second', 'f2');
    const answers: (() => void)[] = [];
    const tab = await anasTab(server, (fake) => {
      fake.answers['GET /api/families'] = () => [
        createFamily('f1', ['ana', 'ben']),
        createFamily('f2', ['ana', 'ben']),
      ];
      const load = fake.answers['GET /api/messages/family/:familyId'];
      fake.answers['GET /api/messages/family/:familyId'] = (input) =>
        new Promise((resolve) => answers.push(() => resolve(load?.(input))));
    });
    tab.store.dispatch(familySelected({ familyId: 'f2' }));
    await after();
    answers.at(-1)?.();
    await after();
    answers.forEach((answer) => answer());
    await after();
    expect(texts(tab)).toEqual(['of the second']);
    expect(selectTimeline(tab.store.getState(), 'f1').items).toEqual([]);
    tab.store.dispatch(familySelected({ familyId: 'f1' }));
    await after();
    answers.at(-1)?.();
    await after();
    expect(texts(tab)).toEqual(['of the first']);
  });

  it('given older pages, then they come before what is there until the first message', async () => {
    const server = createChatServer();
    for (let count = 1; count <= 250; count += 1) server.sendAsBen(`m${count}`);
    const tab = await anasTab(server);
    expect(texts(tab)).toHaveLength(100);
    for (const length of [200, 250]) {
      tab.store.dispatch(olderRequested({ familyId: 'f1' }));
      await after();
      expect(texts(tab)).toHaveLength(length);
    }
    expect(selectTimeline(tab.store.getState(), 'f1')).toMatchObject({ reachesStart: true, older: 'idle' });
    expect(texts(tab)[0]).toBe('m1');
  });

  it.each(['another member', 'this person'])(
    'given a server restored from a backup, when %s writes, then exactly its messages are shown',
    async (who) => {
      const tab = await anasTab();
      for (const word of ['one', 'two', 'three']) tab.server.sendAsBen(word);
      await after();
      tab.server.messagesOf('f1').splice(1);
      tab.fake.emitSignal('lost');
      tab.fake.emitSignal('connected');
      await after();
      if (who === 'this person') write(tab, 'anew');
      else tab.server.sendAsBen('anew');
      await after(500);
      tab.server.sendAsBen('again');
      await after(500);
      expect([texts(tab), waiting(tab)]).toEqual([['one', 'anew', 'again'], []]);
    },
  );

  it('given the load fails, then it says so, and a new connection tries again', async () => {
    const server = createChatServer();
    server.sendAsBen('hello');
    const tab = await anasTab(server, (fake) => delete fake.answers['GET /api/messages/family/:familyId']);
    expect(selectTimeline(tab.store.getState(), 'f1').status).toBe('failed');
    server.connect(tab.fake);
    tab.fake.emitSignal('connected');
    await after();
    expect(texts(tab)).toEqual(['hello']);
  });
});

describe('a notification that is clicked', () => {
  const families = (...ids: string[]) => ids.map((id) => createFamily(id, ['ana', 'ben']));
  const selected = ({ store }: Tab) => selectSelectedFamily(store.getState())?.id;

  it.each([
    ['of a family of the user', 'f2', 'f2'],
    ['of a family that the user has left', 'f9', 'f1'],
  ])(
    'given one %s (%s), when its page opens, then the chat of %s is shown',
    async (_what, familyId, shown) => {
      const tab = await anasTab(createChatServer(), ({ answers }) => {
        answers['GET /api/families'] = () => families('f1', 'f2');
      });
      expect(selected(tab)).toBe('f1');
      tab.fake.setFragment(`family=${familyId}`);
      await tab.perform(chatOpened());
      expect([selected(tab), tab.fake.services.page.takeFragment()]).toEqual([shown, '']);
    },
  );

  it('given an open page, when its path is about to open, then the family of the chat is selected', async () => {
    const tab = await anasTab(createChatServer(), ({ answers }) => {
      answers['GET /api/families'] = () => families('f1', 'f2');
    });
    tab.fake.clickNotification('/chat#family=f2');
    await after();
    expect(selected(tab)).toBe('f2');
    tab.fake.clickNotification('/chat#family=f9');
    await after();
    expect(selected(tab)).toBe('f2');
  });

  it('given no open page, then the one that opens waits for the families and shows that of the chat', async () => {
    let answer: () => void = () => undefined;
    const fake = fakeServices(defaultServer());
    fake.stored.set('token', 'the-token');
    fake.answers['GET /api/families'] = () =>
      new Promise((resolve) => (answer = () => resolve(families('f1', 'f2'))));
    fake.setFragment('family=f2');
    const tab = await startStore(fake);
    await tab.perform(chatOpened());
    answer();
    await after();
    expect(selected(tab)).toBe('f2');
  });

  it('given two families, when the chat of one is opened or read elsewhere, then its notification goes', async () => {
    const server = createChatServer();
    const tab = await signedInStore((fake) => {
      server.connect(fake);
      fake.answers['GET /api/families'] = () => families('f1', 'f2');
    });
    await after();
    server.sendAsBen('Dinner?', 'f2');
    await after();
    const push = await tab.fake.services.loadPush();
    for (const tag of ['chat:f1', 'chat:f2', 'sos:s1'])
      await push.show({ title: '', text: '', tag, path: '/' });
    const tags = () => tab.fake.recorded.notifications.map(({ tag }) => tag);
    await tab.perform(chatOpened());
    expect(tags()).toEqual(['chat:f2', 'sos:s1']);
    tab.fake.receive('message:read', { familyId: 'f2', userId: 'ben', sequence: 1 });
    await after();
    expect(tags()).toEqual(['chat:f2', 'sos:s1']);
    tab.fake.receive('message:read', { familyId: 'f2', userId: 'ana', sequence: 1 });
    await after();
    expect(tags()).toEqual(['sos:s1']);
  });

  it('given messages that were read elsewhere, when a page opens, then the notification of the chat goes', async () => {
    const tab = await signedInStore((fake) => {
      fake.answers['GET /api/messages/readings'] = () => [
        { familyId: 'f1', newest: 3, unread: 0, marks: [] },
        { familyId: 'f2', newest: 3, unread: 1, marks: [] },
      ];
      for (const tag of ['chat:f1', 'chat:f2'])
        fake.recorded.notifications.push({ title: '', text: '', tag, path: '/' });
    });
    expect(tab.fake.recorded.notifications.map(({ tag }) => tag)).toEqual(['chat:f2']);
  });

  it('given a hidden page and a message to another family, then its notification leads there', async () => {
    const server = createChatServer();
    const tab = await anasTab(server, (fake) => {
      fake.answers['GET /api/families'] = () => families('f1', 'f2');
      fake.setPermission('granted');
    });
    tab.fake.hidePage();
    server.sendAsBen('Dinner?', 'f2');
    await after();
    expect(tab.fake.recorded.notifications).toMatchObject([{ tag: 'chat:f2', path: '/chat#family=f2' }]);
  });
});

describe('reading', () => {
  it('given two devices of one person, then what is read on one is read on the other', async () => {
    const server = createChatServer();
    const [phone, desk] = [await anasTab(server), await anasTab(server)];
    server.sendAsBen('one');
    await after();
    const two = server.sendAsBen('two');
    await after();
    expect([unread(phone), unread(desk)]).toEqual([2, 2]);
    phone.store.dispatch(messageSeen({ familyId: 'f1', messageId: two.id, sequence: 2 }));
    await after(1_000);
    expect([unread(phone), unread(desk)]).toEqual([0, 0]);
    server.sendAsBen('three');
    await after();
    expect([unread(phone), unread(desk)]).toEqual([1, 1]);
    const again = await anasTab(server);
    expect(unread(again)).toBe(1);
  });

  it('given a hidden page, then nothing is read until it is shown', async () => {
    const tab = await anasTab();
    tab.fake.hidePage();
    const one = tab.server.sendAsBen('one');
    await after();
    tab.store.dispatch(messageSeen({ familyId: 'f1', messageId: one.id, sequence: 1 }));
    await after(1_000);
    expect(unread(tab)).toBe(1);
    tab.fake.showPage();
    await after(1_000);
    expect(unread(tab)).toBe(0);
  });

  it('given others have read, then their names are below the last message of mine that they have read', async () => {
    const tab = await anasTab();
    write(tab, 'one');
    write(tab, 'two');
    await after(200);
    tab.fake.receive('message:read', { familyId: 'f1', userId: 'ben', sequence: 1 });
    expect(selectSeenBy(tab.store.getState())).toEqual({ 'f1-1': ['ben'] });
    tab.fake.receive('message:read', { familyId: 'f1', userId: 'ben', sequence: 2 });
    expect(selectSeenBy(tab.store.getState())).toEqual({ 'f1-2': ['ben'] });
  });

  it('given a server that knows less than before, as after a restore, then it is not asked for ever', async () => {
    const tab = await anasTab();
    tab.server.sendAsBen('one');
    tab.server.sendAsBen('two');
    await after();
    expect(unread(tab)).toBe(2);
    tab.server.messagesOf('f1').pop();
    tab.fake.recorded.calls.length = 0;
    tab.fake.emitSignal('lost');
    tab.fake.emitSignal('connected');
    await after();
    const asked = tab.fake.recorded.calls.filter(({ path }) => path === '/api/messages/readings').length;
    expect([asked < 5, unread(tab)]).toEqual([true, 1]);
  });

  it('given what was read did not reach the server, when it is back, then the server is told again', async () => {
    const server = createChatServer();
    const [phone, desk] = [await anasTab(server), await anasTab(server)];
    const one = server.sendAsBen('one');
    await after();
    const route = 'POST /api/messages/family/:familyId/read';
    const { [route]: answer } = phone.fake.answers;
    delete phone.fake.answers[route];
    phone.store.dispatch(messageSeen({ familyId: 'f1', messageId: one.id, sequence: 1 }));
    await after(1_000);
    expect([unread(phone), unread(desk)]).toEqual([0, 1]);
    Object.assign(phone.fake.answers, { [route]: answer });
    phone.fake.emitSignal('lost');
    phone.fake.emitSignal('connected');
    await after(1_000);
    expect([unread(phone), unread(desk)]).toEqual([0, 0]);
  });

  it('given an outdated read marker from the server, then nothing becomes unread, and no request is sent', async () => {
    const tab = await anasTab();
    tab.server.sendAsBen('one');
    tab.server.sendAsBen('two');
    const three = tab.server.sendAsBen('three');
    await after();
    tab.store.dispatch(messageSeen({ familyId: 'f1', messageId: three.id, sequence: 3 }));
    await after(1_000);
    const sent = () => tab.fake.recorded.calls.filter(({ path }) => path.startsWith('/api/messages'));
    const before = sent().length;
    tab.fake.receive('message:read', { familyId: 'f1', userId: 'ana', sequence: 1 });
    await after(1_000);
    expect([unread(tab), sent().length]).toEqual([0, before]);
  });

  it('given an answer that was written before the last was read, then nothing is unread again', async () => {
    const tab = await anasTab();
    tab.server.sendAsBen('one');
    const two = tab.server.sendAsBen('two');
    await after();
    tab.store.dispatch(messageSeen({ familyId: 'f1', messageId: two.id, sequence: 2 }));
    await after(1_000);
    const old = { familyId: 'f1', newest: 2, unread: 1, marks: [{ userId: 'ana', sequence: 1 }] };
    tab.fake.answers['GET /api/messages/readings'] = () => [old];
    tab.fake.emitSignal('lost');
    tab.fake.emitSignal('connected');
    await after();
    expect(unread(tab)).toBe(0);
  });

  it('given a server that keeps no marks, then messages still come and are counted', async () => {
    const tab = await anasTab(createChatServer(), (fake) => {
      delete fake.answers['GET /api/messages/readings'];
      delete fake.answers['POST /api/messages/family/:familyId/read'];
    });
    const one = tab.server.sendAsBen('one');
    await after();
    expect(unread(tab)).toBe(1);
    tab.store.dispatch(messageSeen({ familyId: 'f1', messageId: one.id, sequence: 1 }));
    await after(1_000);
    expect(unread(tab)).toBe(0);
  });
});

describe('typing', () => {
  const text = ({ store }: Tab) => typingText(selectTypingNames(store.getState()));
  const types = (tab: Tab, userId: string, isTyping = true) =>
    tab.fake.receive('typing:update', { userId, isTyping, familyId: 'f1' });
  const sentTyping = ({ fake }: Tab) =>
    fake.recorded.emitted.map(({ event }) => event).filter((event) => event.startsWith('typing:'));

  it('given one, two or many typing, then the line says so, and clears after 3 s, a stop or a message', async () => {
    const tab = await anasTab(createChatServer(), (fake) => {
      fake.answers['GET /api/families'] = () => [createFamily('f1', ['ana', 'ben', 'cleo', 'dan'])];
    });
    types(tab, 'ben');
    expect(text(tab)).toBe('ben is typing...');
    types(tab, 'cleo');
    expect(text(tab)).toBe('ben and cleo are typing...');
    types(tab, 'dan');
    expect(text(tab)).toBe('Multiple people are typing...');
    types(tab, 'dan', false);
    tab.server.sendAsBen('done');
    await after(100);
    expect(text(tab)).toBe('cleo is typing...');
    tab.fake.setNow(Date.parse('2026-05-01T12:00:02.000Z'));
    types(tab, 'cleo');
    await after(2_950);
    expect(text(tab)).toBe('cleo is typing...');
    await after(100);
    expect(text(tab)).toBeNull();
  });

  it('given a person types, then a start is sent once, and a stop after 1 s or on sending', async () => {
    const tab = await anasTab();
    const type = () => tab.store.dispatch(draftChanged({ familyId: 'f1', isEmpty: false }));
    for (let letter = 0; letter < 5; letter += 1) {
      type();
      await after(300);
    }
    expect(sentTyping(tab)).toEqual(['typing:start']);
    await after(1_000);
    expect(sentTyping(tab)).toEqual(['typing:start', 'typing:stop']);
    type();
    await after(100);
    write(tab, 'sent');
    await after(100);
    expect(sentTyping(tab)).toEqual(['typing:start', 'typing:stop', 'typing:start', 'typing:stop']);
  });
});
