import * as fc from 'fast-check';
import { ALERTS_KEPT } from '#contract/limits';
import { mergeAlerts } from '#client/features/alerts/mergeAlerts';
import { knowsAll } from '#client/features/alerts/sagas/syncTabs';
import { selectOpenCalls, selectToast } from '#client/features/alerts/viewModels';
import { selectAlerts, selectUnreadCount } from '#client/features/alerts/selectors';
import {
  alertRead,
  alertsCleared,
  alertsClearedElsewhere,
  inboxLoaded,
  type AlertFromInbox,
  type StoredAlerts,
} from '#client/features/alerts/slice';
import { createBrowser } from '../../support/browser';
import { createCrossing, createSos } from '../../support/builders';
import { type FakeServices, flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const AN_ALERT = {
  type: 'sos' as const,
  alertId: 'a1',
  read: false,
  timestamp: '2026-03-01T08:00:00.000Z',
  userId: 'ben',
  userName: null,
  geofenceName: null,
  latitude: null,
  longitude: null,
  message: null,
  phone: null,
};

type Tab = Awaited<ReturnType<typeof signedInStore>>;
const keys = ({ store }: Tab) => selectAlerts(store.getState()).map(({ key }) => key);
const unread = ({ store }: Tab) => selectUnreadCount(store.getState());
const toasts = (tabs: Tab[]) => tabs.filter(({ store }) => selectToast(store.getState()) !== null).length;

async function settled(milliseconds = 0) {
  await flushPromises();
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

/** The server has these alerts, and each tab learns of them. */
function listInBoth(tabs: Tab[], alerts: AlertFromInbox[]): void {
  for (const { store } of tabs) store.dispatch(inboxLoaded({ alerts, isComplete: true, newestKnown: null }));
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

  it('given old alerts of the inbox, when another one arrives, then only that one is notified', async () => {
    const { first, second } = await twoTabs();
    listInBoth([first, second], [{ ...AN_ALERT, key: 'sos old' }]);
    await settled(60_000);
    first.fake.receive('geofence:entered', createCrossing());
    await settled();
    expect(toasts([first, second])).toBe(1);
    await settled(60_000);
    expect(first.fake.recorded.alarms + second.fake.recorded.alarms).toBe(0);
    expect(keys(second)).toEqual(keys(first));
  });

  it('given alerts of the inbox, when they are cleared in one tab, then the other does not bring them back', async () => {
    const { first, second } = await twoTabs();
    listInBoth([first, second], [{ ...AN_ALERT, key: 'sos old' }]);
    first.store.dispatch(alertsCleared());
    await settled();
    expect([keys(first), keys(second)]).toEqual([[], []]);
  });

  it.each([
    ['as the inbox says', inboxLoaded({ alerts: [], isComplete: true, newestKnown: 'a1' })],
    ['as the server says', alertsClearedElsewhere({ upTo: 'a1' })],
  ])('given they are cleared on another device, %s, then no tab brings them back', async (_what, cleared) => {
    const { first, second } = await twoTabs();
    listInBoth([first, second], [{ ...AN_ALERT, key: 'sos old' }]);
    first.store.dispatch(cleared);
    await settled();
    second.store.dispatch(cleared);
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
          alertId: null,
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
        const both = mergeAlerts(one, other);
        expect(knowsAll(mergeAlerts(other, one), both)).toBe(true);
        expect(knowsAll(both, mergeAlerts(both, one))).toBe(true);
        expect(knowsAll(both, mergeAlerts(both, other))).toBe(true);
      }),
    );
  });

  it('given two that know as much as they keep, when they exchange it, then they end with the same', () => {
    const old = Array.from({ length: ALERTS_KEPT }, (_, index) => `old ${index}`);
    const knows = (...newest: string[]): StoredAlerts => ({
      items: [],
      seen: [...newest, ...old].slice(0, ALERTS_KEPT),
    });
    for (const [one, other] of [
      [knows(), knows('a')],
      [knows('a', 'b'), knows('c')],
    ] as const) {
      const first = mergeAlerts(one, other);
      expect(knowsAll(first, mergeAlerts(other, first))).toBe(true);
    }
  });
});
