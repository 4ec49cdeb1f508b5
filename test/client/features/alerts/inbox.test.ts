import * as fc from 'fast-check';
import type { InboxAlert } from '#contract/inbox';
import { type StoredAlerts, type AlertFromInbox, mergeInbox } from '#client/features/alerts/mergeAlerts';
import { selectOpenCalls, selectToast } from '#client/features/alerts/viewModels';
import { selectAlerts, selectUnreadCount } from '#client/features/alerts/selectors';
import { alertRead, alertsCleared, alertsTabChosen, allAlertsRead } from '#client/features/alerts/slice';
import { RequestFailed } from '#client/services/errors';
import { alertsSettingsOpened } from '#client/store/pageActions';
import { createBrowser } from '../../support/browser';
import { createCrossing, createSos } from '../../support/builders';
import { flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const sosIn = (id: string, change: Partial<InboxAlert> = {}): object => ({
  id,
  kind: 'sos',
  at: '2026-05-01T11:59:00.000Z',
  reportedAt: '2026-05-01T11:59:00.000Z',
  late: false,
  read: false,
  payload: createSos({ id: `sos of ${id}` }),
  ...change,
});
const arrivalIn = (id: string, change: object = {}): object => ({
  ...sosIn(id),
  kind: 'arrival',
  payload: createCrossing({ timestamp: '2026-05-01T11:50:00.000Z' }),
  ...change,
});

/** A device whose person has these alerts in the inbox, newest first. */
function storeWith(...alerts: object[]) {
  return signedInStore((fake) => {
    fake.answers['GET /api/alerts'] = () => ({ alerts, unread: alerts.length });
    fake.answers['POST /api/alerts/read'] = () => undefined;
    fake.answers['POST /api/alerts/clear'] = () => undefined;
  });
}
type Device = Awaited<ReturnType<typeof storeWith>>;
const sentTo = ({ fake }: Device, path: string) =>
  fake.recorded.calls.filter((call) => call.path === path).map(({ input }) => input.body);
const alertIds = ({ store }: Device) => selectAlerts(store.getState()).map(({ alertId }) => alertId);

describe('the inbox on the server', () => {
  it('given alerts that this device never received, then it lists them, and the unread SOS is open', async () => {
    const device = await storeWith(sosIn('2'), arrivalIn('1', { read: true }));
    expect(alertIds(device)).toEqual(['2', '1']);
    expect(selectOpenCalls(device.store.getState())).toHaveLength(1);
    expect(selectUnreadCount(device.store.getState())).toBe(1);
    expect(device.fake.recorded.alarms).toBe(0);
  });

  it('given a listed SOS that is delivered afterwards, then it stands once and sounds', async () => {
    const device = await storeWith(sosIn('2'));
    device.fake.receive('sos:alert', createSos({ id: 'sos of 2', alertId: '2' }));
    await flushPromises();
    expect([alertIds(device), device.fake.recorded.alarms]).toEqual([['2'], 1]);
  });

  it('given more than a page, when the list is opened, then it has all of the inbox', async () => {
    const idOf = (number: number) => String(1_000 + number);
    const inbox = Array.from({ length: 250 }, (_, number) => ({ id: idOf(249 - number) }));
    const device = await signedInStore(({ answers }) => {
      answers['GET /api/alerts'] = ({ query }) => {
        const { before = '9999' } = query as { before?: string };
        const alerts = inbox.filter(({ id }) => id < before).slice(0, 100);
        return { alerts: alerts.map(({ id }) => sosIn(id, { read: true })), unread: 0 };
      };
    });
    expect(alertIds(device)).toHaveLength(100);
    await device.perform(alertsSettingsOpened(), alertsTabChosen('alerts'));
    await flushPromises();
    expect(new Set(alertIds(device))).toEqual(new Set(inbox.map(({ id }) => id)));
  });

  it('given an alert is read here, then the server receives it; given all are, then up to the newest', async () => {
    const device = await storeWith(sosIn('2'), arrivalIn('1'));
    const [newest] = selectAlerts(device.store.getState());
    device.store.dispatch(alertRead({ id: newest?.id ?? '' }));
    device.store.dispatch(allAlertsRead());
    await flushPromises();
    expect(sentTo(device, '/api/alerts/read')).toEqual([{ ids: ['2'] }, { upTo: '2' }]);
    expect(selectUnreadCount(device.store.getState())).toBe(0);
  });

  it('given all are cleared here, then the server receives up to which', async () => {
    const device = await storeWith(sosIn('2'), arrivalIn('1'));
    device.store.dispatch(alertsCleared());
    await flushPromises();
    expect(sentTo(device, '/api/alerts/clear')).toEqual([{ upTo: '2' }]);
    expect(alertIds(device)).toEqual([]);
  });

  it('given all are cleared here without a network, then the next connection clears them everywhere', async () => {
    const listed = [sosIn('2'), arrivalIn('1')];
    const device = await storeWith(...listed);
    const { fake } = device;
    fake.answers['GET /api/alerts'] = () => ({ alerts: [...listed], unread: listed.length });
    fake.answers['POST /api/alerts/clear'] = () => Promise.reject(new RequestFailed(null));
    await device.perform(alertsCleared());
    fake.answers['POST /api/alerts/clear'] = () => void listed.splice(0);
    const later = await signedInStore(({ stored, answers }) => {
      for (const [key, text] of fake.stored) stored.set(key, text);
      Object.assign(answers, fake.answers);
    });
    expect([alertIds(later), sentTo(later, '/api/alerts/clear')]).toEqual([[], [{ upTo: '2' }]]);
    later.fake.emitSignal('connected');
    await flushPromises();
    expect(sentTo(later, '/api/alerts/clear')).toHaveLength(1);
  });

  it('given another device reads one and clears the older ones, then this one follows', async () => {
    const device = await storeWith(sosIn('3'), arrivalIn('2', { payload: createCrossing() }), arrivalIn('1'));
    device.fake.receive('alerts:read', { ids: ['3'] });
    device.fake.receive('alerts:cleared', { upTo: '1' });
    await flushPromises();
    expect(alertIds(device)).toEqual(['3', '2']);
    expect(selectOpenCalls(device.store.getState())).toEqual([]);
  });

  it('given alerts were read here without a network, then the next load reports them to the server', async () => {
    const device = await storeWith(sosIn('2'));
    device.fake.answers['POST /api/alerts/read'] = () => Promise.reject(new Error('no network'));
    device.store.dispatch(allAlertsRead());
    await flushPromises();
    device.fake.emitSignal('connected');
    await flushPromises();
    expect(sentTo(device, '/api/alerts/read')).toEqual([{ upTo: '2' }, { ids: ['2'] }]);
    expect(selectUnreadCount(device.store.getState())).toBe(0);
  });

  it('given an arrival that was reported late, then the list says so, and no tab announces it', async () => {
    const browser = createBrowser();
    const open = async () => {
      const device = await signedInStore((fake) => {
        browser.open(fake);
        fake.answers['GET /api/alerts'] = () => ({ alerts: [], unread: 0 });
      });
      return device;
    };
    const [first, second] = [await open(), await open()];
    const late = arrivalIn('1', { late: true, reportedAt: '2026-05-01T17:50:00.000Z' });
    first.fake.answers['GET /api/alerts'] = () => ({ alerts: [late], unread: 1 });
    first.fake.receive('alert:recorded', late);
    await flushPromises();
    for (const { store } of [first, second]) {
      expect(selectAlerts(store.getState())).toMatchObject([{ reportedAt: '2026-05-01T17:50:00.000Z' }]);
      expect(selectToast(store.getState())).toBeNull();
    }
  });

  it('given a server without an inbox, then alerts stay as this device knows them', async () => {
    const device = await signedInStore((fake) => {
      delete fake.answers['GET /api/alerts'];
    });
    device.fake.receive('sos:alert', createSos());
    await flushPromises();
    device.store.dispatch(alertsCleared());
    await flushPromises();
    expect(sentTo(device, '/api/alerts/clear')).toEqual([]);
  });
});

describe('unread SOS', () => {
  const call = (number: number): object => ({
    id: `sos-${number}`,
    key: `sos call ${number}`,
    type: 'sos',
    userId: 'ben',
    read: false,
    timestamp: new Date(1e12 - number * 60_000).toISOString(),
  });
  /** A device that has kept 510 unread SOS, more than its list is to hold. */
  const fullDevice = (...listed: object[]) =>
    signedInStore((fake) => {
      const items = Array.from({ length: 510 }, (_, number) => call(number));
      fake.stored.set('alerts:ana', JSON.stringify({ items }));
      fake.answers['GET /api/alerts'] = () => ({ alerts: listed, unread: listed.length });
      fake.answers['POST /api/alerts/read'] = () => undefined;
    });
  const unread = ({ store }: Device) => selectUnreadCount(store.getState());

  it('given more than the list is to hold, then none is cut off, also when a further one arrives', async () => {
    const device = await fullDevice();
    expect(unread(device)).toBe(510);
    device.fake.receive('sos:alert', createSos());
    expect(unread(device)).toBe(511);
  });

  it('given many of one caller and an older one of another, then the newest of each come first', async () => {
    const device = await fullDevice();
    const at = new Date(1e12 - 1e9).toISOString();
    device.fake.receive('sos:alert', createSos({ userId: 'mia', timestamp: at }));
    const callers = selectOpenCalls(device.store.getState()).map(({ userId }) => userId);
    expect([callers.length, ...callers.slice(0, 3)]).toEqual([511, 'mia', 'ben', 'ben']);
  });

  it('given further ones in the inbox, then they join the others, and none is reported as read', async () => {
    const device = await fullDevice(sosIn('2'), sosIn('1'));
    device.fake.emitSignal('connected');
    await flushPromises();
    expect([unread(device), sentTo(device, '/api/alerts/read')]).toEqual([512, []]);
  });

  it('given one arrives while the inbox is on its way without it, then it stays', async () => {
    const device = await storeWith();
    let answer = (_inbox: object): void => undefined;
    device.fake.answers['GET /api/alerts'] = () => new Promise((resolve) => (answer = resolve));
    device.fake.emitSignal('connected');
    await flushPromises();
    device.fake.receive('sos:alert', createSos({ alertId: '9' }));
    answer({ alerts: [], unread: 0 });
    await flushPromises();
    expect(unread(device)).toBe(1);
  });
});

describe('the alerts of a device with those of the inbox', () => {
  const id = fc.constantFrom('1', '2', '3', '4', '5', '6');
  const alertOf = ({ alertId, read }: { alertId: string; read: boolean }): AlertFromInbox => ({
    key: `key ${alertId}`,
    alertId,
    type: 'sos',
    read,
    timestamp: `2026-05-01T11:5${alertId}:00.000Z`,
    userId: 'ben',
    userName: null,
    geofenceName: null,
    latitude: null,
    longitude: null,
    message: null,
    phone: null,
  });
  const listed = fc
    .uniqueArray(fc.record({ alertId: id, read: fc.boolean() }), { selector: ({ alertId }) => alertId })
    .map((some) => some.map(alertOf).toSorted((a, b) => (a.alertId < b.alertId ? 1 : -1)));
  const own: fc.Arbitrary<StoredAlerts> = listed.map((alerts) => ({
    items: alerts.map((alert) => ({ ...alert, id: alert.key })),
    seen: alerts.map(({ key }) => key),
  }));

  const whole = (alerts: AlertFromInbox[]) => ({ alerts, isComplete: true, newestKnown: '6' });

  it('given any of both, then the complete inbox decides what is there, and nothing read is unread again', () => {
    fc.assert(
      fc.property(own, listed, (device, inbox) => {
        const merged = mergeInbox(device, whole(inbox));
        const wasRead = new Set(device.items.filter(({ read }) => read).map(({ key }) => key));
        expect(new Set(merged.items.map(({ key }) => key))).toEqual(new Set(inbox.map(({ key }) => key)));
        expect(merged.items.filter(({ key, read }) => wasRead.has(key) && !read)).toEqual([]);
        expect(mergeInbox(merged, whole(inbox))).toEqual(merged);
      }),
    );
  });
});
