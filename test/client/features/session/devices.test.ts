import { accountOpened } from '#client/store/pageActions';
import { selectAccountOutcome, selectAccountQuestion } from '#client/features/session/account/selectors';
import {
  deviceSignOutAsked,
  deviceSignOutConfirmed,
  profileSubmitted,
} from '#client/features/session/account/slice';
import { clientName } from '#client/features/session/clientName';
import { selectAccountNotice, selectDevices, selectDevicesStatus } from '#client/features/session/selectors';
import { noticeDismissed } from '#client/features/session/devices/slice';
import { signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { ANA } from '../../support/builders';
import { type FakeServices, flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const created = { createdAt: '2026-05-01T10:00:00.000Z', address: '203.0.113.7', userAgent: 'Firefox/140.0' };
const device = (id: string, current: boolean) => ({
  ...created,
  id,
  lastUsedAt: '2026-05-01T11:00:00.000Z',
  current,
});

/** A store with the account page open and two devices. */
async function onAccount(change: (fake: FakeServices) => void = () => undefined) {
  const { store, fake } = await signedInStore((services) => {
    services.answers['GET /api/sessions'] = () => [device('s1', true), device('s2', false)];
    change(services);
  });
  store.dispatch(accountOpened());
  await import('#client/app/accountPageSagas');
  await flushPromises();
  return { store, fake };
}
const called = (fake: FakeServices, path: string) => fake.recorded.calls.filter((call) => call.path === path);

describe('the list of devices', () => {
  it('given the account page, then the devices are loaded, and again after a new sign-in', async () => {
    const { store, fake } = await onAccount();
    expect(selectDevices(store.getState()).map(({ id }) => id)).toEqual(['s1', 's2']);
    fake.answers['GET /api/sessions'] = () => [device('s1', true), device('s3', false)];
    fake.receive('session:created', { ...created, id: 's3' });
    await flushPromises();
    expect(selectDevices(store.getState()).map(({ id }) => id)).toEqual(['s1', 's3']);
  });

  it('given a server without a list of devices, then loading it fails, and nothing else', async () => {
    const { store, fake } = await onAccount((services) => {
      services.answers['GET /api/sessions'] = () =>
        Promise.reject(new RequestFailed(404, { code: 'not_found' }));
    });
    expect(selectDevicesStatus(store.getState())).toBe('failed');
    expect(fake.recorded.failures).toEqual([]);
  });

  it('given the password, when another device is ended, then it leaves the list', async () => {
    const { store, fake } = await onAccount((services) => {
      services.answers['DELETE /api/sessions/:id'] = () => undefined;
    });
    store.dispatch(deviceSignOutAsked({ id: 's2' }));
    store.dispatch(deviceSignOutConfirmed({ id: 's2', currentPassword: 'Sunny-days-1' }));
    await flushPromises();
    expect(called(fake, '/api/sessions/:id')[0]?.input).toEqual({
      params: { id: 's2' },
      body: { currentPassword: 'Sunny-days-1' },
    });
    expect(selectDevices(store.getState()).map(({ id }) => id)).toEqual(['s1']);
    expect(selectAccountQuestion(store.getState())).toBeNull();
  });

  it('given a wrong password, then the question stays open and says so', async () => {
    const { store } = await onAccount((services) => {
      services.answers['DELETE /api/sessions/:id'] = () =>
        Promise.reject(new RequestFailed(400, { code: 'wrong_current_password' }));
    });
    store.dispatch(deviceSignOutAsked({ id: 's2' }));
    store.dispatch(deviceSignOutConfirmed({ id: 's2', currentPassword: 'wrong' }));
    await flushPromises();
    expect(selectAccountQuestion(store.getState())).toBe('device');
    expect(selectAccountOutcome('device')(store.getState()).status).toBe('failed');
  });
});

describe('a notice of what another device did', () => {
  it('given a sign-in elsewhere, then a notice shows it until it is dismissed', async () => {
    const { store, fake } = await signedInStore();
    fake.receive('session:created', { ...created, id: 's2' });
    await flushPromises();
    expect(selectAccountNotice(store.getState())).toEqual({
      about: 'signIn',
      session: { ...created, id: 's2' },
    });
    store.dispatch(noticeDismissed());
    expect(selectAccountNotice(store.getState())).toBeNull();
  });

  it.each([
    ['email', 'new@example.si'],
    ['phone', '+386 1'],
  ] as const)('given a new %s elsewhere, then a notice and the account show it', async (change, value) => {
    const { store, fake } = await signedInStore();
    fake.answers['GET /api/users/me'] = () => ({ ...ANA, [change]: value });
    fake.receive('account:changed', { change });
    await flushPromises();
    expect(selectAccountNotice(store.getState())).toEqual({ about: change });
    expect(store.getState().session.auth.user?.[change]).toBe(value);
  });

  it('given another name elsewhere, then the account page shows it, also after a lost connection', async () => {
    const { store, fake } = await signedInStore();
    const nameAfter = async (name: string, change: () => void) => {
      fake.answers['GET /api/users/me'] = () => ({ ...ANA, name });
      change();
      await flushPromises();
      return store.getState().session.auth.user?.name;
    };
    expect(await nameAfter('Anna', () => store.dispatch(accountOpened()))).toBe('Anna');
    expect(await nameAfter('Annika', () => fake.emitSignal('connected'))).toBe('Annika');
  });

  it('given a name is saved while the account loads, when the old answer comes, then the new name stays', async () => {
    const { store, fake } = await onAccount();
    const answers: ((user: unknown) => void)[] = [];
    fake.answers['GET /api/users/me'] = () => new Promise((resolve) => void answers.push(resolve));
    fake.emitSignal('connected');
    await flushPromises();
    fake.answers['PUT /api/users/:id'] = () => ({ ...ANA, name: 'Anna' });
    store.dispatch(profileSubmitted({ name: 'Anna', email: ANA.email, phone: '', currentPassword: '' }));
    await flushPromises();
    answers[0]?.({ ...ANA });
    await flushPromises();
    expect(store.getState().session.auth.user?.name).toBe('Anna');
    answers[1]?.({ ...ANA, name: 'Anna', phone: '+386 1' });
    await flushPromises();
    expect(store.getState().session.auth.user).toMatchObject({ name: 'Anna', phone: '+386 1' });
  });

  it('given the account cannot be loaded then, then it is tried again, and nothing else fails', async () => {
    jest.useFakeTimers();
    try {
      const { store, fake } = await signedInStore();
      fake.answers['GET /api/users/me'] = () => Promise.reject(new RequestFailed(503));
      fake.receive('account:changed', { change: 'email' });
      await flushPromises();
      expect([fake.recorded.failures, fake.listenersOf('account:changed')]).toEqual([[], 1]);
      fake.answers['GET /api/users/me'] = () => ({ ...ANA, email: 'new@example.si' });
      jest.advanceTimersByTime(2_000);
      await flushPromises();
      expect(store.getState().session.auth.user?.email).toBe('new@example.si');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('signing out', () => {
  it('given a server that answers late, then the page does not wait for it', async () => {
    const { store, fake } = await signedInStore((services) => {
      services.answers['POST /api/auth/sign-out'] = () => new Promise(() => undefined);
    });
    store.dispatch(signOutRequested());
    await flushPromises();
    expect(called(fake, '/api/auth/sign-out')).toHaveLength(1);
    expect(store.getState().session.auth.status).toBe('signedOut');
  });

  it('given another tab that has signed out, then this one makes no second call', async () => {
    const { fake } = await signedInStore();
    fake.storeInOtherTab('token', null);
    await flushPromises();
    expect(called(fake, '/api/auth/sign-out')).toEqual([]);
  });
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/141.0 Safari/537.36 Edg/141.0', 'Edge on Windows'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'Another app'],
  ['', 'Another app'],
])('given the user agent %s, then it is called %s', (userAgent, name) => {
  expect(clientName(userAgent)).toBe(name);
});
