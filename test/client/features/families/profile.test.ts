import { sosOpened } from '#client/features/alerts/sos/slice';
import { preferenceChanged } from '#client/features/alerts/preferences/slice';
import {
  selectPreferenceSaveFailed,
  selectPreferenceFor,
} from '#client/features/alerts/preferences/selectors';
import { selectLastSeen, selectProfileAddress } from '#client/features/locations/addresses/selectors';
import { mapOpened, profileOpened } from '#client/store/pageActions';
import { selectPermission } from '#client/features/alerts/selectors';
import {
  selectPerson,
  selectProfileError,
  selectProfileStatus,
} from '#client/features/families/profile/selectors';
import { addressSubmitted, newGeofenceOpened } from '#client/features/geofences/slice';
import { RequestFailed } from '#client/services/errors';
import { createFamily, createLocation } from '../../support/builders';
import { NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type SignedIn = Awaited<ReturnType<typeof signedInStore>>;
const pass = (milliseconds = 1_500) => jest.advanceTimersByTimeAsync(milliseconds);

async function profileOf(userId: string, change: Parameters<typeof signedInStore>[0] = () => undefined) {
  const all = await signedInStore(change);
  await import('#client/features/alerts/push/saga');
  all.store.dispatch(profileOpened({ userId }));
  await pass();
  return all;
}
const asked = ({ fake }: SignedIn, part: string) =>
  fake.recorded.calls.filter(({ path }) => path === part).length;

describe('whose profile it is', () => {
  it('given a member of the family, then nothing is fetched, and the email stays hidden', async () => {
    const all = await profileOf('ben');
    expect(selectPerson(all.store.getState())).toEqual({
      id: 'ben',
      name: 'ben',
      profileImage: null,
      isMe: false,
      email: null,
      phone: null,
    });
    expect(asked(all, '/api/users/:id')).toBe(0);
    expect(selectLastSeen(all.store.getState())).toEqual({
      age: 60_000,
      fresh: true,
    });
  });

  it('given one’s own, then it has the email', async () => {
    const all = await profileOf('ana');
    expect(selectPerson(all.store.getState())).toMatchObject({ isMe: true, email: 'ana@example.si' });
  });

  it('given a person outside the family list, then they are fetched by id', async () => {
    const all = await profileOf('7', (fake) => {
      fake.answers['GET /api/users/:id'] = () => ({
        id: '007',
        name: 'Cy',
        profileImage: null,
        email: 'cy@example.si',
      });
    });
    expect(selectPerson(all.store.getState())).toMatchObject({ id: '7', name: 'Cy', email: null });
    expect(selectProfileStatus(all.store.getState())).toBe('ready');
  });

  it('given they leave the family while they are looked at, then they are not found', async () => {
    const all = await profileOf('ben');
    expect(selectProfileStatus(all.store.getState())).toBe('ready');
    all.fake.answers['GET /api/families'] = () => [createFamily('f1', ['ana'])];
    all.fake.answers['GET /api/users/:id'] = () =>
      Promise.reject(new RequestFailed(404, { code: 'user_not_found' }));
    all.fake.receive('family:changed', { familyId: 'f1' });
    await pass();
    expect(selectProfileError(all.store.getState())).toEqual({ code: 'profile_unknown' });
  });

  it.each([
    [404, 'profile_unknown'],
    [500, 'profile_not_loaded'],
    [null, 'profile_not_loaded'],
  ])('given the server answers %p, then %s', async (status, code) => {
    const all = await profileOf('7', (fake) => {
      fake.answers['GET /api/users/:id'] = () =>
        Promise.reject(new RequestFailed(status, { code: 'user_not_found' }));
    });
    expect([selectProfileStatus(all.store.getState()), selectProfileError(all.store.getState())]).toEqual([
      'failed',
      { code },
    ]);
  });
});

describe('the address', () => {
  it('given a position, then it is asked for once, to 4 decimals, and known when the page is opened again', async () => {
    const all = await profileOf('ben', (fake) => {
      fake.answers['GET /api/locations/family'] = () => [
        createLocation('ben', { latitude: 45.123_456, longitude: -13.987_65 }),
      ];
      fake.onReverse(() => Promise.resolve('Lane 1'));
    });
    expect(selectProfileAddress(all.store.getState())).toBe('Lane 1');
    all.store.dispatch(profileOpened({ userId: 'ben' }));
    all.fake.fireTimers();
    await pass();
    expect(all.fake.recorded.geocoderLookups).toEqual([{ latitude: 45.1235, longitude: -13.9877 }]);
  });

  it('given it cannot be looked up, then that is only noted, and not tried again and again', async () => {
    const all = await signedInStore();
    all.store.dispatch(profileOpened({ userId: 'ben' }));
    expect(selectProfileAddress(all.store.getState())).toBeUndefined();
    await pass();
    expect(selectProfileAddress(all.store.getState())).toBeNull();
    for (let ticks = 0; ticks < 5; ticks += 1) {
      all.fake.fireTimers();
      await pass();
    }
    expect([
      all.fake.recorded.geocoderLookups.length,
      all.fake.recorded.failures.filter((what) => /address|profile/u.test(what)),
    ]).toEqual([1, []]);
    expect(all.fake.recorded.infos).toContain('The address lookup failed:');
    expect(selectProfileStatus(all.store.getState())).toBe('ready');
  });

  it('given the SOS dialog opens while a profile is loading, then it loads all the same', async () => {
    let answer: (person: object) => void = () => undefined;
    const all = await profileOf('7', (fake) => {
      fake.answers['GET /api/users/:id'] = () => new Promise((resolve) => (answer = resolve));
    });
    expect(selectProfileStatus(all.store.getState())).toBe('loading');
    await all.perform(sosOpened());
    answer({ id: '7', name: 'Sev', profileImage: null });
    await pass();
    expect(selectProfileStatus(all.store.getState())).toBe('ready');
    expect(selectPerson(all.store.getState())?.name).toBe('Sev');
  });

  it('given a moving member, then their address is updated while the page is open and shown', async () => {
    const all = await profileOf('ben', (fake) => fake.onReverse(() => Promise.resolve('Somewhere')));
    const moves = async (longitude: number) => {
      all.fake.receive(
        'location:updated',
        createLocation('ben', { longitude, timestamp: new Date(NOW + longitude * 1_000).toISOString() }),
      );
      all.fake.drawFrame();
      await pass(100);
    };
    await moves(14);
    await moves(15);
    expect(all.fake.recorded.geocoderLookups).toHaveLength(1);
    all.fake.setNow(NOW + 10_000);
    all.fake.fireTimers();
    await pass();
    expect(all.fake.recorded.geocoderLookups.map(({ longitude }) => longitude)).toEqual([13.7, 15]);
    all.store.dispatch(mapOpened());
    await moves(16);
    all.fake.fireTimers();
    await pass();
    expect(all.fake.recorded.geocoderLookups).toHaveLength(2);
  });

  it('given an address search a moment ago, then the look-up waits for its second', async () => {
    const all = await signedInStore();
    all.store.dispatch(newGeofenceOpened());
    all.store.dispatch(addressSubmitted({ text: 'Home' }));
    all.store.dispatch(profileOpened({ userId: 'ben' }));
    await pass(900);
    expect([all.fake.recorded.geocoderSearches.length, all.fake.recorded.geocoderLookups.length]).toEqual([
      1, 0,
    ]);
    await pass(200);
    expect(all.fake.recorded.geocoderLookups).toHaveLength(1);
  });
});

describe('notification preferences for a member', () => {
  const arrival = { userId: 'ben', notifyArrival: true, notifyDeparture: false };
  const chosen = { ...arrival, places: {} };
  const choice = ({ store }: SignedIn) => selectPreferenceFor(store.getState(), 'ben');

  it('given nothing was chosen, then both are off; given the server knows better, then as it says', async () => {
    expect(choice(await profileOf('ben'))).toEqual({ notifyArrival: false, notifyDeparture: false });
    const all = await profileOf('ben', (fake) => (fake.answers['GET /api/preferences'] = () => [arrival]));
    expect(choice(all)).toEqual({ notifyArrival: true, notifyDeparture: false });
  });

  it('given a preference is switched on, then the server stores it, and the browser is asked for nothing', async () => {
    const all = await profileOf(
      'ben',
      (fake) => (fake.answers['PUT /api/preferences/:userId'] = () => arrival),
    );
    all.store.dispatch(preferenceChanged(chosen));
    await pass();
    const saved = all.fake.recorded.calls.find(({ path }) => path === '/api/preferences/:userId');
    expect(saved?.input).toEqual({
      params: { userId: 'ben' },
      body: { notifyArrival: true, notifyDeparture: false },
    });
    expect([
      selectPermission(all.store.getState()),
      selectPreferenceSaveFailed(all.store.getState()),
    ]).toEqual(['default', false]);
  });

  it.each([
    ['does not know of such', 404, false],
    ['cannot save it', 503, true],
  ])('given a server that %s, then the choice is kept here', async (_problem, code, isFailure) => {
    const all = await profileOf('ben', (fake) => {
      fake.answers['PUT /api/preferences/:userId'] = () => Promise.reject(new RequestFailed(code, null));
    });
    all.store.dispatch(preferenceChanged(chosen));
    await pass();
    expect([choice(all).notifyArrival, selectPreferenceSaveFailed(all.store.getState())]).toEqual([
      true,
      isFailure,
    ]);
  });
});
