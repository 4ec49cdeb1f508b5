import { alertTitle } from '#client/features/alerts/alertTitle';
import { alertText } from '#client/features/alerts/messages';
import { accountOpened, alertsSettingsOpened, mapOpened } from '#client/store/pageActions';
import { createAppStore } from '#client/app/createStore';
import { selectAlertViews, selectOpenCalls, selectToast } from '#client/features/alerts/viewModels';
import { selectAlertsTab, selectBadgeCount, selectUnreadCount } from '#client/features/alerts/selectors';
import { alertRead, alertsCleared, alertsTabChosen, toastDismissed } from '#client/features/alerts/slice';
import { newGeofenceOpened } from '#client/features/geofences/slice';
import { pointChosen } from '#client/features/locations/slice';
import { selectCamera } from '#client/features/locations/selectors';
import { signOutRequested } from '#client/features/session/slice';
import { createCrossing, createFamily, createSos } from '../../support/builders';
import { NOW, flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type SignedIn = Awaited<ReturnType<typeof signedInStore>>;
const alerts = ({ store }: SignedIn) => selectAlertViews(store.getState());
const texts = (all: SignedIn) => alerts(all).map((alert) => `${alertTitle(alert.type)}: ${alertText(alert)}`);
async function pass(milliseconds: number) {
  await flushPromises();
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}
const unread = ({ store }: SignedIn) => selectUnreadCount(store.getState());

describe('the badge of the bottom bar', () => {
  const badge = ({ store }: SignedIn) => selectBadgeCount(store.getState());

  it('given the Alerts tab was open, then later alerts only count, also after a reload', async () => {
    const all = await signedInStore();
    all.fake.receive('sos:alert', createSos());
    await flushPromises();
    expect(badge(all)).toBe(1);
    all.store.dispatch(alertsSettingsOpened());
    all.fake.receive('geofence:entered', createCrossing());
    await flushPromises();
    all.store.dispatch(mapOpened());
    expect([badge(all), unread(all)]).toEqual([0, 2]);
    all.fake.receive('geofence:exited', createCrossing());
    await flushPromises();
    expect([badge(all), unread(all)]).toEqual([1, 3]);
    const reloaded = await signedInStore((fake) => {
      for (const [key, value] of all.fake.stored) fake.stored.set(key, value);
    });
    expect([badge(reloaded), unread(reloaded)]).toEqual([1, 3]);
  });

  it.each([
    ['the places', alertsTabChosen('geofences')],
    ['another page', accountOpened()],
  ])('given the person goes on to %s, then it counts what arrives there', async (_what, intent) => {
    const all = await signedInStore();
    all.fake.receive('sos:alert', createSos());
    await flushPromises();
    all.store.dispatch(alertsSettingsOpened());
    all.store.dispatch(intent);
    all.fake.receive('geofence:entered', createCrossing());
    await flushPromises();
    expect(badge(all)).toBe(1);
  });
});

describe('what arrives', () => {
  it('given the three kinds, then each has its title and text, the newest first', async () => {
    const all = await signedInStore();
    all.fake.receive('sos:alert', createSos());
    all.fake.receive('geofence:entered', createCrossing());
    all.fake.receive('geofence:exited', createCrossing({ timestamp: '2026-05-01T11:59:30.000Z' }));
    expect(texts(all)).toEqual([
      'Geofence Exited: ben left School',
      'SOS Alert: Ben Kos triggered an SOS alert',
      'Geofence Entered: ben entered School',
    ]);
    expect(unread(all)).toBe(3);
    expect(alerts(all)[1]).toMatchObject({ message: 'Flat tyre', latitude: 45.25, longitude: 13.75 });
  });

  it('given a person we do not know, then the text has the id; once the name is known, the name', async () => {
    const all = await signedInStore();
    all.fake.receive('geofence:entered', createCrossing({ userId: 'u-7' }));
    expect(alerts(all)[0]?.name).toBe('u-7');
    all.fake.answers['GET /api/families'] = () => {
      const family = createFamily('f1', ['ana', 'u-7']);
      return [{ ...family, members: family.members.map((member) => ({ ...member, name: 'Cleo' })) }];
    };
    all.fake.emitSignal('connected');
    await flushPromises();
    expect(alerts(all)[0]?.name).toBe('Cleo');
  });

  it('given names that would change the direction of the text beside them, then they do not', async () => {
    const all = await signedInStore();
    all.fake.receive('sos:alert', createSos({ userName: '\u202eBen\u2066' }));
    all.fake.receive('geofence:entered', createCrossing({ geofenceName: 'School\u202e' }));
    expect(alerts(all).map(alertText)).toEqual(['Ben triggered an SOS alert', 'ben entered School']);
  });

  it('given the same alert twice, then it is one, also after it was cleared', async () => {
    const all = await signedInStore();
    const send = () => {
      all.fake.receive('sos:alert', createSos());
      all.fake.receive('geofence:entered', createCrossing());
    };
    send();
    send();
    expect(alerts(all)).toHaveLength(2);
    await flushPromises();
    expect(all.fake.recorded.alarms).toBe(1);
    all.store.dispatch(alertsCleared());
    send();
    expect(alerts(all)).toEqual([]);
  });

  it('given many within one millisecond, then no two have the same id', async () => {
    const all = await signedInStore();
    for (let place = 0; place < 20; place += 1) {
      all.fake.receive('geofence:entered', createCrossing({ geofenceId: `g${place}` }));
    }
    expect(new Set(alerts(all).map(({ id }) => id)).size).toBe(20);
    expect(alerts(all).at(-1)?.id).toBe(`geofence_enter-${NOW}`);
  });

  it('given more than 500, then the newest 500 are kept', async () => {
    const old = Array.from({ length: 500 }, (_, minute) => ({
      id: `old-${minute}`,
      key: `old-${minute}`,
      type: 'sos',
      userId: 'ben',
      read: true,
      timestamp: new Date(NOW - minute * 60_000).toISOString(),
    }));
    const all = await signedInStore((fake) => fake.stored.set('alerts:ana', JSON.stringify({ items: old })));
    expect(alerts(all)).toHaveLength(500);
    all.fake.receive('sos:alert', createSos({ timestamp: new Date(NOW).toISOString() }));
    expect(alerts(all)).toHaveLength(500);
    expect([alerts(all)[0]?.key, alerts(all).at(-1)?.key]).toEqual(['sos s1', 'old-498']);
  });

  it('given 500 newer ones, then an SOS that was not dismissed keeps its banner', async () => {
    const newer = Array.from({ length: 500 }, (_, minute) => ({
      id: `newer-${minute}`,
      key: `newer-${minute}`,
      type: minute === 499 ? 'sos' : 'geofence_enter',
      userId: 'ben',
      read: false,
      timestamp: new Date(NOW - minute * 60_000).toISOString(),
    }));
    const all = await signedInStore((fake) =>
      fake.stored.set('alerts:ana', JSON.stringify({ items: newer })),
    );
    all.fake.receive('geofence:entered', createCrossing({ timestamp: new Date(NOW).toISOString() }));
    expect(alerts(all)).toHaveLength(500);
    expect(selectOpenCalls(all.store.getState()).map(({ key }) => key)).toEqual(['newer-499']);
  });

  it('given my own SOS comes back, then it shows nothing', async () => {
    const all = await signedInStore();
    all.fake.receive('sos:alert', createSos({ userId: 'ana' }));
    expect([alerts(all), all.fake.recorded.alarms]).toEqual([[], 0]);
  });

  it('given a logout, then no listener is left', async () => {
    const all = await signedInStore();
    await all.perform(signOutRequested());
    const events = ['sos:alert', 'geofence:entered', 'geofence:exited'] as const;
    expect(events.map((event) => all.fake.listenersOf(event))).toEqual([0, 0, 0]);
  });
});

describe('reading', () => {
  it('given a press, then the alert is read; given clear all, then none is left', async () => {
    const all = await signedInStore();
    all.fake.receive('sos:alert', createSos());
    all.fake.receive('geofence:entered', createCrossing());
    all.store.dispatch(alertRead({ id: alerts(all)[0]?.id ?? '' }));
    expect([unread(all), alerts(all).map(({ read }) => read)]).toEqual([1, [true, false]]);
    all.store.dispatch(alertsCleared());
    expect([unread(all), alerts(all)]).toEqual([0, []]);
  });

  it('given the page is opened, then it shows the alerts first when there are unread ones', async () => {
    const all = await signedInStore();
    all.store.dispatch(alertsSettingsOpened());
    expect(selectAlertsTab(all.store.getState())).toBe('geofences');
    all.fake.receive('geofence:entered', createCrossing());
    all.store.dispatch(alertsSettingsOpened());
    expect(selectAlertsTab(all.store.getState())).toBe('alerts');
  });

  it('given an unread alert, when a link opens the page with the form of a place, then it shows the form', async () => {
    const all = await signedInStore();
    all.fake.receive('geofence:entered', createCrossing());
    await all.perform(newGeofenceOpened(), alertsSettingsOpened());
    expect(selectAlertsTab(all.store.getState())).toBe('geofences');
  });

  it('given a form that was opened on the page, when the toast leads to the alerts, then it shows them', async () => {
    const all = await signedInStore();
    await all.perform(alertsSettingsOpened(), newGeofenceOpened());
    all.fake.receive('geofence:entered', createCrossing());
    await all.perform(toastDismissed(), alertsSettingsOpened());
    expect(selectAlertsTab(all.store.getState())).toBe('alerts');
  });
});

describe('on this device', () => {
  it('given a reload, then the alerts and what was read are there again', async () => {
    const all = await signedInStore();
    all.fake.receive('sos:alert', createSos());
    all.fake.receive('geofence:entered', createCrossing());
    all.store.dispatch(alertRead({ id: alerts(all)[0]?.id ?? '' }));
    const store = createAppStore({ services: all.fake.services });
    await flushPromises();
    expect(selectAlertViews(store.getState())).toEqual(alerts(all));
    all.fake.receive('sos:alert', createSos());
    expect(selectAlertViews(store.getState())).toHaveLength(2);
  });

  it('given a logout, then nothing is left on the device', async () => {
    const all = await signedInStore();
    all.fake.receive('sos:alert', createSos());
    expect(all.fake.stored.has('alerts:ana')).toBe(true);
    await all.perform(signOutRequested());
    expect([...all.fake.stored.keys()]).toEqual([]);
  });

  it.each(['', 'not json', '7', 'null', '[]', '{"items":7}', '{"items":[null,7,{"id":"x"}],"seen":"no"}'])(
    'given what is kept is %p, then it is ignored',
    async (kept) => {
      const all = await signedInStore((fake) => fake.stored.set('alerts:ana', kept));
      expect([alerts(all), all.fake.recorded.failures]).toEqual([[], []]);
      all.fake.receive('sos:alert', createSos());
      expect(alerts(all)).toHaveLength(1);
    },
  );
});

describe('calling attention', () => {
  it('given an alert of a geofence, then a toast shows it for a while; an SOS has a banner and a sound', async () => {
    const all = await signedInStore();
    const toast = () => selectToast(all.store.getState());
    all.fake.receive('sos:alert', createSos());
    await flushPromises();
    expect([toast(), all.fake.recorded.alarms]).toEqual([null, 1]);
    all.fake.receive('geofence:entered', createCrossing());
    await flushPromises();
    expect(toast()?.map(alertText)).toEqual(['ben entered School']);
    jest.advanceTimersByTime(8_000);
    await flushPromises();
    expect([toast(), all.fake.recorded.alarms]).toEqual([null, 1]);
  });

  it('given several crossings at once, then one toast counts them, and goes with the last that is read', async () => {
    const all = await signedInStore();
    const toast = () => selectToast(all.store.getState());
    for (const geofenceName of ['School', 'Work', 'Gym'])
      all.fake.receive('geofence:entered', createCrossing({ geofenceName, geofenceId: geofenceName }));
    await flushPromises();
    expect(toast()?.map(({ geofenceName }) => geofenceName)).toEqual(['Gym', 'Work', 'School']);
    const [first, ...others] = alerts(all);
    for (const { id } of others) all.store.dispatch(alertRead({ id }));
    expect(toast()).toHaveLength(1);
    all.store.dispatch(alertRead({ id: first?.id ?? '' }));
    expect(toast()).toBeNull();
  });

  it('given several SOS, then each has a banner until dismissed, newest first, also after a reload', async () => {
    const all = await signedInStore();
    const calls = (store = all.store) => selectOpenCalls(store.getState()).map(({ key }) => key);
    all.fake.receive('sos:alert', createSos());
    all.fake.receive('sos:alert', createSos({ id: 's2', timestamp: '2026-05-01T11:59:50.000Z' }));
    expect(calls()).toEqual(['sos s2', 'sos s1']);
    all.store.dispatch(alertRead({ id: selectOpenCalls(all.store.getState())[0]?.id ?? '' }));
    const store = createAppStore({ services: all.fake.services });
    await flushPromises();
    expect([calls(), calls(store)]).toEqual([['sos s1'], ['sos s1']]);
  });

  it('given the tab is hidden, then a notification is shown only when the user has allowed it', async () => {
    const all = await signedInStore((fake) => {
      fake.hidePage();
      fake.answers['GET /api/preferences'] = () => [
        { userId: 'ben', notifyArrival: false, notifyDeparture: true },
      ];
    });
    all.fake.receive('sos:alert', createSos());
    await pass(300);
    expect(all.fake.recorded.notifications).toEqual([]);
    expect(all.store.getState().alerts.inbox.permission).toBe('default');
    all.fake.setPermission('granted');
    all.fake.receive('sos:alert', createSos({ id: 's2' }));
    all.fake.receive('geofence:entered', createCrossing());
    all.fake.receive('geofence:exited', createCrossing());
    await pass(300);
    expect(all.fake.recorded.notifications).toEqual([
      {
        title: 'SOS from Ben Kos',
        text: 'Flat tyre',
        tag: 'sos:s2',
        path: '/',
        isInsistent: true,
      },
      {
        title: 'Geofence Exited',
        text: 'ben left School',
        tag: 'fence:ben:g1',
        path: '/alerts-settings',
      },
    ]);
  });

  it('given the tab is visible, then no notification is shown', async () => {
    const all = await signedInStore();
    all.fake.setPermission('granted');
    all.fake.receive('sos:alert', createSos());
    await pass(300);
    expect(all.fake.recorded.notifications).toEqual([]);
  });

  it('given show on map, then the map looks there, also when it is opened only then', async () => {
    const all = await signedInStore();
    await all.perform(pointChosen({ latitude: 45.25, longitude: 13.75 }), mapOpened());
    expect(selectCamera(all.store.getState())).toMatchObject({
      latitude: 45.25,
      longitude: 13.75,
      request: 1,
    });
  });
});
