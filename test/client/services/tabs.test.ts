import { createTabs } from '#client/services/tabs';

const denied = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));

describe.each([
  ['no locks', undefined],
  ['locks that it refuses, because storage is forbidden', { request: denied, query: denied }],
])('given a browser with %s, then each tab acts for itself', (_what, locks) => {
  beforeEach(() => Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } }));
  afterEach(() => Reflect.deleteProperty(globalThis, 'navigator'));

  it('runs exclusive work', async () => {
    expect(await createTabs().runExclusive('sos', async () => 'sent')).toBe('sent');
  });

  it('acquires what only one tab acquires', async () => {
    jest.useFakeTimers();
    expect(await createTabs().acquireOnce('alert 1')).toBe(true);
    jest.useRealTimers();
  });

  it('becomes the leader, unless it has resigned before', async () => {
    const isLeader = jest.fn<undefined, []>();
    createTabs().becomeLeader('sharing', isLeader);
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isLeader).toHaveBeenCalledTimes(1);
  });

  it('knows of no leader', async () => {
    expect(await createTabs().hasLeader('sharing')).toBe(false);
  });

  it('keeps what work throws', async () => {
    const work = () => Promise.reject(new Error('no answer'));
    await expect(createTabs().runExclusive('sos', work)).rejects.toThrow('no answer');
  });
});
