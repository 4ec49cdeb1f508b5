import { sosCancelled, sosClosed, sosOpened, sosSubmitted } from '#client/features/alerts/sos/slice';
import { selectToast } from '#client/features/alerts/viewModels';
import { selectSos } from '#client/features/alerts/selectors';
import { sosMessage } from '#client/features/alerts/messages';
import { sharingStartRequested } from '#client/features/locations/slice';
import { signOutRequested } from '#client/features/session/slice';
import { EmitPostponed, EmitRefused, GeolocationFailed } from '#client/services/errors';
import { createFix, createLocation } from '../../support/builders';
import { type FakeServices, NOW, flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type SignedIn = Awaited<ReturnType<typeof signedInStore>>;
const sos = ({ store }: Pick<SignedIn, 'store'>) => selectSos(store.getState());
const emitted = ({ fake }: SignedIn) =>
  fake.recorded.emitted.filter(({ event }) => event === 'sos:trigger').map(({ payload }) => payload);

/** Ana at a known place. */
const anasStore = (change: (fake: FakeServices) => void = () => undefined) =>
  signedInStore((fake) => {
    fake.onLocate(() => Promise.resolve(createFix()));
    change(fake);
  });

async function press(all: SignedIn, message = 'Flat tyre') {
  await all.perform(sosOpened(), sosSubmitted({ message }));
}

async function pass(milliseconds: number) {
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

const CLOSED = { open: false, status: 'idle', error: null, message: '' };

describe('a call for help', () => {
  it('given a fresh position, then it goes out with the message, and the dialog closes and is empty', async () => {
    const all = await anasStore();
    await press(all, '  Flat tyre ');
    expect(emitted(all)).toEqual([
      { latitude: 45.3, longitude: 13.8, message: 'Flat tyre', clientId: 'name-1' },
    ]);
    expect(sos(all)).toEqual(CLOSED);
    expect(selectToast(all.store.getState())).toEqual([]);
    expect(all.fake.stored.has('sos:ana')).toBe(false);
  });

  it('given no message, then none is sent', async () => {
    const all = await anasStore();
    await press(all, ' ');
    expect(emitted(all)).toEqual([{ latitude: 45.3, longitude: 13.8, clientId: 'name-1' }]);
  });

  it('given two presses, then it goes out once; given another one later, then it has a name of its own', async () => {
    const all = await anasStore();
    await all.perform(sosSubmitted({ message: 'a' }), sosSubmitted({ message: 'a' }));
    expect(emitted(all)).toHaveLength(1);
    await press(all, 'b');
    expect(emitted(all)).toMatchObject([{ clientId: 'name-1' }, { clientId: 'name-2', message: 'b' }]);
  });

  it.each([
    ['it is refused', () => Promise.reject(new GeolocationFailed('timeout')), 0],
    ['the browser does not answer', () => new Promise<never>(() => undefined), 6_000],
  ])(
    'given no fresh position because %s, then the last known one goes out with its age',
    async (_why, at, wait) => {
      const all = await anasStore((fake) => {
        fake.onLocate(at);
        const timestamp = new Date(NOW - 12 * 60_000).toISOString();
        fake.answers['GET /api/locations/family'] = () => [createLocation('ana', { latitude: 7, timestamp })];
      });
      await press(all);
      await pass(wait);
      expect(emitted(all)).toMatchObject([
        { latitude: 7, message: 'Flat tyre (Last known position, 12 minutes old)' },
      ]);
    },
  );

  it('given no position at all, then the dialog stays open, says what to do and keeps the message', async () => {
    const all = await anasStore((fake) =>
      fake.onLocate(() => Promise.reject(new GeolocationFailed('denied'))),
    );
    await press(all);
    expect(sos(all)).toMatchObject({ open: true, status: 'idle', message: 'Flat tyre' });
    expect(sos(all).error).toEqual({ code: 'sos_location_denied' });
    expect(emitted(all)).toEqual([]);
    all.fake.onLocate(() => Promise.resolve(createFix()));
    await press(all);
    expect(emitted(all)).toHaveLength(1);
  });

  it('given the server refuses it, then its sentence stands in the dialog and nothing is tried again', async () => {
    const all = await anasStore((fake) =>
      fake.onEmit(() => Promise.reject(new EmitRefused({ code: 'sos_without_family' }))),
    );
    await press(all);
    expect(sos(all)).toMatchObject({ open: true, status: 'idle', error: { code: 'sos_without_family' } });
    all.fake.onEmit(() => Promise.resolve());
    await pass(60_000);
    expect(emitted(all)).toEqual([]);
    expect(all.fake.stored.has('sos:ana')).toBe(false);
  });
});

describe('a call for help that the server cannot take just now', () => {
  it('given an overloaded server, then the SOS waits and is sent under the same id when the time is over', async () => {
    const all = await anasStore((fake) =>
      fake.onEmit(() => Promise.reject(new EmitPostponed({ code: 'server_busy' }, 5_000))),
    );
    await press(all);
    expect(sos(all)).toMatchObject({ open: true, status: 'waiting', error: null });
    all.fake.onEmit(() => Promise.resolve());
    await pass(4_999);
    expect([emitted(all), all.fake.stored.has('sos:ana')]).toEqual([[], true]);
    await pass(1);
    expect(emitted(all)).toMatchObject([{ clientId: 'name-1', message: 'Flat tyre' }]);
    expect([sos(all), all.fake.stored.has('sos:ana')]).toEqual([CLOSED, false]);
  });
});

describe('a call for help while its position is being found', () => {
  const never = () => new Promise<never>(() => undefined);

  it('given a reload, then it is still known, finds its position anew and goes out under the same name', async () => {
    const before = await anasStore((fake) => fake.onLocate(never));
    await press(before);
    const kept = before.fake.stored.get('sos:ana') ?? '';
    const after = await anasStore((fake) => fake.stored.set('sos:ana', kept));
    await pass(0);
    expect(emitted(after)).toEqual([
      { latitude: 45.3, longitude: 13.8, message: 'Flat tyre', clientId: 'name-1' },
    ]);
    expect(after.fake.stored.has('sos:ana')).toBe(false);
  });

  it('given one shares, then a fix from before the press is not taken for a fresh one', async () => {
    const all = await anasStore();
    await all.perform(sharingStartRequested());
    all.fake.onLocate(never);
    await press(all);
    all.fake.receiveFix(createFix({ latitude: 1, timestamp: new Date(NOW - 9_000).toISOString() }));
    await pass(300);
    expect(emitted(all)).toEqual([]);
    all.fake.receiveFix(createFix({ latitude: 2, timestamp: new Date(NOW + 500).toISOString() }));
    await pass(300);
    expect(emitted(all)).toMatchObject([{ latitude: 2, message: 'Flat tyre' }]);
  });
});

describe('a call for help without a network', () => {
  it('given no connection, then it waits and says so, and goes out once when it is back', async () => {
    const all = await anasStore();
    all.fake.emitSignal('lost');
    await flushPromises();
    await press(all);
    expect([sos(all).status, emitted(all)]).toEqual(['waiting', []]);
    await pass(60_000);
    all.fake.emitSignal('connected');
    await flushPromises();
    await pass(60_000);
    expect(emitted(all)).toMatchObject([{ clientId: 'name-1', message: 'Flat tyre' }]);
    expect(sos(all)).toEqual(CLOSED);
  });

  it('given hours without a connection, then it says how old its position has become', async () => {
    const all = await anasStore();
    all.fake.emitSignal('lost');
    await flushPromises();
    await press(all);
    all.fake.setNow(NOW + 3 * 3_600_000);
    all.fake.emitSignal('connected');
    await flushPromises();
    expect(emitted(all)).toMatchObject([{ message: 'Flat tyre (Last known position, about 3 hours old)' }]);
  });

  it('given a lost acknowledgement, then it is sent again under the same name', async () => {
    const all = await anasStore();
    const answers = [new Error('timeout'), new Error('timeout')];
    const attempts: Promise<void>[] = [];
    all.fake.onEmit(() => {
      const failure = answers.shift();
      attempts.push(Promise.resolve());
      return failure ? Promise.reject(failure) : Promise.resolve();
    });
    await press(all);
    expect(sos(all).status).toBe('waiting');
    await pass(1_000);
    await pass(1_000);
    expect([attempts.length, emitted(all)]).toEqual([3, [expect.objectContaining({ clientId: 'name-1' })]]);
  });

  it('given an acknowledgement that takes long, or the connection goes meanwhile, then the dialog says so', async () => {
    const slow = await anasStore((fake) => fake.onEmit(() => new Promise(() => undefined)));
    await press(slow);
    expect(sos(slow).status).toBe('sending');
    await pass(2_000);
    expect(sos(slow).status).toBe('waiting');
    const cut = await anasStore((fake) => fake.onEmit(() => new Promise(() => undefined)));
    await press(cut);
    cut.fake.emitSignal('lost');
    await flushPromises();
    expect(sos(cut).status).toBe('waiting');
  });

  it('given a reload, then it is not lost: the dialog is there again, and it goes out under the same name', async () => {
    const before = await anasStore();
    before.fake.emitSignal('lost');
    await flushPromises();
    await press(before);
    const after = await anasStore((fake) => {
      fake.stored.set('sos:ana', before.fake.stored.get('sos:ana') ?? '');
      fake.onEmit(() => Promise.reject(new Error('timeout')));
    });
    expect(sos(after)).toMatchObject({ open: true, status: 'waiting', message: 'Flat tyre' });
    after.fake.onEmit(() => Promise.resolve());
    await pass(1_000);
    expect(emitted(after)).toMatchObject([{ clientId: 'name-1', message: 'Flat tyre' }]);
    expect(after.fake.stored.has('sos:ana')).toBe(false);
  });

  it('given it is cancelled, then it is never sent; given the dialog is only put away, then it is', async () => {
    const all = await anasStore();
    all.fake.emitSignal('lost');
    await flushPromises();
    await press(all);
    await all.perform(sosCancelled());
    expect([sos(all), all.fake.stored.has('sos:ana')]).toEqual([CLOSED, false]);
    await press(all, 'again');
    all.store.dispatch(sosClosed());
    all.fake.emitSignal('connected');
    await flushPromises();
    expect(emitted(all)).toMatchObject([{ message: 'again' }]);
  });

  it('given a logout, then it is gone from the device', async () => {
    const all = await anasStore();
    all.fake.emitSignal('lost');
    await flushPromises();
    await press(all);
    expect(all.fake.stored.has('sos:ana')).toBe(true);
    await all.perform(signOutRequested());
    expect(all.fake.stored.has('sos:ana')).toBe(false);
  });

  it.each(['not json', '{}', '{"message":7}', 'null'])(
    'given what is kept is %p, then it is ignored',
    async (kept) => {
      const all = await anasStore((fake) => fake.stored.set('sos:ana', kept));
      expect([sos(all), emitted(all)]).toEqual([CLOSED, []]);
      await press(all);
      expect(emitted(all)).toHaveLength(1);
    },
  );

  it('given one is kept since more than a day, then it is not sent: it would be a false alarm', async () => {
    const all = await anasStore();
    all.fake.emitSignal('lost');
    await flushPromises();
    await press(all);
    const kept = all.fake.stored.get('sos:ana') ?? '';
    const later = await anasStore((fake) => {
      fake.stored.set('sos:ana', kept);
      fake.setNow(NOW + 25 * 3_600_000);
    });
    expect([sos(later), emitted(later)]).toEqual([CLOSED, []]);
  });
});

describe('the age of a position', () => {
  it.each([
    [false, 0, 'less than a minute'],
    [false, 60_000, '1 minute'],
    [false, 44 * 60_000, '44 minutes'],
    [false, 60 * 60_000, 'about 1 hour'],
    [true, 47 * 3_600_000, '2 days'],
    [false, 72 * 3_600_000, '3 days'],
    [false, -5_000, 'less than a minute'],
  ])('given fresh is %p and an age of %p ms, then it is %s old', (fresh, age, words) => {
    expect(sosMessage('', { takenAt: NOW - age, fresh }, NOW)).toBe(`(Last known position, ${words} old)`);
  });

  it('given a fresh position of this moment, then nothing is added', () => {
    expect(sosMessage('Help', { takenAt: NOW - 5_000, fresh: true }, NOW)).toBe('Help');
  });
});
