import { mapOpened } from '#client/store/pageActions';
import { pushSwitched } from '#client/features/alerts/push/actions';
import {
  createFamilySubmitted,
  familiesRequested,
  joinFamilySubmitted,
  leaveFamilyConfirmed,
} from '#client/features/families/slice';
import { deleteConfirmed, geofencesRequested } from '#client/features/geofences/slice';
import { locationsRequested, sharingStartRequested } from '#client/features/locations/slice';
import { signInSubmitted, signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { createBrowser } from '../support/browser';
import { createFix } from '../support/builders';
import { flushPromises } from '../support/fakeServices';
import { signedInStore } from '../support/signedInStore';

type Tab = Awaited<ReturnType<typeof signedInStore>>;
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

describe('two tabs of one person', () => {
  it('given one signs out, then both are signed out, and nothing of the person is left', async () => {
    const browser = createBrowser();
    const [first, second] = [await signedInStore(browser.open), await signedInStore(browser.open)];
    await second.perform(signOutRequested());
    await flushPromises();
    expect([statusOf(first), statusOf(second)]).toEqual(['signedOut', 'signedOut']);
    expect([...browser.stored.keys()]).toEqual([]);
  });

  it('given another one gets a new token, then this one starts again with it', async () => {
    const { fake } = await signedInStore();
    fake.storeInOtherTab('token', 'another');
    await flushPromises();
    expect([fake.recorded.reloads, fake.stored.get('token')]).toEqual([1, 'another']);
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
