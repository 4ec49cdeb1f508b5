import { selectSharing } from '#client/features/locations/selectors';
import { sharingStartRequested, sharingStopRequested } from '#client/features/locations/slice';
import { createBrowser } from '../support/browser';
import { createFix } from '../support/builders';
import { type FakeServices, flushPromises } from '../support/fakeServices';
import { signedInStore } from '../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Tab = Awaited<ReturnType<typeof signedInStore>>;
const sent = ({ fake }: Tab) => fake.recorded.emitted.filter(({ event }) => event === 'location:update');
const sharing = ({ store }: Tab) => selectSharing(store.getState());

async function pass(milliseconds = 0) {
  await flushPromises();
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

describe('sharing in two tabs', () => {
  async function twoTabs() {
    const browser = createBrowser();
    const open = (prepare?: (fake: FakeServices) => void) =>
      signedInStore((fake) => {
        browser.open(fake);
        prepare?.(fake);
      });
    const [first, second] = [await open(), await open()];
    first.store.dispatch(sharingStartRequested());
    await pass();
    return { browser, open, first, second };
  }
  const watching = (...tabs: Tab[]) => tabs.map(({ fake }) => fake.watchCount());

  it('given it is started in one, then both say so, and one of them watches and sends', async () => {
    const { first, second } = await twoTabs();
    expect([sharing(first), sharing(second), watching(first, second)]).toEqual([true, true, [1, 0]]);
    first.fake.receiveFix(createFix());
    await pass(300);
    expect([sent(first).length, sent(second).length]).toEqual([1, 0]);
  });

  it.each([0, 1])('given it is stopped in tab %p, then it is in both', async (index) => {
    const { browser, first, second } = await twoTabs();
    [first, second][index]?.store.dispatch(sharingStopRequested());
    await pass();
    expect([sharing(first), sharing(second), watching(first, second)]).toEqual([false, false, [0, 0]]);
    expect([...browser.stored.keys()]).not.toContain('sharing:ana');
  });

  it('given the one that sends is closed, then the other goes on', async () => {
    const { browser, first, second } = await twoTabs();
    browser.close(first.fake);
    await pass();
    expect([sharing(second), watching(second)]).toEqual([true, [1]]);
  });

  it('given the browser would ask in the other tab, when it is shown, then the first one goes on', async () => {
    const { browser, first, second } = await twoTabs();
    first.fake.hidePage();
    browser.show(second.fake);
    await pass();
    expect(watching(first, second)).toEqual([1, 0]);
  });

  it('given a tab that is opened meanwhile, then it says so too', async () => {
    const { open } = await twoTabs();
    const third = await open();
    expect([sharing(third), watching(third)]).toEqual([true, [0]]);
  });

  it('given the page is reloaded and the browser still allows it, then sharing goes on', async () => {
    const { browser, open, first, second } = await twoTabs();
    for (const { fake } of [first, second]) browser.close(fake);
    const reloaded = await open((fake) => fake.grantGeolocation());
    expect([sharing(reloaded), watching(reloaded)]).toEqual([true, [1]]);
  });

  it('given the page is reloaded and the browser would ask, then it says that sharing has stopped', async () => {
    const { browser, open, first, second } = await twoTabs();
    for (const { fake } of [first, second]) browser.close(fake);
    const reloaded = await open();
    expect([reloaded.store.getState().locations.live.sharing, watching(reloaded)]).toEqual([
      'interrupted',
      [0],
    ]);
    expect(browser.stored.has('sharing:ana')).toBe(false);
    await reloaded.perform(sharingStartRequested());
    expect(sharing(reloaded)).toBe(true);
  });
});

describe('sharing where the browser allows it already', () => {
  /** The first is visible and shares, the other one is hidden. */
  async function twoTabs() {
    const browser = createBrowser();
    const open = () =>
      signedInStore((fake) => {
        browser.open(fake);
        fake.grantGeolocation();
      });
    const [first, second] = [await open(), await open()];
    second.fake.hidePage();
    await first.perform(sharingStartRequested());
    await pass();
    const show = async (tab: Tab) => {
      for (const other of [first, second]) other.fake.hidePage();
      browser.show(tab.fake);
      await pass();
    };
    return { browser, first, second, show };
  }
  const watching = (...tabs: Tab[]) => tabs.map(({ fake }) => fake.watchCount());

  it('given another tab is shown, then that one watches, and the hidden one no longer', async () => {
    const { first, second, show } = await twoTabs();
    expect(watching(first, second)).toEqual([1, 0]);
    await show(second);
    expect([watching(first, second), sharing(first), sharing(second)]).toEqual([[0, 1], true, true]);
    second.fake.receiveFix(createFix());
    await pass(300);
    expect([sent(first).length, sent(second).length]).toEqual([0, 1]);
    await show(first);
    expect(watching(first, second)).toEqual([1, 0]);
  });

  it('given all tabs are hidden, then the one that was visible last goes on', async () => {
    const { first, second, show } = await twoTabs();
    await show(second);
    second.fake.hidePage();
    await pass(60_000);
    expect([watching(first, second), sharing(first), sharing(second)]).toEqual([[0, 1], true, true]);
  });

  it('given the one that watches is closed, then a hidden one goes on', async () => {
    const { browser, first, second, show } = await twoTabs();
    await show(second);
    browser.close(second.fake);
    await pass();
    expect([watching(first), sharing(first)]).toEqual([[1], true]);
  });

  it('given a fix that is not sent yet, when another tab takes over, then it is sent once', async () => {
    const { first, second, show } = await twoTabs();
    first.fake.emitSignal('lost');
    await pass();
    first.fake.receiveFix(createFix({ latitude: 45.5 }));
    await show(second);
    second.fake.receiveFix(createFix({ latitude: 45.6 }));
    await pass(300);
    first.fake.emitSignal('connected');
    await pass(300);
    expect([sent(first), sent(second)]).toMatchObject([
      [{ payload: { latitude: 45.5 } }],
      [{ payload: { latitude: 45.6 } }],
    ]);
  });
});
