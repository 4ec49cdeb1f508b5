import type { CheckIn } from '#contract/checkIns';
import {
  checkInEnded,
  checkInExtended,
  checkInFormClosed,
  checkInFormOpened,
  checkInRequestAccepted,
  checkInRequestDeclined,
  checkInRequested,
  checkInsOutdated,
  checkInSubmitted,
  missedCheckInSeen,
  onceAlertAdded,
  onceAlertRemoved,
} from '#client/features/alerts/checkIns/actions';
import { newsText } from '#client/features/alerts/checkIns/messages';
import { withCheckIn, withLoaded } from '#client/features/alerts/checkIns/mergeCheckIns';
import { dueAfter, placesToGo } from '#client/features/alerts/checkIns/proposal';
import {
  selectAnsweredRequest,
  selectCheckInForm,
  selectCheckInOf,
  selectCheckIns,
  selectCheckInTask,
  selectOnceAbout,
  selectOpenRequests,
  selectOwnCheckIn,
  selectRequestTo,
  selectUnseenMissed,
} from '#client/features/alerts/checkIns/selectors';
import { requestsLoaded } from '#client/features/alerts/checkIns/slice';
import { selectToast } from '#client/features/alerts/viewModels';
import { selectAlerts } from '#client/features/alerts/selectors';
import { alertRead } from '#client/features/alerts/slice';
import { signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { notificationsOpened, profileOpened } from '#client/store/pageActions';
import { createCrossing, createGeofence } from '../../support/builders';
import { createCheckIn, createNews, createOwnCheckIn, createRequest } from '../../support/checkIns';
import { type FakeServices, flushPromises, NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

/** Ana's device, and a server that has these check-ins. */
async function deviceWith(list: CheckIn[] = [], change: (fake: FakeServices) => void = () => undefined) {
  const all = await signedInStore((fake) => {
    fake.answers['GET /api/checkins'] = () => list;
    fake.answers['GET /api/checkin-requests'] = () => [];
    change(fake);
  });
  return {
    ...all,
    state: () => all.store.getState(),
    sent: (path: string) =>
      all.fake.recorded.calls.filter((call) => call.path === path).map(({ input }) => input),
    async receive(...[event, payload]: Parameters<FakeServices['receive']>) {
      all.fake.receive(event, payload);
      await flushPromises();
    },
  };
}

const NEW = {
  geofenceId: 'g1',
  placeName: 'Home',
  dueAt: NOW + 3_600_000,
  graceMinutes: 10,
  people: ['ben'],
  shareLast: false,
};
const offline = () => Promise.reject(new RequestFailed(null));

describe('the user’s own check-in', () => {
  it('given it is started, then the server gets it with the zone of the device, and the form closes', async () => {
    const device = await deviceWith([], ({ answers }) => {
      answers['POST /api/checkins'] = () => createOwnCheckIn();
    });
    await device.perform(checkInFormOpened({ requestId: null }), checkInSubmitted(NEW));
    const { dueAt: _due, ...rest } = NEW;
    expect(device.sent('/api/checkins').at(-1)?.body).toEqual({
      ...rest,
      clientId: expect.any(String) as string,
      dueAt: '2026-05-01T13:00:00.000Z',
      timeZone: 'Europe/Ljubljana',
    });
    expect(selectOwnCheckIn(device.state())?.id).toBe('own');
    expect([selectCheckInForm(device.state()), selectCheckInTask(device.state())]).toEqual([null, null]);
  });

  it('given no network, then the form stays and says so, and a retry has the same clientId', async () => {
    const device = await deviceWith([], ({ answers }) => {
      answers['POST /api/checkins'] = offline;
    });
    await device.perform(
      checkInFormOpened({ requestId: null }),
      checkInSubmitted({ ...NEW, geofenceId: null }),
    );
    expect(selectCheckInTask(device.state())).toEqual({
      name: 'start',
      about: selectCheckInForm(device.state())?.clientId,
      isBusy: false,
      error: { code: 'checkin_not_started' },
    });
    device.fake.answers['POST /api/checkins'] = () => createOwnCheckIn();
    await device.perform(checkInSubmitted(NEW));
    const [one, two] = device
      .sent('/api/checkins')
      .flatMap(({ body }) => (body ? [(body as { clientId: string }).clientId] : []));
    expect([two, selectCheckInForm(device.state())]).toEqual([one, null]);
  });

  it('given a slow answer to another task, when the form is open, then the form stays', async () => {
    let answer: (request: object) => void = () => undefined;
    const device = await deviceWith([], ({ answers }) => {
      answers['POST /api/checkin-requests'] = () => new Promise((resolve) => (answer = resolve));
    });
    await device.perform(checkInRequested({ userId: 'ben' }), checkInFormOpened({ requestId: null }));
    answer(createRequest({ fromId: 'ana', toId: 'ben' }));
    await flushPromises();
    expect(selectCheckInForm(device.state())).not.toBeNull();
  });

  it('given a slow start was cancelled, when another form starts, then each answer closes its own', async () => {
    const answers: (() => void)[] = [];
    const device = await deviceWith([], (fake) => {
      fake.answers['POST /api/checkins'] = () =>
        new Promise((resolve) => answers.push(() => resolve(createOwnCheckIn())));
    });
    await device.perform(checkInFormOpened({ requestId: null }), checkInSubmitted(NEW), checkInFormClosed());
    await device.perform(checkInFormOpened({ requestId: null }), checkInSubmitted(NEW));
    // A second press starts nothing.
    await device.perform(checkInSubmitted(NEW));
    expect(answers).toHaveLength(2);
    answers[0]?.();
    await flushPromises();
    expect(selectCheckInForm(device.state())).not.toBeNull();
    expect(selectCheckInTask(device.state())).toMatchObject({ name: 'start', isBusy: true });
    answers[1]?.();
    await flushPromises();
    expect([selectCheckInForm(device.state()), selectCheckInTask(device.state())]).toEqual([null, null]);
  });

  it('given a slow start was cancelled, when it fails, then the next form says nothing of it', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const device = await deviceWith([], ({ answers }) => {
      answers['POST /api/checkins'] = () => new Promise((_resolve, reject) => (fail = reject));
    });
    await device.perform(checkInFormOpened({ requestId: null }), checkInSubmitted(NEW), checkInFormClosed());
    await device.perform(checkInFormOpened({ requestId: null }));
    fail(new RequestFailed(null));
    await flushPromises();
    expect(selectCheckInTask(device.state())).toBeNull();
  });

  it('given it is extended and ended, then each answer counts; a failure leaves it as it was', async () => {
    const device = await deviceWith([createOwnCheckIn()], ({ answers }) => {
      answers['POST /api/checkins/:id/extend'] = () =>
        createOwnCheckIn({ dueAt: '2026-05-01T12:45:00.000Z', revision: 2 });
      answers['POST /api/checkins/:id/end'] = offline;
    });
    await device.perform(checkInExtended({ id: 'own', minutes: 15 }));
    expect(device.sent('/api/checkins/:id/extend')).toEqual([
      { params: { id: 'own' }, body: { minutes: 15 } },
    ]);
    await device.perform(checkInEnded({ id: 'own', how: 'arrived' }));
    expect(selectOwnCheckIn(device.state())?.dueAt).toBe('2026-05-01T12:45:00.000Z');
    expect(selectCheckInTask(device.state())?.error).toEqual({ code: 'checkin_not_ended' });
    device.fake.answers['POST /api/checkins/:id/end'] = () =>
      createOwnCheckIn({ state: 'arrived', revision: 3 });
    await device.perform(checkInEnded({ id: 'own', how: 'arrived' }));
    expect(selectOwnCheckIn(device.state())).toBeNull();
  });

  it('given one on the way and one missed, then the one on the way is shown', async () => {
    const missed = createOwnCheckIn({ id: 'old', state: 'missed' });
    const device = await deviceWith([createOwnCheckIn(), missed]);
    expect(selectOwnCheckIn(device.state())?.id).toBe('own');
    await device.receive('checkin:changed', createOwnCheckIn({ state: 'cancelled', revision: 2 }));
    expect(selectOwnCheckIn(device.state())?.id).toBe('old');
  });
});

describe('check-ins that the user watches', () => {
  it('given news, then they are an alert and a toast, once, and in the list of the inbox', async () => {
    const device = await deviceWith([createCheckIn()]);
    await device.receive('checkin:alert', createNews());
    await device.receive('checkin:alert', createNews());
    expect(selectAlerts(device.state())).toHaveLength(1);
    expect(selectToast(device.state())?.[0]?.news).toEqual(createNews());
    const inbox = await deviceWith([], ({ answers }) => {
      const alert = { id: 'a1', at: NOW, reportedAt: NOW, late: false, read: false, kind: 'checkin' };
      answers['GET /api/alerts'] = () => ({ alerts: [{ ...alert, payload: createNews() }], unread: 1 });
    });
    await inbox.receive('checkin:alert', createNews());
    expect(selectAlerts(inbox.state()).map(({ key }) => key)).toEqual(['checkin checkin:c1 a1']);
  });

  it.each([
    ['cancelled', [], 'Ben Kos has ended the check-in.'],
    ['cancelled', ['11:00', '22:00'], null],
    ['asked', ['11:00', '22:00'], 'Have you arrived at Home?'],
  ] as const)('given a hidden page, %s and quiet from %j, then it shows %j', async (what, quiet, text) => {
    const device = await deviceWith([], (fake) => {
      fake.setPermission('granted');
      fake.hidePage();
      const [from, to] = quiet.map((time) => Number(time.slice(0, 2)) * 60);
      fake.answers['GET /api/notify/settings'] = () => ({
        quiet: to === undefined ? null : { from, to },
        timeZone: 'UTC',
        privateText: false,
        messages: true,
      });
    });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    await device.receive('checkin:alert', createNews({ what }));
    jest.advanceTimersByTime(300);
    await flushPromises();
    jest.useRealTimers();
    const shown = { title: 'Check-in', text, tag: 'checkin:c1', path: '/' };
    expect(device.fake.recorded.notifications).toEqual(text === null ? [] : [shown]);
  });

  it('given it is missed, then it is shown until the user has seen it, and the server receives that', async () => {
    const missed = createCheckIn({ state: 'missed', revision: 3 });
    const seen = {
      ...missed,
      revision: 4,
      people: [{ userId: 'ana', name: 'Ana', seenAt: '2026-05-01T12:45Z' }],
    };
    const device = await deviceWith([createCheckIn()], ({ answers }) => {
      answers['POST /api/checkins/:id/seen'] = () => seen;
    });
    expect(selectUnseenMissed(device.state())).toEqual([]);
    await device.receive('checkin:changed', missed);
    expect(selectUnseenMissed(device.state())).toEqual([missed]);
    await device.perform(missedCheckInSeen({ id: 'c1' }));
    expect(selectUnseenMissed(device.state())).toEqual([]);
    expect(selectCheckInOf(device.state(), 'ben')?.state).toBe('missed');
  });

  it('given the alert about a missed one is read, then the user has seen it', async () => {
    const missed = createCheckIn({ state: 'missed' });
    const device = await deviceWith([missed], ({ answers }) => {
      answers['POST /api/checkins/:id/seen'] = () => ({ ...missed, revision: 2, people: [] });
    });
    await device.receive('checkin:alert', createNews());
    await device.receive('checkin:alert', createNews({ alertId: 'a2', what: 'missed' }));
    const [newest, oldest] = selectAlerts(device.state());
    await device.perform(alertRead({ id: oldest?.id ?? '' }));
    expect(device.sent('/api/checkins/:id/seen')).toEqual([]);
    await device.perform(alertRead({ id: newest?.id ?? '' }));
    expect(device.sent('/api/checkins/:id/seen')).toEqual([{ params: { id: 'c1' } }]);
  });

  it('given the owner is in no common family any more, then nothing is shown', async () => {
    const device = await deviceWith([createCheckIn({ userId: 'gone', state: 'missed' })]);
    expect(selectUnseenMissed(device.state())).toEqual([]);
    expect(selectCheckInOf(device.state(), 'gone')).toBeNull();
  });
});

describe('requests', () => {
  it('given a member is asked, then the request is kept, and a declined one does not open again', async () => {
    const device = await deviceWith([], ({ answers }) => {
      answers['POST /api/checkin-requests'] = () => createRequest({ fromId: 'ana', toId: 'ben' });
    });
    await device.perform(checkInRequested({ userId: 'ben' }));
    expect(device.sent('/api/checkin-requests').at(-1)).toEqual({ body: { userId: 'ben' } });
    expect(selectRequestTo(device.state(), 'ben')?.state).toBe('open');
    const declined = createRequest({ fromId: 'ana', toId: 'ben', state: 'declined' });
    await device.receive('request:changed', declined);
    await device.receive('request:changed', { ...declined, state: 'open' });
    expect(selectRequestTo(device.state(), 'ben')?.state).toBe('declined');
  });

  it('given one for the user, when it is accepted, then it starts what was proposed', async () => {
    const device = await deviceWith([], ({ answers }) => {
      answers['POST /api/checkin-requests/:id/answer'] = () => createRequest({ state: 'accepted' });
    });
    await device.receive('request:changed', createRequest());
    expect(selectOpenRequests(device.state())).toHaveLength(1);
    device.fake.answers['GET /api/checkins'] = () => [createOwnCheckIn()];
    await device.perform(checkInRequestAccepted({ id: 'r1', checkIn: NEW }));
    expect(device.sent('/api/checkin-requests/:id/answer')).toMatchObject([
      { params: { id: 'r1' }, body: { accept: true, checkin: { geofenceId: 'g1', people: ['ben'] } } },
    ]);
    expect(selectOpenRequests(device.state())).toEqual([]);
    expect(selectOwnCheckIn(device.state())?.id).toBe('own');
  });

  it('given the form answers it, or the user is on the way, then it is accepted with or without one', async () => {
    const device = await deviceWith([], ({ answers }) => {
      answers['POST /api/checkin-requests/:id/answer'] = () => createRequest({ state: 'accepted' });
    });
    await device.receive('request:changed', createRequest());
    await device.perform(checkInFormOpened({ requestId: 'r1' }));
    expect(selectAnsweredRequest(device.state())?.fromId).toBe('ben');
    await device.perform(checkInSubmitted(NEW), checkInRequestAccepted({ id: 'r1', checkIn: null }));
    const [one, two] = device.sent('/api/checkin-requests/:id/answer').map(({ body }) => body);
    expect(one).toMatchObject({ accept: true, checkin: { clientId: expect.any(String) as string } });
    expect(two).toEqual({ accept: true });
  });

  it('given it is declined without a network, then it stays and says so', async () => {
    const device = await deviceWith([], ({ answers }) => {
      answers['POST /api/checkin-requests/:id/answer'] = offline;
    });
    await device.receive('request:changed', createRequest());
    await device.perform(checkInRequestDeclined({ id: 'r1' }));
    expect(selectOpenRequests(device.state())).toHaveLength(1);
    expect(selectCheckInTask(device.state())).toMatchObject({
      about: 'r1',
      error: { code: 'checkin_request_not_answered' },
    });
  });

  it('given one that is half a day old, or of a person who left, then it does not wait', async () => {
    const device = await deviceWith();
    await device.receive('request:changed', createRequest({ createdAt: '2026-04-30T23:59:00.000Z' }));
    await device.receive('request:changed', createRequest({ id: 'r2', fromId: 'gone' }));
    expect(selectOpenRequests(device.state())).toEqual([]);
  });

  it('given news of requests, then they are alerts', async () => {
    const device = await deviceWith();
    const news = { alertId: 'a1', requestId: 'r1', userId: 'ben', userName: 'Ben Kos', text: 'Be safe' };
    const timestamp = '2026-05-01T12:00:00.000Z';
    await device.receive('request:alert', { ...news, what: 'open', timestamp });
    await device.receive('request:alert', { ...news, alertId: 'a2', what: 'declined', timestamp });
    const texts = selectAlerts(device.state()).flatMap((alert) => (alert.news ? [newsText(alert.news)] : []));
    expect(texts).toEqual(['Ben Kos has declined.', 'Ben Kos asks you to tell when you arrive. “Be safe”']);
  });
});

describe('alerts that are wanted once', () => {
  it('given the user’s own profile, then the server is not asked for them', async () => {
    const device = await deviceWith();
    await device.perform(profileOpened({ userId: 'ana' }));
    await flushPromises();
    expect(device.sent('/api/users/:id/once')).toEqual([]);
    await device.perform(profileOpened({ userId: 'ben' }));
    await flushPromises();
    expect(device.sent('/api/users/:id/once')).toHaveLength(1);
  });

  const WANTED = { geofenceId: 'g1', kind: 'arrival' } as const;
  const onProfile = async (change: (fake: FakeServices) => void = () => undefined) => {
    const device = await deviceWith([], (fake) => {
      fake.answers['GET /api/users/:id/once'] = () => [WANTED];
      fake.answers['PUT /api/users/:id/once'] = () => undefined;
      fake.answers['DELETE /api/users/:id/once'] = () => undefined;
      change(fake);
    });
    await device.perform(profileOpened({ userId: 'ben' }));
    return { ...device, wanted: () => selectOnceAbout(device.state(), 'ben') };
  };

  it('given one is added and one removed, then the server and the list follow', async () => {
    const device = await onProfile();
    const departure = { geofenceId: 'g1', kind: 'departure' } as const;
    await device.perform(onceAlertAdded({ userId: 'ben', ...departure }));
    expect(device.wanted()).toEqual([WANTED, departure]);
    await device.perform(onceAlertRemoved({ userId: 'ben', ...WANTED }));
    expect(device.wanted()).toEqual([departure]);
    expect(device.sent('/api/users/:id/once')).toEqual([
      { params: { id: 'ben' } },
      { params: { id: 'ben' }, body: departure },
      { params: { id: 'ben' }, body: WANTED },
    ]);
  });

  it('given its alert arrives, then it is removed; another crossing changes nothing', async () => {
    const device = await onProfile();
    await device.receive('geofence:exited', createCrossing());
    await device.receive('geofence:entered', createCrossing({ geofenceId: 'g2' }));
    expect(device.wanted()).toEqual([WANTED]);
    await device.receive('geofence:entered', createCrossing());
    expect(device.wanted()).toEqual([]);
  });

  it('given no network, then it is not listed, and the user learns why', async () => {
    const device = await onProfile(({ answers }) => {
      answers['PUT /api/users/:id/once'] = offline;
    });
    await device.perform(onceAlertAdded({ userId: 'ben', geofenceId: 'g2', kind: 'arrival' }));
    expect(device.wanted()).toEqual([WANTED]);
    expect(selectCheckInTask(device.state())?.error).toEqual({ code: 'once_alert_not_saved' });
  });

  it('given the page of notifications is opened, then what is wanted of all members is known', async () => {
    const device = await deviceWith([], ({ answers }) => {
      answers['GET /api/once-alerts'] = () => [{ userId: 'ben', ...WANTED }];
    });
    expect(device.sent('/api/once-alerts')).toEqual([]);
    await device.perform(notificationsOpened());
    await flushPromises();
    expect(selectOnceAbout(device.state(), 'ben')).toEqual([WANTED]);
  });

  it('given a server of the specification, then nothing is offered', async () => {
    const device = await onProfile(({ answers }) => {
      answers['GET /api/users/:id/once'] = () => Promise.reject(new RequestFailed(404));
    });
    expect(device.wanted()).toBeUndefined();
  });
});

describe('what the device keeps', () => {
  it('given a reload without a network, then the last state is shown; given a sign-out, then nothing', async () => {
    const first = await deviceWith([createOwnCheckIn()]);
    const stored = first.fake.stored.get('checkins:ana') ?? '';
    const second = await deviceWith([], (fake) => {
      fake.stored.set('checkins:ana', stored);
      fake.answers['GET /api/checkins'] = offline;
    });
    expect(selectOwnCheckIn(second.state())?.id).toBe('own');
    await second.perform(signOutRequested());
    expect([selectCheckIns(second.state()), second.fake.stored.has('checkins:ana')]).toEqual([null, false]);
  });

  it.each(['', '{', '[]', '{"list":[{"id":1}]}'])(
    'given a damaged text %j, then nothing breaks',
    async (text) => {
      const device = await deviceWith([], (fake) => {
        fake.stored.set('checkins:ana', text);
        fake.answers['GET /api/checkins'] = offline;
      });
      expect(selectOwnCheckIn(device.state())).toBeNull();
    },
  );

  it('given a server of the specification, then there are no check-ins', async () => {
    const device = await deviceWith([], (fake) => {
      fake.stored.set('checkins:ana', JSON.stringify({ list: [createOwnCheckIn()] }));
      fake.answers['GET /api/checkins'] = () => Promise.reject(new RequestFailed(404));
    });
    expect(selectCheckIns(device.state())).toBeNull();
    expect(device.fake.stored.has('checkins:ana')).toBe(false);
  });
});

describe('a list that was asked for before an event', () => {
  const later = '2026-05-01T11:59:00.000Z';

  /** The server answers the next list of the path with these when the returned function is called. */
  function holdList({ answers }: FakeServices, path: string, list: object[]) {
    const next = answers[path] ?? (() => []);
    let answer = () => undefined as void;
    answers[path] = () => {
      answers[path] = next;
      return new Promise((resolve) => (answer = () => resolve(list)));
    };
    return async () => {
      answer();
      await flushPromises();
    };
  }

  it('given a new request arrives meanwhile, then it is not lost', async () => {
    const [old, fresh] = [createRequest(), createRequest({ id: 'r2', createdAt: later })];
    const device = await deviceWith([], ({ answers }) => {
      answers['GET /api/checkin-requests'] = () => [fresh, old];
    });
    await device.perform(requestsLoaded([old]));
    const answer = holdList(device.fake, 'GET /api/checkin-requests', [old]);
    await device.perform(checkInsOutdated());
    await device.receive('request:changed', fresh);
    await answer();
    expect(
      selectOpenRequests(device.state())
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['r1', 'r2']);
  });

  it('given a check-in starts meanwhile, then it is not lost, and one that is gone goes', async () => {
    const device = await deviceWith([createCheckIn({ id: 'gone' })]);
    const answer = holdList(device.fake, 'GET /api/checkins', [createCheckIn()]);
    await device.perform(checkInsOutdated());
    await device.receive('checkin:changed', createCheckIn({ id: 'c2', startedAt: later }));
    await answer();
    expect(selectCheckIns(device.state())?.map(({ id }) => id)).toEqual(['c2', 'c1']);
  });
});

describe('what counts', () => {
  const [older, newer] = [createCheckIn(), createCheckIn({ revision: 2, state: 'arrived' })];

  it('given events in any order, then the newer state stays', () => {
    expect(withCheckIn(withCheckIn([], newer), older)).toEqual([newer]);
    expect(withCheckIn(withCheckIn([], older), newer)).toEqual([newer]);
  });

  it('given a list that was loaded while events came, then none of them is lost and what is gone goes', () => {
    const gone = createCheckIn({ id: 'gone' });
    const meanwhile = createCheckIn({ id: 'c2', startedAt: '2026-05-01T12:00:00.000Z' });
    expect(withLoaded([older, gone], [newer, gone, meanwhile], [older])).toEqual([meanwhile, newer]);
  });
});

describe('what is proposed', () => {
  const at = (id: string, latitude: number) => createGeofence(id, { name: id, latitude, longitude: 13.7 });
  const places = [at('far', 46), at('here', 45.2), at('near', 45.3)];
  const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

  it('given a position, then the nearest place comes first and the one where the user is last', () => {
    expect(names(placesToGo(places, { latitude: 45.2, longitude: 13.7 }))).toEqual(['near', 'far', 'here']);
  });

  it('given no position, then places come by name', () => {
    expect(names(placesToGo(places, undefined))).toEqual(['far', 'here', 'near']);
  });

  it('given a time, then it is rounded up to five minutes of the clock', () => {
    expect(dueAfter(Date.parse('2026-05-01T12:01:10Z'), 30)).toBe(Date.parse('2026-05-01T12:35:00Z'));
    expect(dueAfter(Date.parse('2026-05-01T12:00:00Z'), 15)).toBe(Date.parse('2026-05-01T12:15:00Z'));
  });
});

describe('the texts of alerts', () => {
  it.each([
    [{ what: 'asked' }, 'Have you arrived at Home?'],
    [{ what: 'missed' }, /^Ben Kos has not arrived at Home, due \d+:30 [AP]M\.$/u],
    [{ what: 'missed', lastPositionAt: '2026-05-01T12:20:00Z' }, /Last position \d+:20 [AP]M\.$/u],
    [{ what: 'arrived' }, 'Ben Kos has arrived at Home.'],
    [{ what: 'arrived', lateMinutes: 25 }, 'Ben Kos has arrived at Home, 25 min late.'],
    [{ what: 'started' }, /^Ben Kos is on the way to Home, due \d+:30 [AP]M\.$/u],
  ] as const)('given %j, then the text names who and where', (change, text) => {
    expect(newsText(createNews(change))).toEqual(
      typeof text === 'string' ? text : expect.stringMatching(text),
    );
  });
});
