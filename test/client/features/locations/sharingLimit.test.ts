import { expectSaga } from 'redux-saga-test-plan';
import type { EffectProviders } from 'redux-saga-test-plan/providers';
import { rootReducer } from '#client/app/rootReducer';
import { signedIn } from '#client/features/session/slice';
import { locationsSaga } from '#client/features/locations/saga';
import { selectSharing } from '#client/features/locations/selectors';
import {
  sharingStarted,
  sharingStartRequested,
  sharingStopRequested,
} from '#client/features/locations/slice';
import { selectSharingEndsAt } from '#client/features/locations/whereabouts/selectors';
import { endOf, limitSharing } from '#client/features/locations/whereabouts/sharingLimit';
import { sharingLengthChosen } from '#client/features/locations/whereabouts/slice';
import { ANA } from '../../support/builders';
import { createBrowser } from '../../support/browser';
import { type FakeServices, fakeServices, flushPromises, NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const HOUR_MS = 3_600_000;
const sharing = [signedIn({ user: ANA }), sharingStarted()].reduce(
  rootReducer,
  rootReducer(undefined, { type: '' }),
);

/** Each wait passes at once on this clock. */
function createTime() {
  let now = NOW;
  const { services, stored } = fakeServices();
  services.clock.now = () => now;
  const waits: number[] = [];
  const passing: EffectProviders = {
    call: ({ fn, args: [wait] }, next) => {
      if (fn.name !== 'delayP') return next();
      waits.push(Number(wait));
      now += Number(wait);
      return true;
    },
  };
  return { services, stored, waits, passing };
}

it('given an hour is chosen, then sharing is asked to stop after an hour', async () => {
  const { services, waits, passing } = createTime();
  await expectSaga(limitSharing, services)
    .withReducer(rootReducer, sharing)
    .provide([passing])
    .put(sharingStopRequested())
    .dispatch(sharingLengthChosen('hour'))
    .silentRun(50);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(HOUR_MS);
});

it('given no end is chosen, then sharing goes on', async () => {
  const { services, waits, passing } = createTime();
  await expectSaga(limitSharing, services)
    .withReducer(rootReducer, sharing)
    .provide([passing])
    .not.put(sharingStopRequested())
    .dispatch(sharingLengthChosen('open'))
    .silentRun(50);
  expect(waits).toEqual([]);
});

it('given a page that is loaded again, then sharing still ends at the chosen time', async () => {
  const { services, stored, waits, passing } = createTime();
  stored.set('sharing-end:ana', String(NOW + 40_000));
  await expectSaga(limitSharing, services)
    .withReducer(rootReducer, sharing)
    .provide([passing])
    .put(sharingStopRequested())
    .silentRun(50);
  expect(waits).toEqual([30_000, 10_000]);
});

it('given midnight is chosen, then sharing ends with the day of this device', () => {
  const end = new Date(endOf('tonight', NOW) ?? '');
  expect([end.getHours(), end.getMinutes(), end.getTime() - NOW < 24 * HOUR_MS]).toEqual([0, 0, true]);
});

it('given an old end, when the user starts before the timer is loaded, then the end is gone', async () => {
  const { services, stored } = fakeServices();
  stored.set('sharing-end:ana', String(NOW + HOUR_MS));
  await expectSaga(locationsSaga, services)
    .withReducer(rootReducer, rootReducer(undefined, signedIn({ user: ANA })))
    .dispatch(sharingStartRequested())
    .silentRun(50);
  expect(stored.has('sharing-end:ana')).toBe(false);
});

describe('several tabs of one browser', () => {
  const KEY = 'sharing-end:ana';

  async function openTab(browser: ReturnType<typeof createBrowser>) {
    const tab = await signedInStore(browser.open);
    const state = () => tab.store.getState();
    return { ...tab, end: () => selectSharingEndsAt(state()), isSharing: () => selectSharing(state()) };
  }

  /** Lets so much time pass for the tab. */
  async function pass(fakes: FakeServices[], milliseconds: number) {
    for (const fake of fakes) fake.setNow(NOW + milliseconds);
    await jest.advanceTimersByTimeAsync(milliseconds);
    await flushPromises();
  }

  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('given an hour is chosen in a tab, when it closes, then the other tab stops after the hour', async () => {
    const browser = createBrowser();
    const [first, second] = [await openTab(browser), await openTab(browser)];
    await first.perform(sharingStartRequested());
    await first.perform(sharingLengthChosen('hour'));
    expect(second.end()).toBe(NOW + HOUR_MS);
    browser.close(first.fake);
    await pass([second.fake], HOUR_MS);
    expect([second.isSharing(), browser.stored.has(KEY)]).toEqual([false, false]);
  });

  it('given an hour is chosen, when another tab chooses no end, then no tab stops', async () => {
    const browser = createBrowser();
    const first = await openTab(browser);
    await first.perform(sharingStartRequested(), sharingLengthChosen('hour'));
    const second = await openTab(browser);
    expect(second.end()).toBe(NOW + HOUR_MS);
    await first.perform(sharingLengthChosen('open'));
    await pass([first.fake, second.fake], HOUR_MS);
    expect([first.end(), second.end(), first.isSharing(), second.isSharing()]).toEqual([
      null,
      null,
      true,
      true,
    ]);
  });

  it('given a tab was frozen when the end was taken back, when it wakes after the hour, then no tab stops', async () => {
    const browser = createBrowser();
    const [first, frozen] = [await openTab(browser), await openTab(browser)];
    await first.perform(sharingStartRequested());
    await first.perform(sharingLengthChosen('hour'));
    browser.close(frozen.fake);
    await first.perform(sharingLengthChosen('open'));
    await pass([first.fake, frozen.fake], HOUR_MS);
    expect([frozen.end(), frozen.isSharing(), first.isSharing()]).toEqual([null, true, true]);
  });

  it('given sharing with an end was interrupted, when it starts again, then the old end is gone', async () => {
    const browser = createBrowser();
    browser.stored.set('sharing:ana', 'on');
    browser.stored.set(KEY, String(NOW - 1));
    const tab = await openTab(browser);
    expect(browser.stored.has(KEY)).toBe(false);
    await tab.perform(sharingStartRequested());
    const next = await openTab(browser);
    expect([next.isSharing(), next.end()]).toEqual([true, null]);
  });

  it('given an old end, when the user starts, then it is gone; when sharing resumes, it stays', async () => {
    const browser = createBrowser();
    browser.stored.set(KEY, String(NOW + HOUR_MS));
    const tab = await openTab(browser);
    await tab.perform(sharingStartRequested());
    expect([tab.end(), browser.stored.has(KEY)]).toEqual([null, false]);
    await tab.perform(sharingStopRequested());
    browser.stored.set(KEY, String(NOW + HOUR_MS));
    await tab.perform(sharingStartRequested('resumed'));
    expect(tab.end()).toBe(NOW + HOUR_MS);
  });

  it('given an hour, when sharing stops and starts without an end, then it goes on after the hour', async () => {
    const tab = await openTab(createBrowser());
    await tab.perform(sharingStartRequested(), sharingLengthChosen('hour'));
    await tab.perform(sharingStopRequested(), sharingStartRequested());
    await pass([tab.fake], HOUR_MS);
    expect(tab.isSharing()).toBe(true);
  });
});
