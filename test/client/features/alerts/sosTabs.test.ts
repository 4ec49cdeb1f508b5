import { sosCancelled, sosClosed, sosOpened, sosSubmitted } from '#client/features/alerts/sos/slice';
import { selectToast } from '#client/features/alerts/viewModels';
import { selectSos } from '#client/features/alerts/selectors';
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
async function twoTabs() {
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

async function press({ perform }: Tab, message = 'Flat tyre') {
  await perform(sosOpened(), sosSubmitted({ message }));
}

async function connects(...tabs: Tab[]) {
  for (const { fake } of tabs) fake.emitSignal('connected');
  await flushPromises();
}

describe('a waiting SOS and two tabs', () => {
  it('given the other tab gets a connection first, then it sends, once, and both say so', async () => {
    const { first, second } = await twoTabs();
    await press(first);
    expect(sos(second)).toMatchObject({ open: false, status: 'waiting', message: 'Flat tyre' });
    await connects(second);
    expect(emitted(second)).toMatchObject([{ message: 'Flat tyre', latitude: 45.3 }]);
    for (const tab of [first, second]) {
      expect(sos(tab)).toMatchObject({ open: false, status: 'idle' });
      expect(selectToast(tab.store.getState())).toEqual([]);
    }
    await connects(first);
    expect(emitted(first)).toEqual([]);
  });

  it('given both get a connection at once, then it goes out once', async () => {
    const { browser, first, second } = await twoTabs();
    await press(first);
    await connects(first, second);
    expect([...emitted(first), ...emitted(second)]).toHaveLength(1);
    expect(browser.stored.has('sos:ana')).toBe(false);
  });

  it('given the tab in which it was pressed is closed, then the other sends it', async () => {
    const { browser, first, second } = await twoTabs();
    await press(first);
    browser.close(first.fake);
    await connects(second);
    expect(emitted(second)).toHaveLength(1);
  });

  it('given a tab that is opened meanwhile, then it knows of it', async () => {
    const { open, first } = await twoTabs();
    await press(first);
    const third = await open();
    expect([emitted(third), sos(first)]).toMatchObject([[{ message: 'Flat tyre' }], { status: 'idle' }]);
  });

  it.each([0, 1])('given it is taken back in tab %p, then neither sends it', async (index) => {
    const { first, second } = await twoTabs();
    await press(first);
    first.store.dispatch(sosClosed());
    [first, second][index]?.store.dispatch(sosCancelled());
    await flushPromises();
    await connects(first, second);
    expect([emitted(first), emitted(second), sos(first).status, sos(second).status]).toEqual([
      [],
      [],
      'idle',
      'idle',
    ]);
  });

  it('given the server refuses it from the other tab, then that tab says why, and nothing waits any more', async () => {
    const { browser, first, second } = await twoTabs();
    second.fake.onEmit(() => Promise.reject(new EmitRefused({ code: 'sos_without_family' })));
    await press(first);
    await connects(second);
    expect(sos(second)).toMatchObject({ open: true, error: { code: 'sos_without_family' } });
    expect([sos(first).status, browser.stored.has('sos:ana')]).toEqual(['idle', false]);
  });

  it('given a call in each tab, then none is lost', async () => {
    const { first, second } = await twoTabs();
    await press(first, 'one');
    await connects(second);
    await press(second, 'two');
    expect([...emitted(first), ...emitted(second)]).toMatchObject([{ message: 'one' }, { message: 'two' }]);
  });
});
