import { sosCancelled, sosClosed, sosOpened, sosSubmitted } from '#client/features/alerts/sos/slice';
import { selectToast } from '#client/features/alerts/viewModels';
import { selectSos } from '#client/features/alerts/selectors';
import { sosMessage } from '#client/features/alerts/messages';
import { sharingStartRequested } from '#client/features/locations/slice';
import { signOutRequested } from '#client/features/session/slice';
import { EmitPostponed, EmitRefused, GeolocationFailed, RequestFailed } from '#client/services/errors';
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

async function submitSos(tab: SignedIn, message = 'Flat tyre') {
  await tab.perform(sosOpened(), sosSubmitted({ message }));
}

async function advanceTime(milliseconds: number) {
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

/** Where the fix of `anasStore` is, as it is sent. */
const HERE = { latitude: 45.3, longitude: 13.8, accuracy: 12, timestamp: new Date(NOW).toISOString() };
const CLOSED = { open: false, status: 'idle', error: null, message: '' };

describe('an SOS', () => {
  it('given a fresh position, then it is sent with the message, and the dialog closes and is empty', async () => {
    const tab = await anasStore();
    await submitSos(tab, '  Flat tyre ');
    expect(emitted(tab)).toEqual([{ ...HERE, message: 'Flat tyre', clientId: 'id-1' }]);
    expect(sos(tab)).toEqual(CLOSED);
    expect(selectToast(tab.store.getState())).toEqual([]);
    expect(tab.fake.stored.has('sos:ana')).toBe(false);
  });

  it('given a blank message, then the SOS is sent without one', async () => {
    const tab = await anasStore();
    await submitSos(tab, ' ');
    expect(emitted(tab)).toEqual([{ ...HERE, clientId: 'id-1' }]);
  });

  it('given two presses, then one SOS is sent; given a later press, then another one with a new id', async () => {
    const tab = await anasStore();
    await tab.perform(sosSubmitted({ message: 'a' }), sosSubmitted({ message: 'a' }));
    expect(emitted(tab)).toHaveLength(1);
    await submitSos(tab, 'b');
    expect(emitted(tab)).toMatchObject([{ clientId: 'id-1' }, { clientId: 'id-2', message: 'b' }]);
  });

  it.each([
    ['the browser refuses it', () => Promise.reject(new GeolocationFailed('timeout')), 0],
    ['the browser does not answer', () => new Promise<never>(() => undefined), 6_000],
  ])(
    'given no fresh position because %s, then the last known one is sent with its time',
    async (_why, locate, wait) => {
      const timestamp = new Date(NOW - 12 * 60_000).toISOString();
      const tab = await anasStore((fake) => {
        fake.onLocate(locate);
        fake.answers['GET /api/locations/family'] = () => [createLocation('ana', { latitude: 7, timestamp })];
      });
      await submitSos(tab);
      await advanceTime(wait);
      expect(emitted(tab)).toMatchObject([{ latitude: 7, message: 'Flat tyre', timestamp }]);
    },
  );

  it.each([
    ['an earlier server that refuses the time', ['time', 'words'], () => undefined],
    [
      'a server without the life of an SOS',
      ['words'],
      ({ answers }: FakeServices) => {
        answers['GET /api/sos'] = () => Promise.reject(new RequestFailed(404));
      },
    ],
  ])('given %s, then the message says how old the position is', async (_server, attempts, change) => {
    const tried: string[] = [];
    const tab = await anasStore((fake) => {
      fake.onLocate(() => Promise.reject(new GeolocationFailed('timeout')));
      const timestamp = new Date(NOW - 12 * 60_000).toISOString();
      fake.answers['GET /api/locations/family'] = () => [createLocation('ana', { latitude: 7, timestamp })];
      fake.onEmit((_event, payload) => {
        const hasTime = Object.hasOwn(payload as object, 'timestamp');
        tried.push(hasTime ? 'time' : 'words');
        return hasTime ? Promise.reject(new EmitRefused({ code: 'sos_fields_required' })) : Promise.resolve();
      });
      change(fake);
    });
    await submitSos(tab);
    const message = 'Flat tyre (Last known position, 12 minutes old)';
    expect(tried).toEqual(attempts);
    expect(emitted(tab)).toEqual([{ latitude: 7, longitude: 13.7, clientId: 'id-1', message }]);
    expect(sos(tab)).toEqual(CLOSED);
  });

  it('given no position at all, then the dialog stays open, says what to do and keeps the message', async () => {
    const tab = await anasStore((fake) =>
      fake.onLocate(() => Promise.reject(new GeolocationFailed('denied'))),
    );
    await submitSos(tab);
    expect(sos(tab)).toMatchObject({ open: true, status: 'idle', message: 'Flat tyre' });
    expect(sos(tab).error).toEqual({ code: 'sos_location_denied' });
    expect(emitted(tab)).toEqual([]);
    tab.fake.onLocate(() => Promise.resolve(createFix()));
    await submitSos(tab);
    expect(emitted(tab)).toHaveLength(1);
  });

  it('given the server refuses it, then the dialog shows the error and nothing is sent again', async () => {
    const tab = await anasStore((fake) =>
      fake.onEmit(() => Promise.reject(new EmitRefused({ code: 'sos_without_family' }))),
    );
    await submitSos(tab);
    expect(sos(tab)).toMatchObject({ open: true, status: 'idle', error: { code: 'sos_without_family' } });
    tab.fake.onEmit(() => Promise.resolve());
    await advanceTime(60_000);
    expect(emitted(tab)).toEqual([]);
    expect(tab.fake.stored.has('sos:ana')).toBe(false);
  });
});

describe('an SOS that an overloaded server postpones', () => {
  it('given a time after which to retry, then the SOS waits for it and is sent with the same id', async () => {
    const tab = await anasStore((fake) =>
      fake.onEmit(() => Promise.reject(new EmitPostponed({ code: 'server_busy' }, 5_000))),
    );
    await submitSos(tab);
    expect(sos(tab)).toMatchObject({ open: true, status: 'waiting', error: null });
    tab.fake.onEmit(() => Promise.resolve());
    await advanceTime(4_999);
    expect([emitted(tab), tab.fake.stored.has('sos:ana')]).toEqual([[], true]);
    await advanceTime(1);
    expect(emitted(tab)).toMatchObject([{ clientId: 'id-1', message: 'Flat tyre' }]);
    expect([sos(tab), tab.fake.stored.has('sos:ana')]).toEqual([CLOSED, false]);
  });
});

describe('an SOS that waits for a position', () => {
  const never = () => new Promise<never>(() => undefined);

  it('given a reload, then it gets a new position and is sent with the same id', async () => {
    const before = await anasStore((fake) => fake.onLocate(never));
    await submitSos(before);
    const stored = before.fake.stored.get('sos:ana') ?? '';
    const after = await anasStore((fake) => fake.stored.set('sos:ana', stored));
    await advanceTime(0);
    expect(emitted(after)).toEqual([{ ...HERE, message: 'Flat tyre', clientId: 'id-1' }]);
    expect(after.fake.stored.has('sos:ana')).toBe(false);
  });

  it('given the user shares, then a fix from before the press does not count as fresh', async () => {
    const tab = await anasStore();
    await tab.perform(sharingStartRequested());
    tab.fake.onLocate(never);
    await submitSos(tab);
    tab.fake.receiveFix(createFix({ latitude: 1, timestamp: new Date(NOW - 9_000).toISOString() }));
    await advanceTime(300);
    expect(emitted(tab)).toEqual([]);
    tab.fake.receiveFix(createFix({ latitude: 2, timestamp: new Date(NOW + 500).toISOString() }));
    await advanceTime(300);
    expect(emitted(tab)).toMatchObject([{ latitude: 2, message: 'Flat tyre' }]);
  });
});

describe('an SOS without a network', () => {
  it('given no connection, then the dialog says that it waits, and it is sent once after reconnecting', async () => {
    const tab = await anasStore();
    tab.fake.emitSignal('lost');
    await flushPromises();
    await submitSos(tab);
    expect([sos(tab).status, emitted(tab)]).toEqual(['waiting', []]);
    await advanceTime(60_000);
    tab.fake.emitSignal('connected');
    await flushPromises();
    await advanceTime(60_000);
    expect(emitted(tab)).toMatchObject([{ clientId: 'id-1', message: 'Flat tyre' }]);
    expect(sos(tab)).toEqual(CLOSED);
  });

  it('given hours without a connection, then it is sent with the time of its position', async () => {
    const tab = await anasStore();
    tab.fake.emitSignal('lost');
    await flushPromises();
    await submitSos(tab);
    tab.fake.setNow(NOW + 3 * 3_600_000);
    tab.fake.emitSignal('connected');
    await flushPromises();
    expect(emitted(tab)).toMatchObject([{ ...HERE, message: 'Flat tyre' }]);
  });

  it('given a lost acknowledgement, then it is sent again with the same id', async () => {
    const tab = await anasStore();
    const answers = [new Error('timeout'), new Error('timeout')];
    const attempts: Promise<void>[] = [];
    tab.fake.onEmit(() => {
      const failure = answers.shift();
      attempts.push(Promise.resolve());
      return failure ? Promise.reject(failure) : Promise.resolve();
    });
    await submitSos(tab);
    expect(sos(tab).status).toBe('waiting');
    await advanceTime(1_000);
    await advanceTime(1_000);
    expect([attempts.length, emitted(tab)]).toEqual([3, [expect.objectContaining({ clientId: 'id-1' })]]);
  });

  it('given a late acknowledgement or a lost connection, then the dialog says that the SOS waits', async () => {
    const slow = await anasStore((fake) => fake.onEmit(() => new Promise(() => undefined)));
    await submitSos(slow);
    expect(sos(slow).status).toBe('sending');
    await advanceTime(2_000);
    expect(sos(slow).status).toBe('waiting');
    const cut = await anasStore((fake) => fake.onEmit(() => new Promise(() => undefined)));
    await submitSos(cut);
    cut.fake.emitSignal('lost');
    await flushPromises();
    expect(sos(cut).status).toBe('waiting');
  });

  it('given a reload, then the dialog opens again, and the SOS is sent with the same id', async () => {
    const before = await anasStore();
    before.fake.emitSignal('lost');
    await flushPromises();
    await submitSos(before);
    const after = await anasStore((fake) => {
      fake.stored.set('sos:ana', before.fake.stored.get('sos:ana') ?? '');
      fake.onEmit(() => Promise.reject(new Error('timeout')));
    });
    expect(sos(after)).toMatchObject({ open: true, status: 'waiting', message: 'Flat tyre' });
    after.fake.onEmit(() => Promise.resolve());
    await advanceTime(1_000);
    expect(emitted(after)).toMatchObject([{ clientId: 'id-1', message: 'Flat tyre' }]);
    expect(after.fake.stored.has('sos:ana')).toBe(false);
  });

  it('given it is cancelled, then it is not sent; given only the dialog is closed, then it is sent', async () => {
    const tab = await anasStore();
    tab.fake.emitSignal('lost');
    await flushPromises();
    await submitSos(tab);
    await tab.perform(sosCancelled());
    expect([sos(tab), tab.fake.stored.has('sos:ana')]).toEqual([CLOSED, false]);
    await submitSos(tab, 'again');
    tab.store.dispatch(sosClosed());
    tab.fake.emitSignal('connected');
    await flushPromises();
    expect(emitted(tab)).toMatchObject([{ message: 'again' }]);
  });

  it('given a sign-out, then it is deleted from the device', async () => {
    const tab = await anasStore();
    tab.fake.emitSignal('lost');
    await flushPromises();
    await submitSos(tab);
    expect(tab.fake.stored.has('sos:ana')).toBe(true);
    await tab.perform(signOutRequested());
    expect(tab.fake.stored.has('sos:ana')).toBe(false);
  });

  it.each(['not json', '{}', '{"message":7}', 'null'])(
    'given %p in the storage, then it is ignored',
    async (stored) => {
      const tab = await anasStore((fake) => fake.stored.set('sos:ana', stored));
      expect([sos(tab), emitted(tab)]).toEqual([CLOSED, []]);
      await submitSos(tab);
      expect(emitted(tab)).toHaveLength(1);
    },
  );

  it('given an SOS that is more than a day old, then it is not sent: it would be a false alarm', async () => {
    const tab = await anasStore();
    tab.fake.emitSignal('lost');
    await flushPromises();
    await submitSos(tab);
    const stored = tab.fake.stored.get('sos:ana') ?? '';
    const later = await anasStore((fake) => {
      fake.stored.set('sos:ana', stored);
      fake.setNow(NOW + 25 * 3_600_000);
    });
    expect([sos(later), emitted(later)]).toEqual([CLOSED, []]);
  });
});

describe('the age of the position in an SOS', () => {
  it.each([
    [false, 0, 'less than a minute'],
    [false, 60_000, '1 minute'],
    [false, 44 * 60_000, '44 minutes'],
    [false, 60 * 60_000, 'about 1 hour'],
    [true, 47 * 3_600_000, '2 days'],
    [false, 72 * 3_600_000, '3 days'],
    [false, -5_000, 'less than a minute'],
  ])('given fresh is %p and an age of %p ms, then it is %s old', (fresh, age, text) => {
    expect(sosMessage('', { takenAt: NOW - age, fresh }, NOW)).toBe(`(Last known position, ${text} old)`);
  });

  it('given a fresh position of this moment, then nothing is added', () => {
    expect(sosMessage('Help', { takenAt: NOW - 5_000, fresh: true }, NOW)).toBe('Help');
  });
});
