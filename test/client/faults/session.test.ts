import { accountOpened, mapOpened } from '#client/store/pageActions';
import { pushSwitched } from '#client/features/alerts/push/actions';
import {
  createFamilySubmitted,
  familiesRequested,
  joinFamilySubmitted,
  leaveFamilyConfirmed,
} from '#client/features/families/slice';
import { deleteConfirmed, geofencesRequested } from '#client/features/geofences/slice';
import { locationsRequested, sharingStartRequested } from '#client/features/locations/slice';
import { passwordSubmitted } from '#client/features/session/account/slice';
import { sessionExpired, signInSubmitted, signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { createBrowser } from '../support/browser';
import { ANA, createFix } from '../support/builders';
import { flushPromises } from '../support/fakeServices';
import { signedInStore } from '../support/signedInStore';

type Tab = Awaited<ReturnType<typeof signedInStore>>;
const NEW_PASSWORD = {
  currentPassword: 'Sunny-days-1',
  newPassword: 'Rainy-nights-2',
  confirmPassword: 'Rainy-nights-2',
};
/** The account page has sagas of its own. */
const openAccount = async ({ perform }: Tab) => {
  await import('#client/app/accountPageSagas');
  await perform(accountOpened());
};
afterEach(() => jest.useRealTimers());

const statusOf = ({ store }: Tab) => store.getState().session.auth.status;

describe('a token that is no longer accepted', () => {
  it('given ten calls at once find out, then the session ends once', async () => {
    const all = await signedInStore();
    const { store, fake } = all;
    for (const route of Object.keys(fake.answers))
      fake.answers[route] = () => Promise.reject(new RequestFailed(401, { code: 'not_signed_in' }));
    const remove = jest.spyOn(fake.services.storage, 'remove');
    fake.recorded.calls.length = 0;
    const intents = [
      familiesRequested(),
      locationsRequested(),
      geofencesRequested(),
      createFamilySubmitted({ name: 'x' }),
      joinFamilySubmitted({ inviteCode: 'x' }),
      leaveFamilyConfirmed({ familyId: 'f1' }),
      ...['a', 'b', 'c', 'd'].map((id) => deleteConfirmed({ id })),
    ];
    for (const route of [
      'POST /api/families',
      'POST /api/families/join-by-code',
      'POST /api/families/:id/leave',
      'DELETE /api/geofences/:id',
    ])
      fake.answers[route] = () => Promise.reject(new RequestFailed(401, { code: 'not_signed_in' }));
    for (const intent of intents) store.dispatch(intent);
    expect(fake.recorded.calls).toHaveLength(10);
    await flushPromises();
    expect(store.getState().session.auth).toMatchObject({ status: 'signedOut', endedBecause: 'expired' });
    expect(fake.recorded.tokens.filter((token) => token === null)).toHaveLength(1);
    expect(remove.mock.calls.filter(([key]) => key === 'token')).toHaveLength(1);
    expect(fake.recorded.openSockets).toBe(0);
  });

  it.each([500, 502, 503, null])('given status %p instead, then the session goes on', async (status) => {
    const all = await signedInStore();
    for (const route of Object.keys(all.fake.answers))
      all.fake.answers[route] = () => Promise.reject(new RequestFailed(status, null));
    all.fake.emitSignal('connected');
    await flushPromises();
    expect([statusOf(all), all.fake.stored.has('token')]).toEqual(['signedIn', true]);
  });
});

it('given a sign-out while the password is changed, when a later session is refused, then it ends', async () => {
  const all = await signedInStore((fake) => {
    fake.answers['PUT /api/users/:id/password'] = () => new Promise(() => undefined);
  });
  await openAccount(all);
  await all.perform(passwordSubmitted(NEW_PASSWORD), sessionExpired(), signOutRequested());
  await all.perform(signInSubmitted({ email: 'ana@example.si', password: 'Sunny-days-1' }));
  await all.perform(sessionExpired());
  expect(statusOf(all)).toBe('signedOut');
});

describe('two tabs of one person', () => {
  it('given one signs out, then both are signed out, and nothing of the person is left', async () => {
    const browser = createBrowser();
    const [first, second] = [await signedInStore(browser.open), await signedInStore(browser.open)];
    await second.perform(signOutRequested());
    await flushPromises();
    expect([statusOf(first), statusOf(second)]).toEqual(['signedOut', 'signedOut']);
    expect([...browser.stored.keys()]).toEqual([]);
  });

  it('given one was frozen while another person signed in, when it wakes, then that session stays', async () => {
    const browser = createBrowser();
    const [first, frozen] = [await signedInStore(browser.open), await signedInStore(browser.open)];
    browser.close(frozen.fake);
    await first.perform(signOutRequested());
    first.fake.answers['POST /api/auth/login'] = () => ({
      token: 'token-of-ben',
      user: { ...ANA, id: 'ben' },
    });
    await first.perform(signInSubmitted({ email: 'ben@example.si', password: 'Sunny-days-1' }));
    for (const value of [null, 'token-of-ben']) frozen.fake.storeInOtherTab('token', value);
    await flushPromises();
    expect([statusOf(first), browser.stored.get('token')]).toEqual(['signedIn', 'token-of-ben']);
    expect(frozen.fake.recorded.reloads).toBeGreaterThan(0);
  });

  it('given another one gets a new token, then this one starts again with it', async () => {
    const { fake } = await signedInStore();
    fake.storeInOtherTab('token', 'another');
    await flushPromises();
    expect([fake.recorded.reloads, fake.stored.get('token')]).toEqual([1, 'another']);
  });

  it('given one changes the password, when the other is refused meanwhile, then both go on', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const browser = createBrowser();
    let signInAgain: (answer: object) => void = () => undefined;
    const [first, second] = [await signedInStore(browser.open), await signedInStore(browser.open)];
    first.fake.answers['PUT /api/users/:id/password'] = () => undefined;
    first.fake.answers['POST /api/auth/login'] = () => new Promise((resolve) => (signInAgain = resolve));
    await openAccount(first);
    await first.perform(passwordSubmitted(NEW_PASSWORD));
    await second.perform(sessionExpired());
    expect([statusOf(first), statusOf(second)]).toEqual(['signedIn', 'signedIn']);
    // Browsers tell other processes of what is stored a moment later.
    const late = jest.spyOn(second.fake.services.storage, 'get').mockReturnValue('the-token');
    signInAgain({ token: 'the-new-token', user: ANA });
    await flushPromises();
    late.mockRestore();
    await jest.advanceTimersByTimeAsync(5_000);
    expect([statusOf(first), statusOf(second)]).toEqual(['signedIn', 'signedIn']);
    expect(browser.stored.get('token')).toBe('the-new-token');
    expect(second.fake.recorded.reloads).toBeGreaterThan(0);
  });

  it('given signing in again fails after the password is changed, then both are signed out', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const browser = createBrowser();
    let refuse: (error: Error) => void = () => undefined;
    const [first, second] = [await signedInStore(browser.open), await signedInStore(browser.open)];
    first.fake.answers['PUT /api/users/:id/password'] = () => undefined;
    first.fake.answers['POST /api/auth/login'] = () => new Promise((_, reject) => (refuse = reject));
    await openAccount(first);
    await first.perform(passwordSubmitted(NEW_PASSWORD));
    await second.perform(sessionExpired());
    refuse(new RequestFailed(null));
    await flushPromises();
    await jest.advanceTimersByTimeAsync(5_000);
    expect([statusOf(first), statusOf(second)]).toEqual(['signedOut', 'signedOut']);
  });

  it('given the user signs out and in while one tab waits for the other, then the new session goes on', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const browser = createBrowser();
    let refuse: (error: Error) => void = () => undefined;
    const [first, second] = [await signedInStore(browser.open), await signedInStore(browser.open)];
    first.fake.answers['PUT /api/users/:id/password'] = () => new Promise((_, reject) => (refuse = reject));
    await openAccount(first);
    await first.perform(passwordSubmitted(NEW_PASSWORD));
    await second.perform(sessionExpired());
    await second.perform(signOutRequested());
    await second.perform(signInSubmitted({ email: 'ana@example.si', password: 'Sunny-days-1' }));
    refuse(new RequestFailed(400, { code: 'wrong_current_password' }));
    await flushPromises();
    await jest.advanceTimersByTimeAsync(5_000);
    expect([statusOf(second), browser.stored.get('token')]).toEqual(['signedIn', 'the-token']);
  });

  it('given one is reloaded while the other changes the password, then it signs no one out', async () => {
    const browser = createBrowser();
    const first = await signedInStore(browser.open);
    first.fake.answers['PUT /api/users/:id/password'] = () => undefined;
    first.fake.answers['POST /api/auth/login'] = () => new Promise(() => undefined);
    await openAccount(first);
    await first.perform(passwordSubmitted(NEW_PASSWORD));
    await signedInStore((tab) => {
      browser.open(tab);
      tab.answers['GET /api/users/me'] = () =>
        Promise.reject(new RequestFailed(401, { code: 'not_signed_in' }));
    });
    expect([statusOf(first), browser.stored.get('token')]).toEqual(['signedIn', 'the-token']);
  });
});

it('given 50 rounds of signing in and out with every watch running, then no listener is left over', async () => {
  const { fake, perform } = await signedInStore();
  fake.onLocate(() => Promise.resolve(createFix()));
  await perform(signOutRequested());
  const before = fake.listenerCounts();
  for (let round = 0; round < 50; round += 1) {
    await perform(signInSubmitted({ email: 'ana@example.si', password: 'Sunny-days-1' }));
    fake.emitSignal('connected');
    await perform(mapOpened(), sharingStartRequested(), pushSwitched({ on: true }));
    await perform(signOutRequested());
  }
  expect(fake.listenerCounts()).toEqual(before);
  expect(before).toMatchObject({ signals: 0, events: 0, fixes: 0 });
  expect(fake.recorded.openSockets).toBe(0);
});
