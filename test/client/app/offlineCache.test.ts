import { mapOpened } from '#client/store/pageActions';
import { createAppStore } from '#client/app/createStore';
import { selectFamiliesError, selectSelectedFamily } from '#client/features/families/selectors';
import { familySelected } from '#client/features/families/slice';
import { selectMemberPresences } from '#client/features/locations/presence';
import { selectCamera } from '#client/features/locations/selectors';
import { selectAsOf } from '#client/features/session/selectors';
import { profileChanged, signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { createFamily, createGeofence, createLocation, ANA } from '../support/builders';
import { type FakeServices, fakeServices, flushPromises, NOW } from '../support/fakeServices';
import { defaultServer, signedInStore } from '../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function pass(milliseconds: number) {
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

/** What a device has kept after a session with everything loaded. */
async function storageAfterSession(): Promise<Map<string, string>> {
  const { fake } = await signedInStore((all) => {
    all.answers['GET /api/geofences'] = () => [createGeofence('g1')];
    all.answers['GET /api/locations/family'] = () => [
      createLocation('ben'),
      createLocation('ana', { latitude: 7 }),
    ];
  });
  await pass(3_000);
  return new Map(fake.stored);
}

/** A start of the app with what a device has kept. */
async function startWith(stored: Map<string, string>, change: (fake: FakeServices) => void) {
  const fake = fakeServices(defaultServer());
  for (const [key, value] of stored) fake.stored.set(key, value);
  change(fake);
  const store = createAppStore({ services: fake.services });
  await flushPromises();
  return { store, fake };
}

const withoutServer = (fake: FakeServices) => {
  for (const route of Object.keys(fake.answers))
    fake.answers[route] = () => Promise.reject(new RequestFailed(null));
};

describe('a start with what the device saw last', () => {
  it('given no server, then family, positions and geofences are there, and the map looks where one was', async () => {
    const { store } = await startWith(await storageAfterSession(), withoutServer);
    store.dispatch(mapOpened());
    await flushPromises();
    const state = store.getState();
    expect(state.session.auth).toMatchObject({ status: 'signedIn', user: ANA });
    expect(
      selectMemberPresences(state).map(({ member, position }) => [member.id, position?.latitude]),
    ).toEqual([
      ['ana', 7],
      ['ben', 45.2],
    ]);
    expect(state.geofences.items).toHaveLength(1);
    expect(selectCamera(state)).toMatchObject({ latitude: 7 });
    expect(selectAsOf(state)).toBe(NOW);
    expect(selectFamiliesError(state)).toBeNull();
  });

  it('given the second family was chosen, when the app starts again, then it is still the chosen one', async () => {
    const twoFamilies = (fake: FakeServices) => {
      fake.answers['GET /api/families'] = () => [
        createFamily('f1', ['ana']),
        createFamily('f2', ['ana', 'ben']),
      ];
    };
    const { store, fake } = await signedInStore(twoFamilies);
    store.dispatch(familySelected({ familyId: 'f2' }));
    await flushPromises();
    const again = await startWith(fake.stored, twoFamilies);
    expect(selectSelectedFamily(again.store.getState())?.id).toBe('f2');
    const without = await startWith(fake.stored, (other) => {
      other.answers['GET /api/families'] = () => [createFamily('f1', ['ana'])];
    });
    expect(selectSelectedFamily(without.store.getState())?.id).toBe('f1');
  });

  it('given the server answers later, then the answer replaces the cached data', async () => {
    const stored = await storageAfterSession();
    const { store, fake } = await startWith(stored, (all) => {
      withoutServer(all);
      all.answers['GET /api/users/me'] = () => ({ ...ANA, name: 'Ana Kos' });
    });
    Object.assign(fake.answers, defaultServer(), { 'GET /api/geofences': () => [] });
    fake.emitSignal('connected');
    await flushPromises();
    const state = store.getState();
    expect([state.session.auth.user?.name, state.geofences.items]).toEqual(['Ana Kos', []]);
    expect(selectAsOf(state)).toBeNull();
  });

  it('given a profile saved during the session check, when the old answer comes, then the new name stays', async () => {
    const answers: ((user: unknown) => void)[] = [];
    const { store } = await startWith(await storageAfterSession(), (all) => {
      all.answers['GET /api/users/me'] = () => new Promise((resolve) => void answers.push(resolve));
    });
    store.dispatch(profileChanged({ name: 'Anna' }));
    answers[0]?.(ANA);
    await flushPromises();
    expect(store.getState().session.auth.user?.name).toBe('Anna');
    answers[1]?.({ ...ANA, name: 'Anna', phone: '+386 1' });
    await flushPromises();
    expect(store.getState().session.auth.user).toMatchObject({ name: 'Anna', phone: '+386 1' });
  });

  it('given the server refuses the token, then nothing is left on the screen or the device', async () => {
    const { store, fake } = await startWith(await storageAfterSession(), (all) => {
      all.answers['GET /api/users/me'] = () =>
        Promise.reject(new RequestFailed(401, { code: 'not_signed_in' }));
    });
    expect(store.getState()).toMatchObject({
      session: { auth: { status: 'signedOut', user: null } },
      families: { membership: { families: [] } },
    });
    expect([...fake.stored.keys()]).toEqual([]);
  });

  it('given a first load, then families are kept together with the positions that come after them', async () => {
    const { fake } = await signedInStore();
    await pass(100);
    expect(fake.stored.has('lastSeen')).toBe(false);
    await pass(3_000);
    expect(fake.stored.get('lastSeen')).toContain('"userId":"ben"');
  });

  it('given a member is removed from their family, then nothing of it is left on the device', async () => {
    const { fake } = await startWith(await storageAfterSession(), () => undefined);
    await pass(3_000);
    expect(fake.stored.get('lastSeen')).toContain('"ben"');
    Object.assign(fake.answers, { 'GET /api/families': () => [], 'GET /api/locations/family': () => [] });
    fake.receive('family:changed', { familyId: 'f1' });
    await pass(1_000);
    expect(fake.stored.get('lastSeen')).not.toContain('ben');
  });

  it('given a changed profile, then the device has it at once, so that a reload shows it', async () => {
    const { store, fake } = await startWith(await storageAfterSession(), () => undefined);
    await pass(3_000);
    store.dispatch(profileChanged({ phone: '+386 40 111 222' }));
    await pass(100);
    expect(fake.stored.get('lastSeen')).toContain('+386 40 111 222');
  });

  it('given a logout, then it is gone from the device', async () => {
    const { store, fake } = await startWith(await storageAfterSession(), () => undefined);
    await pass(3_000);
    expect(fake.stored.has('lastSeen')).toBe(true);
    store.dispatch(signOutRequested());
    await pass(10_000);
    expect([...fake.stored.keys()]).toEqual([]);
  });

  it('given the token of another person, then the cache is cleared and the page reloads', async () => {
    const { fake } = await startWith(await storageAfterSession(), (all) => {
      all.answers['GET /api/users/me'] = () => ({ ...ANA, id: 'cleo' });
    });
    expect([fake.recorded.reloads, fake.stored.has('lastSeen')]).toEqual([1, false]);
  });

  it('given what is kept, then no invitation code is in it', async () => {
    expect((await storageAfterSession()).get('lastSeen')).not.toContain('CODE');
  });

  it.each(['', 'not json', '7', '{"user":{}}', '{"user":null,"families":[null]}'])(
    'given what is kept is %p, then the start is as without it',
    async (text) => {
      const { store, fake } = await startWith(
        new Map([
          ['token', 'the-token'],
          ['lastSeen', text],
        ]),
        () => undefined,
      );
      expect(store.getState().session.auth).toMatchObject({ status: 'signedIn', user: ANA });
      expect(fake.recorded.failures).toEqual([]);
    },
  );
});
