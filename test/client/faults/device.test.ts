import { selectMemberPresences } from '#client/features/locations/presence';
import { selectSearching, selectSharing } from '#client/features/locations/selectors';
import { sharingStartRequested, sharingStopRequested } from '#client/features/locations/slice';
import { storageNoticeDismissed } from '#client/features/session/slice';
import { aBrowser } from '../support/browser';
import { aFix } from '../support/builders';
import { settle } from '../support/fakeServices';
import { signedInStore } from '../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Tab = Awaited<ReturnType<typeof signedInStore>>;
const sent = ({ fake }: Tab) => fake.made.emitted.filter(({ event }) => event === 'location:update');
const loads = ({ fake }: Tab) => fake.made.calls.map(({ path }) => path);
const sharing = ({ store }: Tab) => selectSharing(store.getState());

async function pass(milliseconds = 0) {
  await settle();
  jest.advanceTimersByTime(milliseconds);
  await settle();
}

async function sharingStore() {
  const all = await signedInStore();
  all.store.dispatch(sharingStartRequested());
  await settle();
  return all;
}

describe('a page that was hidden or frozen', () => {
  it('given it is shown again, then the socket is looked after and ages are counted anew', async () => {
    const { store, fake } = await signedInStore();
    fake.isNow(Date.parse('2026-05-01T15:00:00.000Z'));
    const wakes = fake.made.wakes;
    fake.isShownAgain();
    await settle();
    expect(fake.made.wakes).toBe(wakes + 1);
    expect(selectMemberPresences(store.getState())[1]?.locationText).toBe('Last updated about 3 hours ago');
  });

  it('given its connection still stands, then everything is loaded again', async () => {
    const all = await signedInStore();
    all.fake.made.calls.length = 0;
    all.fake.signal('connected');
    await settle();
    expect(loads(all)).toEqual(
      expect.arrayContaining(['/api/families', '/api/locations/family', '/api/geofences']),
    );
  });

  it('given one shares, then one fresh fix is taken and sent', async () => {
    const all = await sharingStore();
    all.fake.browserIsAt(() => Promise.resolve(aFix({ latitude: 1 })));
    all.fake.isShownAgain();
    await pass(300);
    expect(sent(all)).toMatchObject([{ payload: { latitude: 1 } }]);
  });

  it('given one does not share, then the device is not asked', async () => {
    const all = await signedInStore();
    const asked = jest.fn(() => Promise.resolve(aFix()));
    all.fake.browserIsAt(asked);
    all.fake.isShownAgain();
    await pass(300);
    expect(asked).not.toHaveBeenCalled();
  });

  it('given the network is back, then the socket does not wait for its next try', async () => {
    const { fake } = await signedInStore();
    const { wakes } = fake.made;
    fake.goesOnline(true);
    await settle();
    expect(fake.made.wakes).toBe(wakes + 1);
  });
});

describe('a device that gives no position', () => {
  it('given it finds none (2), then it says that it is searching, until there is one again', async () => {
    const all = await sharingStore();
    const searching = () => selectSearching(all.store.getState());
    all.fake.hasProblem('unavailable');
    await settle();
    expect([searching(), sharing(all), all.fake.watchers()]).toEqual([true, true, 1]);
    all.fake.takesFix(aFix());
    await settle();
    expect([searching(), all.store.getState().locations.problem]).toEqual([false, null]);
  });

  it('given it finds none for a minute, then it is asked for a coarse one, and after another minute for a fine one', async () => {
    const all = await sharingStore();
    const precise = () => all.fake.made.watchOptions.map(({ enableHighAccuracy }) => enableHighAccuracy);
    for (let minute = 0; minute < 2; minute += 1) {
      all.fake.hasProblem('unavailable');
      await pass(60_000);
    }
    expect([precise(), all.fake.watchers()]).toEqual([[true, false, true], 1]);
  });

  it('given it takes too long (3), again and again, then the watch goes on and nothing is said', async () => {
    const all = await sharingStore();
    for (let time = 0; time < 20; time += 1) all.fake.hasProblem('timeout');
    await pass(120_000);
    expect(all.store.getState().locations).toMatchObject({ sharing: 'on', problem: null, searching: false });
    expect(all.fake.made.watchOptions).toHaveLength(1);
  });

  it('given it is forbidden (1), then sharing ends without another try, and the notice goes when it is allowed', async () => {
    const all = await sharingStore();
    all.fake.hasProblem('denied');
    await pass(600_000);
    expect(all.store.getState().locations).toMatchObject({ sharing: 'off', problem: 'denied' });
    expect([all.fake.made.watchOptions.length, all.fake.watchers()]).toEqual([1, 0]);
    all.fake.positionIsAllowed();
    await settle();
    expect(all.store.getState().locations.problem).toBeNull();
  });

  it('given an insecure address, then a press says why, and nothing is watched', async () => {
    const all = await signedInStore((fake) => fake.withoutGeolocation());
    all.store.dispatch(sharingStartRequested());
    await settle();
    expect(all.store.getState().locations).toMatchObject({ sharing: 'off', problem: 'unsupported' });
    expect(all.fake.watchers()).toBe(0);
  });
});

describe('sharing in two tabs', () => {
  async function twoTabs() {
    const browser = aBrowser();
    const open = () => signedInStore(browser.open);
    const [first, second] = [await open(), await open()];
    first.store.dispatch(sharingStartRequested());
    await pass();
    return { browser, open, first, second };
  }
  const watching = (...tabs: Tab[]) => tabs.map(({ fake }) => fake.watchers());

  it('given it is started in one, then both say so, and one of them watches and sends', async () => {
    const { first, second } = await twoTabs();
    expect([sharing(first), sharing(second), watching(first, second)]).toEqual([true, true, [1, 0]]);
    first.fake.takesFix(aFix());
    await pass(300);
    expect([sent(first).length, sent(second).length]).toEqual([1, 0]);
  });

  it.each([0, 1])('given it is stopped in tab %p, then it is in both', async (index) => {
    const { browser, first, second } = await twoTabs();
    [first, second][index]?.store.dispatch(sharingStopRequested());
    await pass();
    expect([sharing(first), sharing(second), watching(first, second)]).toEqual([false, false, [0, 0]]);
    expect([...browser.kept.keys()]).not.toContain('sharing:ana');
  });

  it('given the one that sends is closed, then the other goes on', async () => {
    const { browser, first, second } = await twoTabs();
    browser.close(first.fake);
    await pass();
    expect([sharing(second), watching(second)]).toEqual([true, [1]]);
  });

  it('given a tab that is opened meanwhile, then it says so too; given all were closed, then it does not', async () => {
    const { browser, open, first, second } = await twoTabs();
    const third = await open();
    expect([sharing(third), watching(third)]).toEqual([true, [0]]);
    for (const { fake } of [first, second, third]) browser.close(fake);
    browser.kept.set('sharing:ana', 'on');
    expect(sharing(await open())).toBe(false);
    expect(browser.kept.has('sharing:ana')).toBe(false);
  });
});

describe('a browser that keeps nothing', () => {
  it('given something could not be kept, then it is said until it is dismissed', async () => {
    const { store, fake } = await signedInStore();
    fake.storageFails();
    await settle();
    expect(store.getState().session.keepsNothing).toBe(true);
    store.dispatch(storageNoticeDismissed());
    expect(store.getState().session.keepsNothing).toBe(false);
  });
});
