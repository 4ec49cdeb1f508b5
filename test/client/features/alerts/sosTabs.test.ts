import { sosCancelled, sosClosed, sosOpened, sosSubmitted } from '#client/features/alerts/sos/slice';
import { selectToast } from '#client/features/alerts/viewModels';
import { selectSos } from '#client/features/alerts/selectors';
import type { LocationFix } from '#client/services/types';
import { EmitRefused } from '#client/services/errors';
import { createBrowser } from '../../support/browser';
import { createFix } from '../../support/builders';
import { flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Tab = Awaited<ReturnType<typeof signedInStore>>;
const sos = ({ store }: Tab) => selectSos(store.getState());
const emitted = ({ fake }: Tab) =>
  fake.recorded.emitted.filter(({ event }) => event === 'sos:trigger').map(({ payload }) => payload);

/** Two tabs of Ana in one browser, at a known place, both without a connection. */
async function openTwoTabs() {
  const browser = createBrowser();
  const open = () =>
    signedInStore((fake) => {
      browser.open(fake);
      fake.onLocate(() => Promise.resolve(createFix()));
    });
  const [first, second] = [await open(), await open()];
  for (const { fake } of [first, second]) fake.emitSignal('lost');
  await flushPromises();
  return { browser, open, first, second };
}

async function submitSos({ perform }: Tab, message = 'Flat tyre') {
  await perform(sosOpened(), sosSubmitted({ message }));
}

async function reconnect(...tabs: Tab[]) {
  for (const { fake } of tabs) fake.emitSignal('connected');
  await flushPromises();
}

describe('a waiting SOS and two tabs', () => {
  it('given the other tab gets a connection first, then it sends the SOS once, and no tab waits', async () => {
    const { first, second } = await openTwoTabs();
    await submitSos(first);
    expect(sos(second)).toMatchObject({ open: false, status: 'waiting', message: 'Flat tyre' });
    await reconnect(second);
    expect(emitted(second)).toMatchObject([{ message: 'Flat tyre', latitude: 45.3 }]);
    for (const tab of [first, second]) {
      expect(sos(tab)).toMatchObject({ open: false, status: 'idle' });
      expect(selectToast(tab.store.getState())).toEqual([]);
    }
    await reconnect(first);
    expect(emitted(first)).toEqual([]);
  });

  it('given both get a connection at once, then it is sent once', async () => {
    const { browser, first, second } = await openTwoTabs();
    await submitSos(first);
    await reconnect(first, second);
    expect([...emitted(first), ...emitted(second)]).toHaveLength(1);
    expect(browser.stored.has('sos:ana')).toBe(false);
  });

  it('given the tab that submitted it is closed, then the other sends it', async () => {
    const { browser, first, second } = await openTwoTabs();
    await submitSos(first);
    browser.close(first.fake);
    await reconnect(second);
    expect(emitted(second)).toHaveLength(1);
  });

  it('given another tab is opened with a connection, then that tab sends it', async () => {
    const { open, first } = await openTwoTabs();
    await submitSos(first);
    const third = await open();
    expect([emitted(third), sos(first)]).toMatchObject([[{ message: 'Flat tyre' }], { status: 'idle' }]);
  });

  it.each([0, 1])('given it is cancelled in tab %p, then neither sends it', async (index) => {
    const { first, second } = await openTwoTabs();
    await submitSos(first);
    first.store.dispatch(sosClosed());
    [first, second][index]?.store.dispatch(sosCancelled());
    await flushPromises();
    await reconnect(first, second);
    expect([emitted(first), emitted(second), sos(first).status, sos(second).status]).toEqual([
      [],
      [],
      'idle',
      'idle',
    ]);
  });

  it('given the server refuses it from the other tab, then that tab shows why, and no tab waits', async () => {
    const { browser, first, second } = await openTwoTabs();
    second.fake.onEmit(() => Promise.reject(new EmitRefused({ code: 'sos_without_family' })));
    await submitSos(first);
    await reconnect(second);
    expect(sos(second)).toMatchObject({ open: true, error: { code: 'sos_without_family' } });
    expect([sos(first).status, browser.stored.has('sos:ana')]).toEqual(['idle', false]);
  });

  it('given the other tab finds no position, then the SOS goes on waiting in the first', async () => {
    const { browser, first, second } = await openTwoTabs();
    // Browsers give hidden pages no positions.
    second.fake.onLocate(() => new Promise(() => undefined));
    let locate: (fix: LocationFix) => void = () => undefined;
    first.fake.onLocate(() => new Promise((resolve) => (locate = resolve)));
    await submitSos(first);
    locate(createFix());
    await flushPromises();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([sos(first).status, browser.stored.has('sos:ana')]).toEqual(['waiting', true]);
    await reconnect(first);
    expect(emitted(first)).toMatchObject([{ message: 'Flat tyre', latitude: 45.3 }]);
  });

  it('given no tab finds a position, then the tab in which it was pressed says so', async () => {
    const { browser, first, second } = await openTwoTabs();
    for (const { fake } of [first, second]) fake.onLocate(() => new Promise(() => undefined));
    await submitSos(first);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sos(first)).toMatchObject({ open: true, error: { code: 'sos_location_unknown' } });
    expect([sos(second).status, browser.stored.has('sos:ana')]).toEqual(['idle', false]);
  });

  it('given the tab in which it was pressed is closed early, then the other says that it has no position', async () => {
    const { browser, first, second } = await openTwoTabs();
    for (const { fake } of [first, second]) fake.onLocate(() => new Promise(() => undefined));
    await submitSos(first);
    browser.close(first.fake);
    // A closed page stores nothing.
    Object.assign(first.fake.services.storage, { set: () => undefined, remove: () => undefined });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sos(second)).toMatchObject({ error: { code: 'sos_location_unknown' } });
    expect(browser.stored.has('sos:ana')).toBe(false);
  });

  it('given an SOS in each tab, then both are sent', async () => {
    const { first, second } = await openTwoTabs();
    await submitSos(first, 'one');
    await reconnect(second);
    await submitSos(second, 'two');
    expect([...emitted(first), ...emitted(second)]).toMatchObject([{ message: 'one' }, { message: 'two' }]);
  });
});
