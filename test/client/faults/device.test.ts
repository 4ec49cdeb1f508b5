import { lastUpdated } from '#client/features/locations/messages';
import { storageNoticeDismissed } from '#client/features/session/device/slice';
import { selectMemberPresences } from '#client/features/locations/presence';
import { selectSearching, selectSharing } from '#client/features/locations/selectors';
import { sharingStartRequested } from '#client/features/locations/slice';
import { createFix } from '../support/builders';
import { flushPromises } from '../support/fakeServices';
import { signedInStore } from '../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Tab = Awaited<ReturnType<typeof signedInStore>>;
const sent = ({ fake }: Tab) => fake.recorded.emitted.filter(({ event }) => event === 'location:update');
const loads = ({ fake }: Tab) => fake.recorded.calls.map(({ path }) => path);
const sharing = ({ store }: Tab) => selectSharing(store.getState());

async function pass(milliseconds = 0) {
  await flushPromises();
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

async function sharingStore() {
  const all = await signedInStore();
  await all.perform(sharingStartRequested());
  return all;
}

describe('a page that was hidden or frozen', () => {
  it('given it is shown again, then the socket is checked and ages are updated', async () => {
    const { store, fake } = await signedInStore();
    fake.setNow(Date.parse('2026-05-01T15:00:00.000Z'));
    const { reconnects } = fake.recorded;
    fake.showPage();
    await flushPromises();
    expect(fake.recorded.reconnects).toBe(reconnects + 1);
    expect(lastUpdated(selectMemberPresences(store.getState())[1]?.age ?? null)).toBe(
      'Last updated about 3 hours ago',
    );
  });

  it('given its connection is still open, then everything is loaded again', async () => {
    const all = await signedInStore();
    all.fake.recorded.calls.length = 0;
    all.fake.emitSignal('connected');
    await flushPromises();
    expect(loads(all)).toEqual(
      expect.arrayContaining(['/api/families', '/api/locations/family', '/api/geofences']),
    );
  });

  it('given a user who shares, then one fresh fix is taken and sent', async () => {
    const all = await sharingStore();
    all.fake.onLocate(() => Promise.resolve(createFix({ latitude: 1 })));
    all.fake.showPage();
    await pass(300);
    expect(sent(all)).toMatchObject([{ payload: { latitude: 1 } }]);
  });

  it('given a user who does not share, then the device is not asked for a position', async () => {
    const all = await signedInStore();
    const asked = jest.fn(() => Promise.resolve(createFix()));
    all.fake.onLocate(asked);
    all.fake.showPage();
    await pass(300);
    expect(asked).not.toHaveBeenCalled();
  });

  it('given the network is back, then the socket does not wait for its next try', async () => {
    const { fake } = await signedInStore();
    const { reconnects } = fake.recorded;
    fake.setOnline(true);
    await flushPromises();
    expect(fake.recorded.reconnects).toBe(reconnects + 1);
  });
});

describe('a device that gives no position', () => {
  /** Of each watch, whether it asked for high accuracy. */
  const precise = ({ fake }: Tab) => fake.recorded.watchOptions.map((options) => options.enableHighAccuracy);

  it('given it finds none (2), then it says that it is searching, until there is one again', async () => {
    const all = await sharingStore();
    const searching = () => selectSearching(all.store.getState());
    all.fake.failGeolocation('unavailable');
    await flushPromises();
    expect([searching(), sharing(all), all.fake.watchCount()]).toEqual([true, true, 1]);
    all.fake.receiveFix(createFix());
    await flushPromises();
    expect([searching(), all.store.getState().locations.live.problem]).toEqual([false, null]);
  });

  it('given it says nothing at all, then it searches as after a timeout', async () => {
    const all = await sharingStore();
    await pass(5_000);
    expect(selectSearching(all.store.getState())).toBe(false);
    await pass(1_000);
    expect(selectSearching(all.store.getState())).toBe(true);
    await pass(60_000);
    expect(precise(all)).toEqual([true, false]);
  });

  it('given no position for a minute, then a coarse one is requested, and after another minute a fine one', async () => {
    const all = await sharingStore();
    for (let minute = 0; minute < 2; minute += 1) {
      all.fake.failGeolocation('unavailable');
      await pass(60_000);
    }
    expect([precise(all), all.fake.watchCount()]).toEqual([[true, false, true], 1]);
  });

  it('given coarse positions for five minutes, then a fine one is requested again', async () => {
    const all = await sharingStore();
    all.fake.failGeolocation('unavailable');
    await pass(60_000);
    all.fake.receiveFix(createFix());
    await pass(299_000);
    expect(precise(all)).toEqual([true, false]);
    await pass(1_000);
    expect([precise(all), all.fake.watchCount()]).toEqual([[true, false, true], 1]);
  });

  it('given it has a position, when it takes too long (3) again and again, then nothing is said', async () => {
    const all = await sharingStore();
    all.fake.receiveFix(createFix());
    for (let time = 0; time < 20; time += 1) all.fake.failGeolocation('timeout');
    await pass(120_000);
    expect(all.store.getState().locations.live).toMatchObject({
      sharing: 'on',
      problem: null,
      searching: false,
    });
    expect(all.fake.recorded.watchOptions).toHaveLength(1);
  });

  it('given it has never had one, when it takes too long (3), then it searches, also for a coarse one', async () => {
    const all = await sharingStore();
    all.fake.failGeolocation('timeout');
    await pass(60_000);
    expect(all.store.getState().locations.live).toMatchObject({
      sharing: 'on',
      problem: null,
      searching: true,
    });
    expect(precise(all)).toEqual([true, false]);
  });

  it('given permission is denied (1), then sharing stops, and the notice goes once it is granted', async () => {
    const all = await sharingStore();
    all.fake.failGeolocation('denied');
    await pass(600_000);
    expect(all.store.getState().locations.live).toMatchObject({ sharing: 'off', problem: 'denied' });
    expect([all.fake.recorded.watchOptions.length, all.fake.watchCount()]).toEqual([1, 0]);
    all.fake.grantGeolocation();
    await flushPromises();
    expect(all.store.getState().locations.live.problem).toBeNull();
  });

  it('given an insecure address, then a press says why, and nothing is watched', async () => {
    const all = await signedInStore((fake) => fake.disableGeolocation());
    await all.perform(sharingStartRequested());
    expect(all.store.getState().locations.live).toMatchObject({ sharing: 'off', problem: 'unsupported' });
    expect(all.fake.watchCount()).toBe(0);
  });
});

describe('a browser that keeps nothing', () => {
  it('given something could not be kept, then it is said until it is dismissed', async () => {
    const { store, fake } = await signedInStore();
    fake.failStorage();
    await flushPromises();
    expect(store.getState().session.device.isStorageNoticeShown).toBe(true);
    store.dispatch(storageNoticeDismissed());
    expect(store.getState().session.device.isStorageNoticeShown).toBe(false);
  });
});
