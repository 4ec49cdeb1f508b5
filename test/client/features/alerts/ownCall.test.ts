import type { SosCall } from '#contract/sos';
import {
  outcomeDismissed,
  quickCallCancelled,
  quickCallConfirmed,
  sosEndRequested,
  sosHeld,
  sosReleased,
} from '#client/features/alerts/calls/actions';
import {
  selectCountdown,
  selectIsEnding,
  selectOutcome,
  selectOwnOpenCall,
  selectSentAt,
  selectTakeBackId,
} from '#client/features/alerts/calls/selectors';
import { selectSos } from '#client/features/alerts/selectors';
import { sosSubmitted } from '#client/features/alerts/sos/slice';
import { selectToast } from '#client/features/alerts/viewModels';
import { signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { mapOpened, sosPageOpened } from '#client/store/pageActions';
import { createBrowser } from '../../support/browser';
import { createCall, createFix, createLocation } from '../../support/builders';
import { type FakeServices, flushPromises, NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Device = Awaited<ReturnType<typeof signedInStore>>;

const own = (change: Partial<SosCall> = {}): SosCall =>
  createCall({
    id: 'mine',
    userId: 'ana',
    userName: 'Ana Novak',
    startedAt: new Date(NOW).toISOString(),
    ...change,
  });

/** Ana's device at a known place, with a server on which an SOS has a life. */
function anasDevice(change: (fake: FakeServices) => void = () => undefined) {
  return signedInStore((fake) => {
    fake.onLocate(() => Promise.resolve(createFix()));
    fake.answers['GET /api/sos'] = () => [];
    fake.answers['GET /api/sos/:id'] = () => ({ ...own(), track: [], log: [] });
    fake.answers['POST /api/sos/:id/close'] = ({ body }) =>
      own({ revision: 9, endedAt: new Date(NOW).toISOString(), ...(body as Pick<SosCall, 'ending'>) });
    fake.onEmit(async (event) => (event === 'sos:trigger' ? { id: 'mine', people: [] } : undefined));
    change(fake);
  });
}

const emitted = ({ fake }: Device, event: string) =>
  fake.recorded.emitted.filter((one) => one.event === event).map(({ payload }) => payload);

async function sendSos(device: Device) {
  await device.perform(sosSubmitted({ message: '' }));
  device.fake.receive('sos:changed', own());
  await flushPromises();
}

async function advanceTime(milliseconds: number) {
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

describe('the position during one’s own call', () => {
  it('given no further fix, when the user calls again, then it goes at once with the one of the open call', async () => {
    const device = await anasDevice();
    await sendSos(device);
    // A watch that runs keeps some browsers from answering until the phone moves.
    device.fake.onLocate(() => new Promise(() => undefined));
    await advanceTime(60_000);
    await device.perform(sosSubmitted({ message: 'Again' }));
    expect(emitted(device, 'sos:trigger')).toMatchObject([
      {},
      { latitude: 45.3, message: expect.stringMatching(/^Again/u) },
    ]);
  });

  it('given sharing is off, then a fresh fix and every later one go to the people called, until the end', async () => {
    const device = await anasDevice();
    await sendSos(device);
    expect(emitted(device, 'sos:move')).toMatchObject([{ id: 'mine', latitude: 45.3, accuracy: 12 }]);
    device.fake.receiveFix(createFix({ latitude: 45.4, accuracy: null }));
    await flushPromises();
    expect(emitted(device, 'sos:move')[1]).toEqual({
      id: 'mine',
      latitude: 45.4,
      longitude: 13.8,
      timestamp: '2026-05-01T12:00:00.000Z',
    });
    expect(selectSentAt(device.store.getState())).toBe(new Date(NOW).toISOString());
    await device.perform(sosEndRequested({ id: 'mine', ending: 'safe' }));
    expect([selectOwnOpenCall(device.store.getState()), device.fake.watchCount()]).toEqual([null, 0]);
  });

  it('given a lost connection, then the newest fix goes out on return, and only that one', async () => {
    const device = await anasDevice();
    await sendSos(device);
    device.fake.emitSignal('lost');
    await flushPromises();
    for (const latitude of [45.5, 45.6]) {
      device.fake.receiveFix(createFix({ latitude }));
      await flushPromises();
    }
    expect(emitted(device, 'sos:move')).toHaveLength(1);
    device.fake.answers['GET /api/sos'] = () => [own()];
    device.fake.emitSignal('connected');
    await flushPromises();
    expect(emitted(device, 'sos:move').slice(1)).toMatchObject([{ latitude: 45.6 }]);
  });

  it('given a reload, then the device that called goes on; given another device, then it sends nothing', async () => {
    const open = (fake: FakeServices) => {
      fake.answers['GET /api/sos'] = () => [own()];
    };
    const again = await anasDevice((fake) => {
      open(fake);
      fake.stored.set('sosCall:ana', 'mine');
    });
    expect(emitted(again, 'sos:move')).toHaveLength(1);
    const other = await anasDevice(open);
    expect([emitted(other, 'sos:move'), other.fake.watchCount()]).toEqual([[], 0]);
  });

  it('given two tabs, then one of them sends, and the other one when that one closes', async () => {
    const browser = createBrowser();
    const [first, second] = [
      await anasDevice((fake) => browser.open(fake)),
      await anasDevice((fake) => browser.open(fake)),
    ];
    await sendSos(first);
    second.fake.receive('sos:changed', own());
    await flushPromises();
    expect([first.fake.watchCount(), second.fake.watchCount()]).toEqual([1, 0]);
    browser.close(first.fake);
    await flushPromises();
    expect(second.fake.watchCount()).toBe(1);
  });

  it('given two tabs that may read the position, then the visible one watches it', async () => {
    const browser = createBrowser();
    const open = (fake: FakeServices) => {
      browser.open(fake);
      fake.grantGeolocation();
    };
    const [first, second] = [await anasDevice(open), await anasDevice(open)];
    second.fake.hidePage();
    await sendSos(first);
    second.fake.receive('sos:changed', own());
    await flushPromises();
    first.fake.emitSignal('lost');
    await flushPromises();
    first.fake.receiveFix(createFix({ latitude: 45.5 }));
    first.fake.hidePage();
    browser.show(second.fake);
    await flushPromises();
    expect([first.fake.watchCount(), second.fake.watchCount()]).toEqual([0, 1]);
    expect(emitted(second, 'sos:move')).toMatchObject([{ latitude: 45.3 }]);
    first.fake.answers['GET /api/sos'] = () => [own()];
    first.fake.emitSignal('connected');
    await flushPromises();
    expect(emitted(first, 'sos:move').slice(1)).toMatchObject([{ latitude: 45.5 }]);
  });

  it('given a sign-out, then it stops, and the device keeps nothing', async () => {
    const device = await anasDevice();
    await sendSos(device);
    await device.perform(signOutRequested());
    expect([device.fake.watchCount(), device.fake.stored.has('sosCall:ana')]).toEqual([0, false]);
  });

  it('given a position of the last 30 seconds, then the SOS goes with it at once', async () => {
    const never = () => new Promise<never>(() => undefined);
    const device = await anasDevice((fake) => {
      fake.onLocate(never);
      const timestamp = new Date(NOW - 20_000).toISOString();
      fake.answers['GET /api/locations/family'] = () => [createLocation('ana', { latitude: 7, timestamp })];
    });
    await device.perform(sosSubmitted({ message: 'Help' }));
    expect(emitted(device, 'sos:trigger')).toMatchObject([{ latitude: 7, message: 'Help', accuracy: 10 }]);
  });

  it('given a server that knows only the specification, then the SOS goes without its accuracy', async () => {
    const device = await anasDevice((fake) => {
      fake.answers['GET /api/sos'] = () => {
        throw new RequestFailed(404);
      };
    });
    await device.perform(sosSubmitted({ message: '' }));
    const [trigger] = emitted(device, 'sos:trigger');
    expect(trigger).toMatchObject({ latitude: 45.3 });
    expect(trigger).not.toHaveProperty('accuracy');
  });
});

describe('ending one’s own call', () => {
  it('given it was just sent, then it can be taken back for five seconds as a false alarm', async () => {
    const device = await anasDevice();
    await sendSos(device);
    expect(selectTakeBackId(device.store.getState())).toBe('mine');
    await advanceTime(5_000);
    expect(selectTakeBackId(device.store.getState())).toBeNull();
    const hasty = await anasDevice();
    await sendSos(hasty);
    expect(selectToast(hasty.store.getState())).toEqual([]);
    await hasty.perform(sosEndRequested({ id: 'mine', ending: 'falseAlarm' }));
    expect(hasty.fake.recorded.calls.at(-1)).toMatchObject({
      path: '/api/sos/:id/close',
      input: { params: { id: 'mine' }, body: { ending: 'falseAlarm' } },
    });
    expect(selectOwnOpenCall(hasty.store.getState())).toBeNull();
    expect(selectToast(hasty.store.getState())).toBeNull();
    expect(selectOutcome(hasty.store.getState())).toEqual({ what: 'ended' });
    await hasty.perform(outcomeDismissed());
    expect(selectOutcome(hasty.store.getState())).toBeNull();
  });

  it('given its page is open, when it is ended, then the page alone says so', async () => {
    const device = await anasDevice();
    await sendSos(device);
    await device.perform(sosPageOpened({ id: 'mine' }), sosEndRequested({ id: 'mine', ending: 'safe' }));
    expect(selectOwnOpenCall(device.store.getState())).toBeNull();
    expect(selectOutcome(device.store.getState())).toBeNull();
  });

  it('given a message that still waits for a position, when the call is ended, then no other call begins', async () => {
    const device = await anasDevice();
    await sendSos(device);
    device.fake.emitSignal('lost');
    await flushPromises();
    await device.perform(sosSubmitted({ message: 'Please come' }));
    await device.perform(sosEndRequested({ id: 'mine', ending: 'safe' }));
    device.fake.emitSignal('connected');
    await advanceTime(60_000);
    expect(emitted(device, 'sos:trigger')).toHaveLength(1);
    expect([selectSos(device.store.getState()).status, device.fake.stored.has('sos:ana')]).toEqual([
      'idle',
      false,
    ]);
  });

  it('given a call that was open before, then sending it again offers nothing to take back', async () => {
    const device = await anasDevice();
    await device.perform(sosSubmitted({ message: '' }));
    device.fake.receive('sos:changed', own({ startedAt: new Date(NOW - 60_000).toISOString() }));
    await flushPromises();
    expect(selectTakeBackId(device.store.getState())).toBeNull();
  });

  const ends = ({ fake }: Device) =>
    fake.recorded.calls
      .filter(({ path }) => path === '/api/sos/:id/close')
      .map(({ input }) => Object.assign({}, input.params, input.body) as object);
  const noClose = (fake: FakeServices) => void delete fake.answers['POST /api/sos/:id/close'];
  const isEnding = ({ store }: Device) => selectIsEnding(store.getState(), 'mine');

  it('given no connection, when it is taken back on the map, then it ends once there is one', async () => {
    const device = await anasDevice(noClose);
    await sendSos(device);
    await device.perform(mapOpened(), sosEndRequested({ id: 'mine', ending: 'falseAlarm' }));
    expect([isEnding(device), selectOwnOpenCall(device.store.getState())?.id]).toEqual([true, 'mine']);
    await advanceTime(30_000);
    const tries = ends(device).length;
    device.fake.answers['POST /api/sos/:id/close'] = () =>
      own({ revision: 9, endedAt: new Date(NOW).toISOString(), ending: 'falseAlarm' });
    device.fake.answers['GET /api/sos'] = () => [own()];
    device.fake.emitSignal('connected');
    await flushPromises();
    expect(ends(device).slice(tries)).toEqual([{ id: 'mine', ending: 'falseAlarm' }]);
    expect([isEnding(device), selectOwnOpenCall(device.store.getState())]).toEqual([false, null]);
    expect(device.fake.stored.has('sosEnds:ana')).toBe(false);
  });

  it('given a reload before the server has it, then the next page sends it', async () => {
    const before = await anasDevice(noClose);
    await sendSos(before);
    await before.perform(sosEndRequested({ id: 'mine', ending: 'safe' }));
    const stored = before.fake.stored.get('sosEnds:ana') ?? '';
    const after = await anasDevice((fake) => {
      fake.stored.set('sosEnds:ana', stored);
      fake.answers['GET /api/sos'] = () => [own()];
    });
    expect(ends(after)).toEqual([{ id: 'mine', ending: 'safe' }]);
    expect(selectOwnOpenCall(after.store.getState())).toBeNull();
  });

  it('given the user calls again before it is sent, then the new call is not ended', async () => {
    const device = await anasDevice(noClose);
    await sendSos(device);
    await device.perform(sosEndRequested({ id: 'mine', ending: 'falseAlarm' }));
    const tries = ends(device).length;
    await device.perform(sosSubmitted({ message: 'It is real' }));
    device.fake.emitSignal('connected');
    await advanceTime(60_000);
    expect([ends(device).length, isEnding(device)]).toEqual([tries, false]);
  });

  it('given the server says that it is over, then it is sent once; given a sign-out, then never', async () => {
    const over = await anasDevice((fake) => {
      fake.answers['POST /api/sos/:id/close'] = () => {
        throw new RequestFailed(409);
      };
    });
    await sendSos(over);
    await over.perform(sosEndRequested({ id: 'mine', ending: 'safe' }));
    await advanceTime(60_000);
    expect([ends(over).length, isEnding(over), selectOwnOpenCall(over.store.getState())]).toEqual([
      1,
      false,
      null,
    ]);
    const gone = await anasDevice(noClose);
    await sendSos(gone);
    await gone.perform(sosEndRequested({ id: 'mine', ending: 'safe' }), signOutRequested());
    expect(gone.fake.stored.has('sosEnds:ana')).toBe(false);
  });
});

describe('holding the SOS button', () => {
  it('given two seconds, then it counts from five and sends the SOS', async () => {
    const device = await anasDevice();
    await device.perform(sosHeld());
    await advanceTime(2_000);
    expect(selectCountdown(device.store.getState())).toBe(5);
    await device.perform(sosReleased());
    for (let second = 0; second < 4; second += 1) await advanceTime(1_000);
    expect([selectCountdown(device.store.getState()), emitted(device, 'sos:trigger')]).toEqual([1, []]);
    await advanceTime(1_000);
    expect(emitted(device, 'sos:trigger')).toHaveLength(1);
    expect([selectCountdown(device.store.getState()), device.fake.stored.has('sosCounting:ana')]).toEqual([
      null,
      false,
    ]);
  });

  it('given it is released sooner, or the count is cancelled, then nothing is sent', async () => {
    const device = await anasDevice();
    await device.perform(sosHeld());
    await advanceTime(1_900);
    await device.perform(sosReleased());
    await advanceTime(10_000);
    await device.perform(sosHeld());
    await advanceTime(3_000);
    await device.perform(quickCallCancelled());
    await advanceTime(10_000);
    expect([selectCountdown(device.store.getState()), emitted(device, 'sos:trigger')]).toEqual([null, []]);
  });

  it('given "Send now", then it is sent at once', async () => {
    const device = await anasDevice();
    await device.perform(sosHeld());
    await advanceTime(2_000);
    await device.perform(quickCallConfirmed());
    expect(emitted(device, 'sos:trigger')).toHaveLength(1);
  });

  it('given a reload while it counts, then nothing is sent by itself, and the user is asked', async () => {
    const before = await anasDevice();
    await before.perform(sosHeld());
    await advanceTime(2_000);
    const stored = before.fake.stored.get('sosCounting:ana') ?? '';
    const after = await anasDevice((fake) => fake.stored.set('sosCounting:ana', stored));
    await advanceTime(60_000);
    expect([selectCountdown(after.store.getState()), emitted(after, 'sos:trigger')]).toEqual([0, []]);
    await after.perform(quickCallConfirmed());
    expect(emitted(after, 'sos:trigger')).toHaveLength(1);
  });
});

describe('holding the SOS button in one of two tabs', () => {
  it('given one counts, then a tab that opens meanwhile does not ask; given it closes, then it does', async () => {
    const browser = createBrowser();
    const first = await anasDevice((fake) => browser.open(fake));
    await first.perform(sosHeld());
    await advanceTime(2_000);
    const second = await anasDevice((fake) => browser.open(fake));
    expect(selectCountdown(second.store.getState())).toBeNull();
    await first.perform(quickCallCancelled());
    expect(selectCountdown(second.store.getState())).toBeNull();
    await first.perform(sosHeld());
    await advanceTime(2_000);
    const third = await anasDevice((fake) => browser.open(fake));
    browser.close(first.fake);
    await flushPromises();
    expect(selectCountdown(third.store.getState())).toBe(0);
    await third.perform(quickCallConfirmed());
    expect(emitted(third, 'sos:trigger')).toHaveLength(1);
  });
});

describe('the screen during one’s own call', () => {
  const held = ({ fake }: Device) => [fake.screensHeld(), fake.recorded.screenLocks];

  it('given the device that called, then the screen stays on until the end, again after it was hidden', async () => {
    const device = await anasDevice();
    await sendSos(device);
    await device.perform(mapOpened());
    expect(held(device)).toEqual([1, 1]);
    device.fake.showPage();
    await flushPromises();
    expect(held(device)).toEqual([1, 2]);
    await device.perform(sosEndRequested({ id: 'mine', ending: 'safe' }));
    expect(held(device)).toEqual([0, 2]);
    device.fake.showPage();
    await flushPromises();
    expect(held(device)).toEqual([0, 2]);
  });

  it('given another device of the caller, then the screen stays on while the page of the call is open', async () => {
    const device = await anasDevice((fake) => {
      fake.answers['GET /api/sos'] = () => [own()];
    });
    expect(held(device)).toEqual([0, 0]);
    await device.perform(sosPageOpened({ id: 'mine' }));
    expect(held(device)).toEqual([1, 1]);
    await device.perform(mapOpened());
    expect(held(device)).toEqual([0, 1]);
    await device.perform(sosPageOpened({ id: 'mine' }));
    expect(held(device)).toEqual([1, 2]);
    await device.perform(signOutRequested());
    expect(held(device)).toEqual([0, 2]);
  });

  it('given the page of a call of another member, then the screen may go dark', async () => {
    const device = await anasDevice((fake) => {
      fake.answers['GET /api/sos'] = () => [createCall()];
      fake.answers['GET /api/sos/:id'] = () => ({ ...createCall(), track: [], log: [] });
    });
    await device.perform(sosPageOpened({ id: 's1' }));
    expect(held(device)).toEqual([0, 0]);
  });
});
