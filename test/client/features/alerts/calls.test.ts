import type { SosAnswer, SosCall } from '#contract/sos';
import { sosAnswered } from '#client/features/alerts/calls/actions';
import {
  selectAnsweredCalls,
  selectCall,
  selectCallPage,
  selectCalls,
  selectOwnAnswer,
  selectWaitingAnswers,
} from '#client/features/alerts/calls/selectors';
import { selectAlerts } from '#client/features/alerts/selectors';
import { alertRead } from '#client/features/alerts/slice';
import { selectOpenCalls } from '#client/features/alerts/viewModels';
import { signOutRequested } from '#client/features/session/slice';
import { CallFailed } from '#client/services/errors';
import { mapOpened, sosPageOpened } from '#client/store/pageActions';
import { createBrowser } from '../../support/browser';
import { createCall, createSos } from '../../support/builders';
import { type FakeServices, flushPromises } from '../../support/fakeServices';
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
      if (!call) throw new CallFailed(404);
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

  it('given a server that knows only the specification, then nothing is answered and nothing fails', async () => {
    const device = await signedInStore((fake) => {
      fake.answers['GET /api/sos'] = () => {
        throw new CallFailed(404);
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
    const kept = before.fake.stored.get('sosAnswers:ana') ?? '';
    const after = await anasDevice(createCall(), (fake) => fake.stored.set('sosAnswers:ana', kept));
    expect(answersSent(after)).toEqual([{ id: 's1', answer: 'coming' }]);
    expect(selectWaitingAnswers(after.store.getState())).toEqual({});
    expect(after.fake.stored.has('sosAnswers:ana')).toBe(false);
  });

  it('given the server fails, then it is sent again after a pause; given the call is over, then never', async () => {
    const device = await anasDevice(createCall(), (fake) => {
      fake.answers['POST /api/sos/:id/answers'] = () => {
        throw new CallFailed(503);
      };
    });
    await device.perform(sosAnswered({ id: 's1', answer: 'call' }));
    expect(answersSent(device)).toHaveLength(1);
    device.fake.answers['POST /api/sos/:id/answers'] = () => {
      throw new CallFailed(409);
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
