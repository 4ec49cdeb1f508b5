import * as fc from 'fast-check';
import { isSame, mergedAlerts } from '#client/features/alerts/mergeAlerts';
import { selectOpenCalls, selectToast } from '#client/features/alerts/viewModels';
import { selectAlerts, selectUnreadCount } from '#client/features/alerts/selectors';
import { alertRead, alertsCleared, type StoredAlerts } from '#client/features/alerts/slice';
import { createBrowser } from '../../support/browser';
import { createCrossing, createSos } from '../../support/builders';
import { type FakeServices, flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Tab = Awaited<ReturnType<typeof signedInStore>>;
const keys = ({ store }: Tab) => selectAlerts(store.getState()).map(({ key }) => key);
const unread = ({ store }: Tab) => selectUnreadCount(store.getState());
const toasts = (tabs: Tab[]) => tabs.filter(({ store }) => selectToast(store.getState()) !== null).length;

async function settled(milliseconds = 0) {
  await flushPromises();
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

/** Two tabs of Ana in one browser. */
async function twoTabs(changeSecond: (fake: FakeServices) => void = () => undefined) {
  const browser = createBrowser();
  const first = await signedInStore(browser.open);
  const second = await signedInStore((fake) => {
    browser.open(fake);
    changeSecond(fake);
  });
  return { browser, first, second };
}

describe('two tabs of one person', () => {
  it('given an alert that arrives in one tab, then both have it, and one shows the notification', async () => {
    const { first, second } = await twoTabs();
    first.fake.receive('geofence:entered', createCrossing());
    await settled();
    expect([keys(second), unread(second)]).toEqual([keys(first), 1]);
    expect(toasts([first, second])).toBe(1);
  });

  it('given an SOS that both are handed, then it sounds once and stands in both', async () => {
    const { first, second } = await twoTabs();
    for (const { fake } of [first, second]) fake.receive('sos:alert', createSos());
    await settled();
    expect(first.fake.recorded.alarms + second.fake.recorded.alarms).toBe(1);
    expect([first, second].map(({ store }) => selectOpenCalls(store.getState()).length)).toEqual([1, 1]);
  });

  it('given one hidden tab, then the visible one shows the alert, without a notification of the system', async () => {
    const { first, second } = await twoTabs((fake) => fake.hidePage());
    second.fake.receive('geofence:entered', createCrossing());
    await settled(1_000);
    expect([toasts([first]), toasts([second])]).toEqual([1, 0]);
    expect(second.fake.recorded.notifications).toEqual([]);
  });

  it('given an alert that is read in one, or all are cleared, then they are in the other', async () => {
    const { first, second } = await twoTabs();
    first.fake.receive('sos:alert', createSos());
    first.fake.receive('geofence:exited', createCrossing());
    await settled();
    const [newest] = selectAlerts(second.store.getState());
    second.store.dispatch(alertRead({ id: newest?.id ?? '' }));
    await settled();
    expect([unread(first), unread(second)]).toEqual([1, 1]);
    first.store.dispatch(alertsCleared());
    await settled();
    expect([keys(first), keys(second)]).toEqual([[], []]);
    second.fake.receive('sos:alert', createSos());
    await settled();
    expect([keys(first), keys(second)]).toEqual([[], []]);
  });

  it('given changes in both at once, then they agree in the end', async () => {
    const { first, second } = await twoTabs();
    first.fake.receive('sos:alert', createSos());
    await settled();
    first.store.dispatch(alertsCleared());
    second.fake.receive('geofence:entered', createCrossing());
    first.fake.receive('sos:alert', createSos({ id: 's2' }));
    await settled();
    expect(keys(first)).toHaveLength(2);
    expect(new Set(keys(second))).toEqual(new Set(keys(first)));
  });
});

const AN_ALERT = {
  type: 'sos' as const,
  alertId: null,
  userId: 'ben',
  userName: null,
  geofenceName: null,
  latitude: null,
  longitude: null,
  message: null,
  phone: null,
};

describe('what two tabs know together', () => {
  const alert = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), read: fc.boolean() });
  const stored: fc.Arbitrary<StoredAlerts> = fc
    .record({
      alerts: fc.uniqueArray(alert, { selector: ({ key }) => key }),
      cleared: fc.subarray(['a', 'b', 'c', 'd']),
    })
    .map(({ alerts, cleared }) => ({
      items: alerts
        .filter(({ key }) => !cleared.includes(key))
        .map(({ key, read }) => ({
          ...AN_ALERT,
          id: key,
          key,
          read,
          timestamp: key,
        })),
      seen: [...new Set([...alerts.map(({ key }) => key), ...cleared])],
    }));

  it('given any two, then merging is the same in either order, and merging again changes nothing', () => {
    fc.assert(
      fc.property(stored, stored, (one, other) => {
        const both = mergedAlerts(one, other);
        expect(isSame(both, mergedAlerts(other, one))).toBe(true);
        expect(isSame(mergedAlerts(both, one), both)).toBe(true);
        expect(isSame(mergedAlerts(both, other), both)).toBe(true);
      }),
    );
  });
});
