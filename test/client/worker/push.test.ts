import { createPushes } from '#client/worker/push';
import type { ServiceWorkerScope } from '#client/worker/scope';

const ORIGIN = 'https://kinmap.test';

/** A service worker whose browser shows what it is asked to. */
function createWorker({
  windows = [] as ('visible' | 'hidden')[],
  isAllowed = true,
  canOpen = true,
  isStalled = false,
  status = 0,
} = {}) {
  const shown: { title: string; options: Record<string, unknown> }[] = [];
  const posted: { path: string; body: unknown }[] = [];
  const messages: unknown[] = [];
  const openedPaths: string[] = [];
  const badges: number[] = [];
  const worker = {
    location: { origin: ORIGIN },
    navigator: { setAppBadge: async (count: number) => void badges.push(count) },
    registration: {
      showNotification: async (title: string, options: object) => {
        if (!isAllowed) throw new TypeError('No notification permission');
        shown.push({ title, options: { ...options } });
      },
    },
    clients: {
      matchAll: async () =>
        windows.map((visibilityState) => ({
          visibilityState,
          postMessage: (message: unknown) => void messages.push(message),
          focus: () => Promise.reject(new Error('Not allowed to focus a window.')),
        })),
      openWindow: async (path: string) => {
        if (!canOpen) throw new DOMException('Not allowed to open a window.', 'InvalidAccessError');
        openedPaths.push(path);
      },
    },
  };
  const post = async (path: string, body: string) => {
    posted.push({ path, body: JSON.parse(body) as unknown });
    if (isStalled) return new Promise<never>(() => undefined);
    if (status === 0) throw new TypeError('Failed to fetch');
    return { ok: status < 300 };
  };
  const pushes = createPushes(worker as unknown as ServiceWorkerScope, post);
  return { pushes, shown, posted, messages, openedPaths, badges };
}

const createPush = (changes: object = {}, data: object = {}) =>
  JSON.stringify({
    notification: {
      title: 'SOS from Ben',
      body: 'Ben needs help.',
      tag: 'sos:s1',
      navigate: `${ORIGIN}/sos/s1?from=push`,
      data: { v: 1, receipt: 'abcdefghijklmnopqrstuv', unlessSeen: false, ...data },
      ...changes,
    },
    app_badge: 2,
  });

describe('a push', () => {
  it('given a readable one, then it is shown with its tag, the badge is set and the receipt posted', async () => {
    const { pushes, shown, posted, badges } = createWorker();
    await pushes.receive(createPush());
    expect(shown).toEqual([
      {
        title: 'SOS from Ben',
        options: expect.objectContaining({
          body: 'Ben needs help.',
          tag: 'sos:s1',
          renotify: true,
          requireInteraction: true,
          data: { open: '/sos/s1?from=push' },
        }),
      },
    ]);
    expect(badges).toEqual([2]);
    expect(posted).toEqual([
      { path: '/api/push/receipts', body: { receipt: 'abcdefghijklmnopqrstuv', shown: true } },
    ]);
  });

  it.each([null, '', 'no JSON', 'null', '{"notification":null}', '[]', '{"notification":{"title":""}}'])(
    'given the unreadable %j, then a general notification is shown and nothing posted',
    async (text) => {
      const { pushes, shown, posted } = createWorker();
      await pushes.receive(text);
      expect(shown).toMatchObject([
        { title: 'Kinmap', options: { body: 'Something new in your family.', data: { open: '/' } } },
      ]);
      expect(posted).toEqual([]);
    },
  );

  it.each([
    [['visible' as const], true, 0],
    [['hidden' as const], true, 1],
    [[], true, 1],
    [['hidden' as const, 'visible' as const], true, 0],
    [['visible' as const], false, 1],
  ])('given windows %j and unlessSeen %j, then it is shown %j times', async (windows, unlessSeen, times) => {
    const { pushes, shown, posted } = createWorker({ windows });
    await pushes.receive(createPush({}, { unlessSeen }));
    expect(shown).toHaveLength(times);
    expect(posted).toMatchObject([{ body: { shown: times === 1 } }]);
  });

  it('given the permission is withdrawn, then no receipt says that it was shown', async () => {
    const { pushes, posted, badges } = createWorker({ isAllowed: false });
    await pushes.receive(createPush());
    expect([posted, badges]).toEqual([[], [2]]);
  });

  it.each(['https://evil.test/sos', 'javascript:alert(1)', '//evil.test/', 7, undefined])(
    'given the address %j, then a click would open the map',
    async (navigate) => {
      const { pushes, shown } = createWorker();
      await pushes.receive(createPush({ navigate }));
      expect(shown).toMatchObject([{ title: 'SOS from Ben', options: { data: { open: '/' } } }]);
    },
  );
});

describe('the buttons of an SOS', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('given answers, then those that the worker knows are buttons, and the receipt is kept', async () => {
    const { pushes, shown } = createWorker();
    await pushes.receive(createPush({}, { answers: ['coming', 'call', 'constructor'] }));
    expect(shown).toMatchObject([
      {
        options: {
          actions: [
            { action: 'coming', title: 'On my way' },
            { action: 'call', title: 'Call me' },
          ],
          data: { open: '/sos/s1?from=push', receipt: 'abcdefghijklmnopqrstuv' },
        },
      },
    ]);
  });

  it.each([
    [204, []],
    [409, ['/sos/s1']],
    [0, ['/sos/s1']],
  ])('given the server answers %s to a click, then %j is opened', async (status, opened) => {
    const { pushes, posted, openedPaths } = createWorker({ status });
    const close = jest.fn();
    await pushes.click({ data: { open: '/sos/s1', receipt: 'r' }, close }, 'coming');
    expect(posted).toEqual([{ path: '/api/sos/answers', body: { receipt: 'r', answer: 'coming' } }]);
    expect([close.mock.calls.length, openedPaths]).toEqual([1, opened]);
  });

  it('given a network that never answers, then the page opens after three seconds', async () => {
    const { pushes, openedPaths } = createWorker({ isStalled: true });
    const close = jest.fn();
    const clicked = pushes.click({ data: { open: '/sos/s1', receipt: 'r' }, close }, 'coming');
    await jest.advanceTimersByTimeAsync(2_999);
    expect([close.mock.calls.length, openedPaths]).toEqual([0, []]);
    await jest.advanceTimersByTimeAsync(1);
    await clicked;
    expect([close.mock.calls.length, openedPaths]).toEqual([1, ['/sos/s1']]);
  });

  it('given no network and no page that can be opened, then the notification stays', async () => {
    const { pushes } = createWorker({ canOpen: false });
    const close = jest.fn();
    const clicked = pushes.click({ data: { open: '/sos/s1', receipt: 'r' }, close }, 'coming');
    await expect(clicked).rejects.toThrow('Not allowed');
    expect(close).not.toHaveBeenCalled();
  });
});

describe('a click on a notification', () => {
  it('given an open window, then it receives the path, also when it cannot be focused', async () => {
    const { pushes, messages, openedPaths } = createWorker({ windows: ['hidden'] });
    const close = jest.fn();
    await pushes.click({ data: { open: '/chat' }, close }, '');
    expect([messages, openedPaths]).toEqual([[{ open: '/chat' }], []]);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('given no window, then one opens at the path', async () => {
    const { pushes, openedPaths } = createWorker();
    await pushes.click({ data: { open: '/chat' }, close: () => undefined }, '');
    await pushes.click({ data: null, close: () => undefined }, 'coming');
    expect(openedPaths).toEqual(['/chat', '/']);
  });
});
