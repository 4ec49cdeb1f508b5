import type { PushDevice } from '#contract/notifications';
import { alertRead, alertsCleared } from '#client/features/alerts/slice';
import {
  notifySettingsChanged,
  pushDeviceRemoved,
  pushSwitched,
  pushTestRequested,
} from '#client/features/alerts/push/actions';
import { selectPushInfo, selectPushStatus, selectPushTask } from '#client/features/alerts/push/selectors';
import { selectClickedPath } from '#client/features/alerts/selectors';
import { selectPanel } from '#client/features/families/selectors';
import { panelMoved } from '#client/features/families/slice';
import {
  signInSubmitted,
  signOutRequested,
  tokenChangeBegan,
  tokenChangeEnded,
} from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { chatOpened, notificationsOpened } from '#client/store/pageActions';
import { createMessage, createSos } from '../../support/builders';
import { type FakeServices, flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

// Time zones extend the date that is there when they load: it must be the real one.
beforeAll(() => import('#shared/quietHours'));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const SETTINGS = { quiet: null, timeZone: 'UTC', privateText: false, messages: true };
const phone: PushDevice = { id: 'd2', name: 'Phone', seenAt: '2026-05-01T11:00:00.000Z' };
const KEY = 'push:ana';

/** A server that sends pushes and stores the devices that register. */
function sendPushes({ answers }: FakeServices) {
  const devices: PushDevice[] = [phone];
  answers['GET /api/push'] = () => ({ available: true, publicKey: 'the-key', devices: [...devices] });
  answers['GET /api/notify/settings'] = () => SETTINGS;
  answers['PUT /api/push/device'] = ({ body }) => {
    const { name } = body as { name: string };
    if (!devices.some(({ id }) => id === 'd1')) devices.push({ ...phone, id: 'd1', name });
    return { id: 'd1' };
  };
  answers['DELETE /api/push/devices/:id'] = ({ params }) => {
    const { id } = params as { id: string };
    devices.splice(
      devices.findIndex((device) => device.id === id),
      1,
    );
  };
  answers['POST /api/push/devices/:id/test'] = () => undefined;
}

async function onPage(change: (fake: FakeServices) => void = () => undefined) {
  const all = await signedInStore((fake) => {
    sendPushes(fake);
    change(fake);
  });
  await import('#client/app/laterSagas');
  await all.perform(notificationsOpened());
  return { ...all, info: () => selectPushInfo(all.store.getState()) };
}
type Page = Awaited<ReturnType<typeof onPage>>;
const called = ({ fake }: Pick<Page, 'fake'>, path: string) =>
  fake.recorded.calls.filter((call) => call.path === path).map(({ input }) => input);
const errorOf = ({ store }: Page, name: 'switch' | 'test' | 'remove' | 'settings') =>
  selectPushTask(name)(store.getState())?.error?.code;

describe('the switch for this device', () => {
  it('given it is switched on and off, then the browser and the server follow', async () => {
    const page = await onPage();
    expect(page.info()).toMatchObject({ support: 'supported', deviceId: null, devices: [phone] });
    await page.perform(pushSwitched({ on: true }));
    expect(called(page, '/api/push/device')).toEqual([
      {
        body: {
          endpoint: 'https://push.test/1',
          keys: { p256dh: 'p256dh', auth: 'auth' },
          publicKey: 'the-key',
          name: 'Firefox on Linux',
        },
      },
    ]);
    expect(page.info()?.deviceId).toBe('d1');
    await page.perform(pushSwitched({ on: false }));
    expect([page.info()?.deviceId, page.fake.subscription(), page.fake.stored.has(KEY)]).toEqual([
      null,
      null,
      false,
    ]);
    expect(called(page, '/api/push/devices/:id')).toEqual([{ params: { id: 'd1' } }]);
  });

  it.each(['denied', 'default'] as const)(
    'given the user answers %s, then nothing is subscribed',
    async (answer) => {
      const page = await onPage((fake) => fake.onPermissionAsked(answer));
      await page.perform(pushSwitched({ on: true }));
      expect(page.store.getState().alerts.inbox.permission).toBe(answer);
      expect([page.info()?.deviceId, errorOf(page, 'switch')]).toEqual([null, undefined]);
    },
  );

  it('given a push service that cannot be reached, then the page says so', async () => {
    const page = await onPage((fake) =>
      fake.onSubscribe(() => Promise.reject(new RequestFailed(null, { code: 'push_unreachable' }))),
    );
    await page.perform(pushSwitched({ on: true }));
    expect([page.info()?.deviceId, errorOf(page, 'switch')]).toEqual([null, 'push_unreachable']);
  });

  it.each([
    ['a server without push', 'supported', { available: false, publicKey: null, devices: [] }, 'unavailable'],
    ['an iPhone outside of the Home Screen', 'needsHomeScreen', undefined, 'needsHomeScreen'],
    ['an old browser', 'unsupported', { available: false, publicKey: null, devices: [] }, 'unsupported'],
  ] as const)('given %s, then the page knows', async (_what, support, answer, expected) => {
    const page = await onPage((fake) => {
      fake.setPushSupport(support);
      if (answer) fake.answers['GET /api/push'] = () => answer;
    });
    expect(page.info()?.support).toBe(expected);
  });

  it('given a server of the specification, then push is unavailable; given none, then the page says so', async () => {
    const refuse = (status: number | null) => () => Promise.reject(new RequestFailed(status));
    const plain = await onPage(({ answers }) => {
      answers['GET /api/push'] = answers['GET /api/notify/settings'] = refuse(404);
    });
    expect(plain.info()).toMatchObject({ support: 'unavailable', settings: null });
    const away = await onPage((fake) => (fake.answers['GET /api/push'] = refuse(null)));
    expect(selectPushStatus(away.store.getState())).toBe('failed');
  });
});

describe('a start of the app', () => {
  it('given alerts on this device, then it is renewed for the key of the server, as soon as it can be', async () => {
    let isServerBusy = true;
    const page = await onPage((fake) => {
      fake.stored.set(KEY, 'd1');
      fake.setPermission('granted');
      const save = fake.answers['PUT /api/push/device'];
      fake.answers['PUT /api/push/device'] = (input) => {
        if (isServerBusy) throw new RequestFailed(503);
        return save?.(input);
      };
    });
    expect(page.info()?.deviceId).toBeNull();
    isServerBusy = false;
    page.fake.emitSignal('connected');
    await flushPromises();
    expect(called(page, '/api/push/device').at(-1)).toMatchObject({ body: { publicKey: 'the-key' } });
    await page.perform(notificationsOpened());
    expect(page.info()?.deviceId).toBe('d1');
  });

  it('given the server has dropped this device, then the page never shows it as off', async () => {
    const shown: (string | null)[] = [];
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { store, perform } = await signedInStore((fake) => {
      sendPushes(fake);
      fake.stored.set(KEY, 'dropped');
      fake.setPermission('granted');
      const { answers } = fake;
      const add = answers['PUT /api/push/device'];
      // It arrives after the list of devices.
      answers['PUT /api/push/device'] = async (input) => {
        await answered;
        return add?.(input);
      };
    });
    store.subscribe(() => {
      const info = selectPushInfo(store.getState());
      if (info) shown.push(info.deviceId);
    });
    await import('#client/app/laterSagas');
    await perform(notificationsOpened());
    answer();
    await flushPromises();
    expect([shown.length > 0, new Set(shown)]).toEqual([true, new Set(['d1'])]);
  });

  it('given the user has removed this device elsewhere, then it stays off until it is switched on here', async () => {
    const page = await onPage((fake) => {
      fake.stored.set(KEY, 'd1');
      fake.setPermission('granted');
      void fake.services.loadPush().then((push) => push.subscribe('the-key'));
      const status = fake.answers['GET /api/push'];
      fake.answers['GET /api/push'] = (input) => ({ ...Object(status?.(input)), removed: true });
    });
    expect([page.info()?.deviceId, page.fake.subscription(), page.fake.stored.has(KEY)]).toEqual([
      null,
      null,
      false,
    ]);
    expect(called(page, '/api/push/device')).toEqual([]);
    await page.perform(pushSwitched({ on: true }));
    expect(page.info()?.deviceId).toBe('d1');
  });

  it('given a subscription that another user has left, then it ends', async () => {
    const page = await onPage();
    expect([page.fake.recorded.unsubscriptions, called(page, '/api/push/device')]).toEqual([1, []]);
  });

  it('given the user signs out, then nothing of theirs is left, also after the next sign-in', async () => {
    const page = await onPage();
    await page.perform(pushSwitched({ on: true }));
    await page.fake.services
      .loadPush()
      .then(({ show }) => show({ title: '', text: '', tag: 'chat:f1', path: '/' }));
    await page.perform(signOutRequested());
    expect([page.fake.subscription(), page.fake.stored.has(KEY), page.fake.recorded.notifications]).toEqual([
      null,
      false,
      [],
    ]);
    expect(page.fake.recorded.badges.at(-1)).toBe(0);
    await page.perform(signInSubmitted({ email: 'ana@example.si', password: 'Sunny-days-1' }));
    expect(page.fake.subscription()).toBeNull();
  });
});

it('given a new password, with which the server drops all devices, then this one is registered again', async () => {
  const page = await onPage();
  await page.perform(pushSwitched({ on: true }));
  await page.perform(tokenChangeBegan());
  page.fake.answers['PUT /api/push/device'] = () => ({ id: 'd3' });
  await page.perform(tokenChangeEnded());
  expect([called(page, '/api/push/device').length, page.fake.stored.get(KEY)]).toEqual([2, 'd3']);
});

it('given a push service that fails when the user signs out, then the notifications are gone', async () => {
  const page = await onPage((fake) => {
    const { loadPush } = fake.services;
    const unsubscribe = () => Promise.reject(new Error('no network'));
    fake.services.loadPush = async () => ({ ...(await loadPush()), unsubscribe });
  });
  const push = await page.fake.services.loadPush();
  await push.show({ title: '', text: '', tag: 'chat:f1', path: '/' });
  await page.perform(signOutRequested());
  expect([page.fake.recorded.notifications, page.fake.recorded.badges.at(-1)]).toEqual([[], 0]);
});

it('given a server that sends no pushes any more, then a hidden page shows alerts itself', async () => {
  const page = await onPage((fake) => {
    fake.stored.set(KEY, 'd1');
    fake.setPermission('granted');
    void fake.services.loadPush().then((push) => push.subscribe('the-key'));
    fake.answers['GET /api/push'] = () => ({ available: false, publicKey: null, devices: [] });
  });
  page.fake.hidePage();
  page.fake.receive('message:received', createMessage(1));
  await flushPromises();
  await flushPromises();
  expect(page.fake.recorded.notifications).toMatchObject([{ tag: 'chat:f1' }]);
});

describe('what the user sets', () => {
  it('given a test, then it is sent to this device; given it fails, then the page says why', async () => {
    const page = await onPage();
    await page.perform(pushSwitched({ on: true }));
    await page.perform(pushTestRequested());
    expect(called(page, '/api/push/devices/:id/test')).toEqual([{ params: { id: 'd1' } }]);
    page.fake.answers['POST /api/push/devices/:id/test'] = () =>
      Promise.reject(new RequestFailed(502, { code: 'push_not_accepted' }));
    await page.perform(pushTestRequested());
    expect(errorOf(page, 'test')).toBe('push_not_accepted');
  });

  it('given another device is removed, then this one keeps its alerts', async () => {
    const page = await onPage();
    await page.perform(pushSwitched({ on: true }), pushDeviceRemoved({ id: 'd2' }));
    expect(page.info()?.devices.map(({ id }) => id)).toEqual(['d1']);
    expect(page.fake.subscription()).not.toBeNull();
    await page.perform(pushDeviceRemoved({ id: 'd1' }));
    expect(page.fake.subscription()).toBeNull();
  });

  it('given quiet hours, then they are saved for the time zone of this device, and shown at once', async () => {
    const page = await onPage();
    const quiet = { from: 1_320, to: 420 };
    page.fake.answers['PUT /api/notify/settings'] = ({ body }) => body;
    page.store.dispatch(notifySettingsChanged({ quiet, privateText: true, messages: false }));
    expect(page.info()?.settings).toMatchObject({ quiet, privateText: true, messages: false });
    await flushPromises();
    expect(called(page, '/api/notify/settings').at(-2)).toEqual({
      body: { quiet, privateText: true, messages: false, timeZone: 'Europe/Ljubljana' },
    });
  });

  it('given quiet hours that another device sets, then the page shows them', async () => {
    const page = await onPage();
    const quiet = { from: 1_320, to: 420 };
    page.fake.answers['GET /api/notify/settings'] = () => ({ ...SETTINGS, quiet });
    page.fake.receive('settings:changed', { what: 'notifications' });
    await flushPromises();
    expect(page.info()?.settings?.quiet).toEqual(quiet);
  });

  it('given they cannot be saved, then the page shows what holds, and says so', async () => {
    const page = await onPage();
    await page.perform(notifySettingsChanged({ quiet: null, privateText: true, messages: true }));
    expect(page.info()?.settings).toEqual(SETTINGS);
    expect(errorOf(page, 'settings')).toBe('notify_settings_not_saved');
  });
});

describe('notifications that are shown', () => {
  const show = async ({ fake }: Page, ...tags: string[]) => {
    const push = await fake.services.loadPush();
    for (const tag of tags) await push.show({ title: '', text: '', tag, path: '/' });
  };
  const tags = ({ fake }: Page) => fake.recorded.notifications.map(({ tag }) => tag);

  it('given a click on one, then the page opens its path once', async () => {
    const page = await onPage();
    page.fake.clickNotification('/chat');
    await flushPromises();
    expect(selectClickedPath(page.store.getState())).toBe('/chat');
    await page.perform(chatOpened());
    expect(selectClickedPath(page.store.getState())).toBeNull();
  });

  it.each([
    ['/', 'half'],
    ['/chat', 'full'],
  ])('given a full list, when a click opens %s, then its height is %s', async (path, height) => {
    const page = await onPage();
    await page.perform(panelMoved({ height: 'full' }));
    page.fake.clickNotification(path);
    await flushPromises();
    expect(selectPanel(page.store.getState()).height).toBe(height);
  });

  it('given an alert is read here or all are cleared, then its notification goes and the badge follows', async () => {
    const page = await onPage();
    page.fake.receive('sos:alert', createSos());
    page.fake.receive('sos:alert', createSos({ id: 's2' }));
    await flushPromises();
    await show(page, 'sos:s1', 'sos:s2', 'chat:f1');
    const read = page.store.getState().alerts.inbox.items.find(({ key }) => key === 'sos s1');
    await page.perform(alertRead({ id: read?.id ?? '' }));
    expect([tags(page), page.fake.recorded.badges.at(-1)]).toEqual([['sos:s2', 'chat:f1'], 1]);
    await page.perform(alertsCleared());
    expect([tags(page), page.fake.recorded.badges.at(-1)]).toEqual([['chat:f1'], 0]);
  });

  it.each([
    ['2026-05-01T19:59:00Z', ['chat', 'sos']],
    ['2026-05-01T20:00:00Z', ['sos']],
  ])('given a hidden page, %s and quiet from 22:00 there, then it shows %j', async (now, shown) => {
    const page = await onPage((fake) => {
      fake.setPermission('granted');
      const quiet = { from: 1_320, to: 420 };
      fake.answers['GET /api/notify/settings'] = () => ({ ...SETTINGS, quiet, timeZone: 'Europe/Ljubljana' });
    });
    page.fake.hidePage();
    page.fake.setNow(Date.parse(now));
    page.fake.receive('sos:alert', createSos());
    page.fake.receive('message:received', createMessage(1));
    await flushPromises();
    jest.advanceTimersByTime(300);
    await flushPromises();
    expect(
      tags(page)
        .map((tag) => tag.replace(/:.*/u, ''))
        .toSorted(),
    ).toEqual(shown);
  });

  it('given quiet hours and a hidden page, then an answer to the own SOS is shown as its push would be', async () => {
    const page = await onPage((fake) => {
      fake.setPermission('granted');
      fake.answers['GET /api/notify/settings'] = () => ({ ...SETTINGS, quiet: { from: 0, to: 1_439 } });
    });
    page.fake.hidePage();
    page.fake.receive('sos:answered', {
      id: 's1',
      alertId: 'a1',
      userId: 'ben',
      userName: 'Ben Kos',
      answer: 'coming',
      timestamp: '2026-05-01T11:59:59.000Z',
    });
    await flushPromises();
    jest.advanceTimersByTime(300);
    await flushPromises();
    expect(page.fake.recorded.notifications.map(({ text }) => text)).toEqual(['Ben Kos is on the way']);
  });

  it('given a hidden page that gets pushes, then it leaves an SOS to them, and shows it if none comes', async () => {
    const page = await onPage();
    await page.perform(pushSwitched({ on: true }));
    const receive = async (id: string) => {
      page.fake.receive('sos:alert', createSos({ id }));
      await flushPromises();
      jest.advanceTimersByTime(300);
      await flushPromises();
    };
    const advance = async (milliseconds: number) => {
      jest.advanceTimersByTime(milliseconds);
      await flushPromises();
    };
    page.fake.hidePage();
    page.fake.receive('message:received', createMessage(1));
    await receive('s1');
    expect(tags(page)).toEqual([]);
    await advance(5_000);
    expect(page.fake.recorded.notifications).toMatchObject([{ tag: 'sos:s1', isInsistent: true }]);
    await receive('s2');
    await show(page, 'sos:s2');
    await advance(5_000);
    expect(tags(page)).toEqual(['sos:s1', 'sos:s2']);
    await receive('s3');
    const read = page.store.getState().alerts.inbox.items.find(({ key }) => key === 'sos s3');
    await page.perform(alertRead({ id: read?.id ?? '' }));
    await advance(5_000);
    expect(tags(page)).toEqual(['sos:s1', 'sos:s2']);
  });

  it.each([
    [{ message: '' }, 'Ben Kos needs help.'],
    [{ message: 'Flat tyre' }, 'Flat tyre'],
    [{ repeat: 1, timestamp: '2026-05-01T11:58:00.000Z' }, 'Ben Kos still needs help (since 11:58 AM).'],
    [{ message: 'Again', repeat: 1, timestamp: '2026-05-01T11:59:58.000Z' }, 'Again'],
  ])('given a hidden page without pushes and an SOS with %j, then it says %s', async (sos, text) => {
    const page = await onPage((fake) => fake.setPermission('granted'));
    page.fake.hidePage();
    page.fake.receive('sos:alert', createSos(sos));
    await flushPromises();
    jest.advanceTimersByTime(300);
    await flushPromises();
    const [shown] = page.fake.recorded.notifications;
    expect(shown?.title).toBe('SOS from Ben Kos');
    expect(shown?.text).toMatch(text);
  });

  it.each([
    [{ privateText: true, messages: true }, ['Kinmap: Something new in your family.']],
    [{ privateText: false, messages: false }, []],
    [{ privateText: false, messages: true }, ['Ben Kos: Hello']],
  ])('given a hidden page without pushes and %j, then it shows %j', async (settings, shown) => {
    const page = await onPage((fake) => {
      fake.setPermission('granted');
      fake.answers['GET /api/notify/settings'] = () => ({ ...SETTINGS, ...settings });
    });
    page.fake.hidePage();
    page.fake.receive('message:received', createMessage(1, { content: 'Hello', userName: 'Ben Kos' }));
    await flushPromises();
    await flushPromises();
    expect(page.fake.recorded.notifications.map(({ title, text }) => `${title}: ${text}`)).toEqual(shown);
  });
});
