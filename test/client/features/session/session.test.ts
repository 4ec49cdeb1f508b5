import { appearanceChosen } from '#client/features/session/device/slice';
import { createAppStore } from '#client/app/createStore';
import {
  selectEndedBecause,
  selectNetworkTrouble,
  selectSessionStatus,
  selectUser,
} from '#client/features/session/selectors';
import { registerSubmitted, signInSubmitted, signOutRequested } from '#client/features/session/slice';
import { passwordScore } from '#client/features/session/password';
import { RequestFailed } from '#client/services/errors';
import { ANA } from '../../support/builders';
import { fakeServices, flushPromises } from '../../support/fakeServices';
import { defaultServer, signedInStore, startStore } from '../../support/signedInStore';

const registration = {
  name: 'Ana',
  email: 'ana@example.si',
  phone: '',
  password: 'Sunny-days-1',
  confirmPassword: 'Sunny-days-1',
};

afterEach(() => jest.useRealTimers());

async function startedStore(answers = defaultServer(), token: string | null = null) {
  const fake = fakeServices(answers);
  if (token !== null) fake.stored.set('token', token);
  return startStore(fake);
}

describe('at start', () => {
  it('given no token, then the session is signed out without a call', async () => {
    const { store, fake } = await startedStore();
    expect(selectSessionStatus(store.getState())).toBe('signedOut');
    expect(fake.recorded.calls).toEqual([]);
  });

  it('given a token, then it is sent along and the person is signed in', async () => {
    const { store, fake } = await startedStore(defaultServer(), 'kept');
    expect(fake.recorded.tokens[0]).toBe('kept');
    expect(selectUser(store.getState())).toEqual(ANA);
    expect(fake.recorded.openSockets).toBe(1);
  });

  it('given a token that the server refuses, then it is removed, logged and the page is signed out', async () => {
    const { store, fake } = await startedStore(
      { 'GET /api/users/me': () => Promise.reject(new RequestFailed(401, { code: 'unauthorized' })) },
      'old',
    );
    expect(selectSessionStatus(store.getState())).toBe('signedOut');
    expect(fake.stored.has('token')).toBe(false);
    expect(fake.recorded.failures).toEqual(['Authentication check failed:']);
  });

  it('given a session that was ended elsewhere, then nothing of it is left, whose it was is unknown', async () => {
    const fake = fakeServices({
      'GET /api/users/me': () => Promise.reject(new RequestFailed(401, { code: 'unauthorized' })),
    });
    fake.stored.set('token', 'old');
    for (const key of ['alerts:ana', 'outbox:ana:1', 'phones:offered:ana', 'push:ana'])
      fake.stored.set(key, '{}');
    const push = await fake.services.loadPush();
    await push.subscribe('the-key');
    await push.show({ title: 'SOS from Ben', text: '', tag: 'sos:s1', path: '/' });
    await startStore(fake);
    expect([...fake.stored.keys()]).toEqual([]);
    expect([fake.subscription(), fake.recorded.notifications, fake.recorded.badges]).toEqual([null, [], [0]]);
  });

  it.each([
    ['no answer', null],
    ['a server in trouble', 503],
  ])(
    'given %s, then the token stays, the page says so, and back online the check is tried again',
    async (_what, status) => {
      const answers = defaultServer();
      const me = jest.fn(() => Promise.reject(new RequestFailed(status, null)));
      const { store, fake } = await startedStore({ ...answers, 'GET /api/users/me': me }, 'kept');
      expect(selectSessionStatus(store.getState())).toBe('loading');
      expect(store.getState().session.auth.checkDelayed).toBe(true);
      expect(fake.stored.get('token')).toBe('kept');
      fake.answers['GET /api/users/me'] = () => ANA;
      fake.setOnline(true);
      await flushPromises();
      expect(selectSessionStatus(store.getState())).toBe('signedIn');
      expect(store.getState().session.auth.checkDelayed).toBe(false);
    },
  );
});

describe('signing in', () => {
  it.each([
    [
      'the server’s reason',
      new RequestFailed(401, { code: 'wrong_credentials' }),
      { code: 'wrong_credentials' },
    ],
    ['no answer', new RequestFailed(null), { code: 'sign_in_failed' }],
  ])('given %s, then that is shown and the form can be sent again', async (_what, failure, error) => {
    const { store, perform } = await startedStore({ 'POST /api/auth/login': () => Promise.reject(failure) });
    await perform(signInSubmitted({ email: 'a@b.si', password: 'wrong-one' }));
    expect(store.getState().session.auth.form).toEqual({ status: 'failed', error });
    expect(selectSessionStatus(store.getState())).toBe('signedOut');
  });

  it('given two presses, then one call is made', async () => {
    const { store, fake } = await startedStore();
    for (const press of [1, 2]) {
      store.dispatch(signInSubmitted({ email: 'a@b.si', password: `Sunny-days-${press}` }));
      expect(store.getState().session.auth.form.status).toBe('submitting');
    }
    await flushPromises();
    expect(fake.recorded.calls.filter(({ path }) => path === '/api/auth/login')).toHaveLength(1);
  });
});

describe('registering', () => {
  it.each([
    ['different passwords', { confirmPassword: 'other-one' }, { code: 'passwords_differ' }],
    ['a short password', { password: 'short12', confirmPassword: 'short12' }, { code: 'password_too_short' }],
  ])('given %s, then nothing is sent and the code says so', async (_what, change, error) => {
    const { store, fake, perform } = await startedStore();
    await perform(registerSubmitted({ ...registration, ...change }));
    expect(store.getState().session.auth.form).toEqual({ status: 'failed', error });
    expect(fake.recorded.calls).toEqual([]);
  });

  it('given a code and no phone number, then only the code is sent, not stored, and Ana is signed in', async () => {
    const { store, fake, perform } = await startedStore();
    await perform(registerSubmitted({ ...registration, inviteCode: 'AB12' }));
    const { phone: _none, confirmPassword: _same, ...sent } = registration;
    expect(fake.recorded.calls[0]?.input.body).toEqual({ ...sent, inviteCode: 'AB12' });
    expect(selectSessionStatus(store.getState())).toBe('signedIn');
    expect(JSON.stringify(store.getState())).not.toContain('AB12');
  });

  it('given no answer, then that is what failed', async () => {
    const { store, perform } = await startedStore({});
    await perform(registerSubmitted(registration));
    expect(store.getState().session.auth.form.error).toEqual({ code: 'registration_failed' });
  });
});

describe('signing out', () => {
  it('given everything loaded, then token, socket, families, positions and listeners are gone', async () => {
    const { store, fake, perform } = await signedInStore();
    expect(store.getState().families.membership.families).toHaveLength(1);
    await perform(signOutRequested());
    const { session, families, locations } = store.getState();
    expect(session.auth).toMatchObject({ status: 'signedOut', user: null, connection: 'closed' });
    expect(families.membership).toMatchObject({ families: [], selectedId: null });
    expect(locations.live.positions).toEqual({ rows: [], rowOf: {} });
    expect(fake.stored.has('token')).toBe(false);
    expect(fake.recorded.tokens.at(-1)).toBeNull();
    expect(fake.services.inviteCodes.get('f1')).toBeNull();
    expect(fake.recorded.openSockets).toBe(0);
    expect(fake.listenersOf('location:updated')).toBe(0);
    expect(fake.signalListeners()).toBe(0);
  });

  it('given 50 rounds of signing in and out, then no listener is left over', async () => {
    const { fake, perform } = await signedInStore();
    for (let round = 0; round < 50; round += 1) {
      await perform(signOutRequested());
      await perform(signInSubmitted({ email: 'ana@example.si', password: 'Sunny-days-1' }));
    }
    expect(fake.recorded.openSockets).toBe(1);
    expect([
      fake.listenersOf('location:updated'),
      fake.listenersOf('family:changed'),
      fake.signalListeners(),
    ]).toEqual([1, 1, 1]);
  });

  it('given the token was removed in another tab, then this tab signs out too', async () => {
    const { store, fake } = await signedInStore();
    fake.storeInOtherTab('token', null);
    await flushPromises();
    expect(selectSessionStatus(store.getState())).toBe('signedOut');
  });

  it('given a socket that is refused, then the session has expired, and the sign-in page can say so', async () => {
    const { store, fake } = await signedInStore();
    fake.emitSignal('refused');
    await flushPromises();
    expect(selectEndedBecause(store.getState())).toBe('expired');
    expect(fake.stored.has('token')).toBe(false);
  });
});

describe('the network', () => {
  it('given the browser goes offline or the socket is lost, then the banner knows which', async () => {
    const { store, fake } = await signedInStore();
    expect(selectNetworkTrouble(store.getState())).toBeNull();
    fake.emitSignal('lost');
    expect(selectNetworkTrouble(store.getState())).toBe('reconnecting');
    fake.setOnline(false);
    expect(selectNetworkTrouble(store.getState())).toBe('offline');
    fake.setOnline(true);
    fake.emitSignal('connected');
    expect(selectNetworkTrouble(store.getState())).toBeNull();
  });
});

it('given chosen colours, then they are applied, and applied again at the next start', async () => {
  const { store, fake } = await startedStore();
  store.dispatch(appearanceChosen('dark'));
  expect(fake.recorded.themes).toEqual(['dark']);
  const next = createAppStore({ services: fake.services });
  expect(next.getState().session.device.appearance).toBe('dark');
});

describe('the strength of a password', () => {
  it.each([
    ['', 0],
    ['abc', 1],
    ['abcdefgh', 2],
    ['Abcdefgh', 3],
    ['Abcdefg1', 4],
    ['Abcdef1!', 5],
    ['!', 1],
  ])('given %p, then its score is %p', (password, score) => {
    expect(passwordScore(password)).toBe(score);
  });
});
