import type { SosAnswer, SosCall } from '#contract/sos';
import { outcomeDismissed, sosAnswered } from '#client/features/alerts/calls/actions';
import {
  selectAnsweredCalls,
  selectCall,
  selectCallPage,
  selectCalls,
  selectOutcome,
  selectOwnAnswer,
  selectWaitingAnswers,
} from '#client/features/alerts/calls/selectors';
import { callsChanged } from '#client/features/alerts/calls/slice';
import { selectAlerts } from '#client/features/alerts/selectors';
import { alertRead, alertsCleared, allAlertsRead } from '#client/features/alerts/slice';
import { newsText } from '#client/features/alerts/checkIns/messages';
import { selectOpenCalls, selectToast } from '#client/features/alerts/viewModels';
import { selectAddressOf } from '#client/features/locations/addresses/selectors';
import { selectCamera, selectPositionOf } from '#client/features/locations/selectors';
import { locationsUpdated, memberSelected, pointChosen } from '#client/features/locations/slice';
import { signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { mapOpened, sosPageOpened } from '#client/store/pageActions';
import { createBrowser } from '../../support/browser';
import { createCall, createLocation, createSos } from '../../support/builders';
import { type FakeServices, flushPromises, NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Device = Awaited<ReturnType<typeof signedInStore>>;

const answered = (call: SosCall, answer: SosAnswer): SosCall => ({
  ...call,
  revision: call.revision + 1,
  people: call.people.map((person) =>
    person.userId === 'ana' ? { ...person, answer, answeredAt: call.startedAt } : person,
  ),
});

/** Ana's device, with a server that has this SOS for her. */
function anasDevice(
  call: SosCall | null = createCall(),
  change: (fake: FakeServices) => void = () => undefined,
) {
  return signedInStore((fake) => {
    fake.answers['GET /api/sos'] = () => (call ? [call] : []);
    fake.answers['GET /api/sos/:id'] = () => {
      if (!call) throw new RequestFailed(404);
      return { ...call, track: [call.position], log: [] };
    };
    fake.answers['POST /api/alerts/read'] = () => undefined;
    fake.answers['POST /api/sos/:id/answers'] = ({ body }) =>
      answered(call ?? createCall(), (body as { answer: SosAnswer }).answer);
    change(fake);
  });
}

const answersSent = ({ fake }: Device) =>
  fake.recorded.calls
    .filter(({ path }) => path === '/api/sos/:id/answers')
    .map(({ input }) => Object.assign({}, input.params, input.body) as object);

async function receiveAlert({ fake }: Device, id = 's1') {
  fake.receive('sos:alert', createSos({ id, alertId: 'a1' }));
  await flushPromises();
}

async function advanceTime(milliseconds: number) {
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

describe('a call for help that is received', () => {
  it('given its banner is answered, then the server knows, the banner goes, and the call stays in reach', async () => {
    const device = await anasDevice();
    await receiveAlert(device);
    await device.perform(sosAnswered({ id: 's1', answer: 'coming' }));
    const state = device.store.getState();
    expect(answersSent(device)).toEqual([{ id: 's1', answer: 'coming' }]);
    expect(selectOpenCalls(state)).toEqual([]);
    expect(selectAnsweredCalls(state).map(({ id }) => id)).toEqual(['s1']);
    expect(selectOwnAnswer(state, 's1')).toBe('coming');
  });

  it('given its banner is dismissed, then it is answered as seen, once', async () => {
    const device = await anasDevice();
    await receiveAlert(device);
    const [alert] = selectAlerts(device.store.getState());
    await device.perform(alertRead({ id: alert?.id ?? '' }), alertRead({ id: alert?.id ?? '' }));
    expect(answersSent(device)).toEqual([{ id: 's1', answer: 'seen' }]);
  });

  it('given its page opens, then it is seen and its banner goes; given an answer before, then none is sent', async () => {
    const device = await anasDevice();
    await receiveAlert(device);
    await device.perform(sosPageOpened({ id: 's1' }));
    expect(answersSent(device)).toEqual([{ id: 's1', answer: 'seen' }]);
    expect(selectOpenCalls(device.store.getState())).toEqual([]);
    expect(selectCallPage(device.store.getState())).toMatchObject({
      status: 'ready',
      track: [{ accuracy: 20 }],
    });
    const other = await anasDevice(answered(createCall(), 'coming'));
    await other.perform(sosPageOpened({ id: 's1' }));
    expect(answersSent(other)).toEqual([]);
  });

  it('given a call that is over, or one of the user, then its page answers nothing', async () => {
    const over = createCall({ endedAt: '2026-05-01T12:00:00.000Z', ending: 'safe' });
    for (const call of [over, createCall({ userId: 'ana' })]) {
      const device = await anasDevice(call);
      await device.perform(sosPageOpened({ id: 's1' }));
      expect(answersSent(device)).toEqual([]);
    }
  });

  it('given there is no such SOS, then the page says so; given no network, then it loads on return', async () => {
    const missing = await anasDevice(null);
    await missing.perform(sosPageOpened({ id: 's1' }));
    expect(selectCallPage(missing.store.getState())).toMatchObject({ status: 'missing' });
    const cut = await anasDevice();
    const { 'GET /api/sos/:id': answer } = cut.fake.answers;
    delete cut.fake.answers['GET /api/sos/:id'];
    await cut.perform(sosPageOpened({ id: 's1' }));
    expect(selectCallPage(cut.store.getState())).toMatchObject({ status: 'failed' });
    if (answer) cut.fake.answers['GET /api/sos/:id'] = answer;
    cut.fake.emitSignal('connected');
    await flushPromises();
    expect(selectCallPage(cut.store.getState())).toMatchObject({ status: 'ready' });
  });

  it('given its page is in view, then a repeat sounds without a banner; while it is hidden, with one', async () => {
    const device = await anasDevice(answered(createCall(), 'coming'));
    await device.perform(sosPageOpened({ id: 's1' }));
    await receiveAlert(device);
    expect([selectOpenCalls(device.store.getState()), device.fake.recorded.alarms]).toEqual([[], 1]);
    device.fake.hidePage();
    device.fake.receive('sos:alert', createSos({ id: 's1', alertId: 'a2' }));
    await flushPromises();
    expect(selectOpenCalls(device.store.getState())).toHaveLength(1);
    expect(answersSent(device)).toEqual([]);
  });

  it('given its caller moves, then position and track follow, and an older position changes nothing', async () => {
    const device = await anasDevice();
    await device.perform(sosPageOpened({ id: 's1' }));
    const move = {
      id: 's1',
      latitude: 45.26,
      longitude: 13.76,
      accuracy: 5,
      timestamp: '2026-05-01T11:59:30.000Z',
    };
    device.fake.receive('sos:moved', move);
    await flushPromises();
    device.fake.receive('sos:changed', createCall({ revision: 7 }));
    await flushPromises();
    const state = device.store.getState();
    expect(selectCall(state, 's1')).toMatchObject({ revision: 7, position: { latitude: 45.26 } });
    expect(selectCallPage(state)?.track.map(({ latitude }) => latitude)).toEqual([45.25, 45.26]);
    await device.perform(mapOpened());
    expect(selectCallPage(device.store.getState())).toBeNull();
  });

  it('given an SOS from elsewhere, then its caller is there until it is over or they share a newer place', async () => {
    const at = (second: number) => `2026-05-01T11:59:${second}.000Z`;
    const calledAt = (second: number) => ({ ...createCall().position, timestamp: at(second) });
    const device = await anasDevice(createCall({ position: calledAt(20) }));
    const ben = () => selectPositionOf(device.store.getState(), 'ben')?.latitude;
    expect(ben()).toBe(45.25);
    await device.perform(memberSelected({ userId: 'ben' }));
    expect(selectCamera(device.store.getState())).toMatchObject({ latitude: 45.25, longitude: 13.75 });
    await device.perform(locationsUpdated({ locations: [createLocation('ben', { timestamp: at(10) })] }));
    await device.perform(mapOpened());
    expect(selectCamera(device.store.getState())).toMatchObject({ latitude: 45.25, longitude: 13.75 });
    await device.perform(locationsUpdated({ locations: [createLocation('ben', { timestamp: at(30) })] }));
    expect(ben()).toBe(45.2);
    const moved = { position: calledAt(40) };
    await device.perform(callsChanged({ calls: [createCall(moved)] }));
    expect(ben()).toBe(45.25);
    await device.perform(callsChanged({ calls: [createCall({ ...moved, endedAt: at(50) })] }));
    expect(ben()).toBe(45.2);
  });

  it('given an older revision, then it is dropped; given the list lacks a call, then it is gone', async () => {
    const device = await anasDevice(createCall({ revision: 5, message: 'new' }));
    device.fake.receive('sos:changed', createCall({ revision: 4, message: 'old' }));
    await flushPromises();
    expect(selectCalls(device.store.getState())).toMatchObject([{ message: 'new' }]);
    device.fake.answers['GET /api/sos'] = () => [];
    device.fake.emitSignal('connected');
    await flushPromises();
    expect(selectCalls(device.store.getState())).toEqual([]);
  });

  it('given its page, then the address of its position is known, also after the caller has moved', async () => {
    const calledFrom = (latitude: number) =>
      createCall({
        position: { ...createCall().position, latitude, timestamp: `2026-05-01T11:59:${latitude}.000Z` },
      });
    const device = await anasDevice(calledFrom(45), (fake) =>
      fake.onReverse(() => Promise.resolve('Lane 1')),
    );
    const tick = async () => {
      device.fake.setNow(NOW + 60_000);
      device.fake.fireTimers();
      await advanceTime(1_000);
    };
    await device.perform(sosPageOpened({ id: 's1' }));
    expect(selectAddressOf(device.store.getState(), calledFrom(45).position)).toBe('Lane 1');
    await device.perform(callsChanged({ calls: [calledFrom(46)] }));
    await tick();
    await device.perform(mapOpened(), callsChanged({ calls: [calledFrom(47)] }));
    await tick();
    expect(device.fake.recorded.geocoderLookups.map(({ latitude }) => latitude)).toEqual([45, 46]);
  });

  it('given it is shown on the map, then the address of the caller is asked for', async () => {
    const device = await anasDevice(createCall());
    await device.perform(pointChosen({ userId: 'ben', latitude: 45.25, longitude: 13.75 }));
    expect(device.fake.recorded.geocoderLookups).toHaveLength(1);
    await device.perform(pointChosen({ latitude: 45.3, longitude: 13.75 }));
    expect(device.fake.recorded.geocoderLookups).toHaveLength(1);
  });

  it('given its caller has left the family, then the user reads that the answer did not arrive', async () => {
    const device = await anasDevice();
    await receiveAlert(device);
    device.fake.answers['GET /api/sos'] = () => [];
    device.fake.answers['POST /api/sos/:id/answers'] = () => {
      throw new RequestFailed(404);
    };
    await device.perform(sosAnswered({ id: 's1', answer: 'coming' }));
    expect(selectOutcome(device.store.getState())).toEqual({ what: 'answerLost', name: 'Ben Kos' });
    expect(selectAnsweredCalls(device.store.getState())).toEqual([]);
    await device.perform(outcomeDismissed());
    expect(selectOutcome(device.store.getState())).toBeNull();
    await device.perform(sosAnswered({ id: 's1', answer: 'seen' }));
    expect(selectOutcome(device.store.getState())).toBeNull();
  });

  it('given a server that knows only the specification, then nothing is answered and nothing fails', async () => {
    const device = await signedInStore((fake) => {
      fake.answers['GET /api/sos'] = () => {
        throw new RequestFailed(404);
      };
    });
    device.fake.receive('sos:alert', createSos({ id: null }));
    await flushPromises();
    const [alert] = selectAlerts(device.store.getState());
    await device.perform(alertRead({ id: alert?.id ?? '' }));
    expect([answersSent(device), device.fake.recorded.failures]).toEqual([[], []]);
  });
});

describe('an answer without a network', () => {
  it('given a reload, then it is sent once the server answers, by the page that is open then', async () => {
    const before = await anasDevice(createCall(), (fake) => {
      delete fake.answers['POST /api/sos/:id/answers'];
    });
    await before.perform(sosAnswered({ id: 's1', answer: 'coming' }));
    expect(selectWaitingAnswers(before.store.getState())).toEqual({ s1: 'coming' });
    const stored = before.fake.stored.get('sosAnswers:ana') ?? '';
    const after = await anasDevice(createCall(), (fake) => fake.stored.set('sosAnswers:ana', stored));
    expect(answersSent(after)).toEqual([{ id: 's1', answer: 'coming' }]);
    expect(selectWaitingAnswers(after.store.getState())).toEqual({});
    expect(after.fake.stored.has('sosAnswers:ana')).toBe(false);
  });

  it('given the server fails, then it is sent again after a pause; given the call is over, then never', async () => {
    const device = await anasDevice(createCall(), (fake) => {
      fake.answers['POST /api/sos/:id/answers'] = () => {
        throw new RequestFailed(503);
      };
    });
    await device.perform(sosAnswered({ id: 's1', answer: 'call' }));
    expect(answersSent(device)).toHaveLength(1);
    device.fake.answers['POST /api/sos/:id/answers'] = () => {
      throw new RequestFailed(409);
    };
    await advanceTime(5_000);
    expect(answersSent(device)).toHaveLength(2);
    await advanceTime(60_000);
    expect(answersSent(device)).toHaveLength(2);
    expect(selectWaitingAnswers(device.store.getState())).toEqual({});
  });

  it('given two tabs, then the one with a network sends what the other has queued', async () => {
    const browser = createBrowser();
    const first = await anasDevice(createCall(), (fake) => {
      browser.open(fake);
      delete fake.answers['POST /api/sos/:id/answers'];
    });
    const second = await anasDevice(createCall(), (fake) => browser.open(fake));
    await first.perform(sosAnswered({ id: 's1', answer: 'safe' }));
    expect(answersSent(second)).toEqual([{ id: 's1', answer: 'safe' }]);
    expect(selectWaitingAnswers(first.store.getState())).toEqual({});
  });

  it.each(['not json', '[]', '7', '{"s1":"other"}', 'null'])(
    'given %p in the storage, then it is ignored',
    async (stored) => {
      const device = await anasDevice(createCall(), (fake) => fake.stored.set('sosAnswers:ana', stored));
      expect([answersSent(device), device.fake.recorded.failures]).toEqual([[], []]);
    },
  );

  it('given a sign-out, then no answer is left on the device and none is sent', async () => {
    const device = await anasDevice(createCall(), (fake) => {
      delete fake.answers['POST /api/sos/:id/answers'];
    });
    await device.perform(sosAnswered({ id: 's1', answer: 'safe' }), signOutRequested());
    expect(device.fake.stored.has('sosAnswers:ana')).toBe(false);
    const sent = answersSent(device).length;
    await advanceTime(60_000);
    expect(answersSent(device)).toHaveLength(sent);
  });
});

describe('a start without a network', () => {
  const noNetwork = (fake: FakeServices) => {
    for (const route of ['GET /api/sos', 'GET /api/sos/:id']) delete fake.answers[route];
  };

  it('given an earlier visit, then the page of a call shows position, answers and time as they were', async () => {
    const before = await anasDevice();
    before.fake.receive('sos:changed', answered(createCall(), 'coming'));
    await flushPromises();
    const move = { latitude: 45.26, longitude: 13.76, accuracy: 5, timestamp: '2026-05-01T11:59:30.000Z' };
    before.fake.receive('sos:moved', { id: 's1', ...move });
    await advanceTime(3_000);
    const stored = before.fake.stored.get('sosCalls:ana') ?? '';
    const after = await anasDevice(null, (fake) => {
      fake.stored.set('sosCalls:ana', stored);
      noNetwork(fake);
    });
    await after.perform(sosPageOpened({ id: 's1' }));
    const call = selectCall(after.store.getState(), 's1');
    expect(call).toMatchObject({ message: 'Flat tyre', position: move, startedAt: createCall().startedAt });
    expect(call?.people[0]).toMatchObject({ userId: 'ana', answer: 'coming' });
    expect(selectCallPage(after.store.getState())).toMatchObject({ status: 'failed' });
  });

  it('given the server is back and knows the call no more, then it is gone from page and device', async () => {
    const device = await anasDevice(null, (fake) =>
      fake.stored.set('sosCalls:ana', JSON.stringify([createCall()])),
    );
    expect(selectCalls(device.store.getState())).toEqual([]);
    await advanceTime(3_000);
    expect(device.fake.stored.get('sosCalls:ana')).toBe('[]');
  });

  it('given a sign-out, then nothing of the calls is left on the device', async () => {
    const device = await anasDevice();
    await advanceTime(3_000);
    expect(device.fake.stored.get('sosCalls:ana')).toContain('Flat tyre');
    await device.perform(signOutRequested());
    device.fake.receive('sos:changed', createCall({ revision: 9 }));
    await advanceTime(60_000);
    expect([...device.fake.stored.values()].join()).not.toContain('Flat tyre');
  });

  it('given many calls, then the ones that go on are kept, and the ten newest of the others', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString();
    const open = createCall({ id: 'open', startedAt: at(0) });
    const over = Array.from({ length: 14 }, (_, minute) =>
      createCall({ id: `over${minute}`, startedAt: at(minute + 1), endedAt: at(30), ending: 'safe' }),
    );
    const device = await anasDevice(null, (fake) => {
      fake.answers['GET /api/sos'] = () => [open, ...over];
    });
    await advanceTime(3_000);
    const stored = JSON.parse(device.fake.stored.get('sosCalls:ana') ?? '[]') as SosCall[];
    expect(stored.map(({ id }) => id)).toEqual([
      ...over
        .toReversed()
        .slice(0, 10)
        .map(({ id }) => id),
      'open',
    ]);
  });

  it.each(['not json', '{}', '[7]', '[{"id":"s1"}]', 'null'])(
    'given %p in the storage, then it is ignored',
    async (text) => {
      const device = await anasDevice(null, (fake) => {
        fake.stored.set('sosCalls:ana', text);
        noNetwork(fake);
      });
      expect([selectCalls(device.store.getState()), device.fake.recorded.failures]).toEqual([[], []]);
    },
  );
});

describe('news of calls in the list of alerts', () => {
  const news = (id: string, kind: 'sosAnswer', payload: object) => ({
    id,
    kind,
    at: '2026-05-01T11:59:40.000Z',
    reportedAt: '2026-05-01T11:59:40.000Z',
    late: false,
    read: false,
    payload: { alertId: null, id: 's1', timestamp: '2026-05-01T11:59:40.000Z', ...payload },
  });
  const bensAnswer = news('n1', 'sosAnswer', { userId: 'ben', userName: 'Ben Kos', answer: 'coming' });
  const listed = ({ store }: Device) =>
    selectAlerts(store.getState()).map(({ type, news: one, read }) => [type, one && newsText(one), read]);
  const open = (fake: FakeServices, ...alerts: object[]) =>
    void (fake.answers['GET /api/alerts'] = () => ({ alerts, unread: alerts.length }));

  const answer = (userId: string, change: object = {}) => ({
    alertId: `n-${userId}`,
    id: 's1',
    userId,
    userName: 'Ben Kos',
    answer: 'coming',
    timestamp: '2026-05-01T11:59:40.000Z',
    ...change,
  });
  const toast = ({ store }: Device) =>
    selectToast(store.getState())?.map(({ news: one }) => one && newsText(one));
  const receive = async ({ fake }: Device, event: 'sos:answered' | 'sos:ended', payload: object) => {
    fake.receive(event, payload);
    await flushPromises();
  };

  it('given an answer to the user’s own SOS, then a toast says it, and its page reads it', async () => {
    const device = await anasDevice(createCall({ userId: 'ana' }));
    await receive(device, 'sos:answered', answer('ben'));
    expect(listed(device)).toEqual([['sos_news', 'Ben Kos is on the way', false]]);
    expect(toast(device)).toEqual(['Ben Kos is on the way']);
    await device.perform(sosPageOpened({ id: 's1' }));
    expect([listed(device), toast(device)]).toEqual([
      [['sos_news', 'Ben Kos is on the way', true]],
      undefined,
    ]);
    await receive(device, 'sos:answered', answer('cleo', { answer: 'safe' }));
    expect([listed(device)[0], toast(device)]).toEqual([['sos_news', 'Ben Kos is safe', true], undefined]);
  });

  it('given several answers, then the first that brings help sounds, once in all tabs', async () => {
    const browser = createBrowser();
    const tabs = [
      await anasDevice(createCall({ userId: 'ana' }), (fake) => browser.open(fake)),
      await anasDevice(createCall({ userId: 'ana' }), (fake) => browser.open(fake)),
    ];
    const sounds = () => tabs.map(({ fake }) => fake.recorded.answerSounds).reduce((sum, one) => sum + one);
    const receiveInAll = async (payload: object) => {
      for (const tab of tabs) await receive(tab, 'sos:answered', payload);
    };
    await receiveInAll(answer('dan', { answer: 'seen' }));
    expect(sounds()).toBe(0);
    await receiveInAll(answer('ben'));
    expect(sounds()).toBe(1);
    await receiveInAll(answer('cleo', { answer: 'call' }));
    expect(sounds()).toBe(1);
  });

  it('given the end of another member’s SOS, then those who have answered see a toast, without a banner', async () => {
    const device = await anasDevice(answered(createCall(), 'coming'));
    const { answer: _none, ...ended } = answer('ben');
    const startedAt = '2026-05-01T11:59:00.000Z';
    await receive(device, 'sos:ended', { ...ended, ending: 'safe', startedAt });
    expect(listed(device)).toEqual([['sos_news', 'Ben Kos is safe. The SOS is over.', false]]);
    expect(toast(device)).toEqual(['Ben Kos is safe. The SOS is over.']);
    expect([selectOpenCalls(device.store.getState()), device.fake.recorded.answerSounds]).toEqual([[], 0]);
  });

  it('given the end of an SOS whose banner stands, then no toast repeats what the banner says', async () => {
    const device = await anasDevice(createCall());
    await receiveAlert(device);
    const { answer: _none, ...ended } = answer('ben');
    const startedAt = '2026-05-01T11:59:00.000Z';
    await receive(device, 'sos:ended', { ...ended, ending: 'safe', startedAt });
    expect(selectOpenCalls(device.store.getState())).toHaveLength(1);
    expect(toast(device)).toBeUndefined();
  });

  it('given one banner of an SOS that is over, then the banner of an open one stands above it', async () => {
    const device = await anasDevice(createCall());
    await receiveAlert(device);
    device.fake.receive('sos:alert', createSos({ id: 's2', alertId: 'a2', userId: 'cleo' }));
    await flushPromises();
    const { answer: _none, ...ended } = answer('ben');
    await receive(device, 'sos:ended', { ...ended, ending: 'safe', startedAt: ended.timestamp });
    expect(selectOpenCalls(device.store.getState()).map(({ userId }) => userId)).toEqual(['cleo', 'ben']);
  });

  it('given the page is hidden and gets no pushes, then the system says it', async () => {
    const device = await anasDevice(createCall({ userId: 'ana' }), (fake) => fake.setPermission('granted'));
    device.fake.hidePage();
    await receive(device, 'sos:answered', answer('ben'));
    await advanceTime(300);
    expect(device.fake.recorded.notifications).toMatchObject([
      { text: 'Ben Kos is on the way', tag: 'sos:s1:ben', path: '/sos/s1' },
    ]);
  });

  it('given the inbox lists news of an SOS, then no toast repeats them', async () => {
    const device = await anasDevice(createCall({ userId: 'ana' }), (fake) => open(fake, bensAnswer));
    expect(listed(device)).toEqual([['sos_news', 'Ben Kos is on the way', false]]);
    expect(toast(device)).toBeUndefined();
  });

  it.each([allAlertsRead, alertsCleared])(
    'given an open SOS, when all alerts are read or cleared, then it is answered as seen',
    async (action) => {
      const device = await anasDevice();
      await receiveAlert(device);
      await device.perform(action(), action());
      expect(answersSent(device)).toEqual([{ id: 's1', answer: 'seen' }]);
      const before = await anasDevice(answered(createCall(), 'coming'));
      await before.perform(action());
      expect(answersSent(before)).toEqual([]);
    },
  );
});
