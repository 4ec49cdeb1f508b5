import { errorMessage } from '#client/i18n/errors';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { lastChangeText } from '#client/features/geofences/messages';
import { alertsSettingsOpened } from '#client/store/pageActions';
import { familyEntered, familySelected } from '#client/features/families/slice';
import { NEW_DRAFT, draftPosition } from '#client/features/geofences/draft';
import { coordinateError } from '#client/features/geofences/messages';
import {
  selectAddressSearch,
  selectDeleteFailure,
  selectFamilyGeofences,
  selectFencesShown,
  selectGeofenceForm,
  selectLocating,
} from '#client/features/geofences/selectors';
import {
  addressSubmitted,
  deleteConfirmed,
  draftChanged,
  editGeofenceOpened,
  fencesShownChosen,
  geofenceFormClosed,
  geofencesRequested,
  geofenceSubmitted,
  newGeofenceOpened,
  ownPlaceRequested,
  placePicked,
  placePressed,
} from '#client/features/geofences/slice';
import { signOutRequested } from '#client/features/session/slice';
import { RequestFailed, GeolocationFailed } from '#client/services/errors';
import { createFamily, createFix, createGeofence, createLocation } from '../../support/builders';
import { fakeServices, NOW, flushPromises } from '../../support/fakeServices';
import { defaultServer, signedInStore, startStore } from '../../support/signedInStore';

afterEach(() => jest.useRealTimers());

beforeAll(loadErrorTexts);

it.each([
  ['', 'Required', 'Required'],
  [' 45,5 ', null, null],
  ['\u2212.5', null, null],
  ['90.000001', 'From -90 to 90', null],
  ['-180.1', 'From -90 to 90', 'From -180 to 180'],
  ['0x10', 'From -90 to 90', 'From -180 to 180'],
  ['north', 'From -90 to 90', 'From -180 to 180'],
])(
  'given %j as a coordinate, then the error for the latitude is %j, for the longitude %j',
  (text, asLatitude, asLongitude) => {
    const draft = { ...NEW_DRAFT, latitude: text, longitude: text };
    expect(coordinateError(draft, 'latitude')).toBe(asLatitude);
    expect(coordinateError(draft, 'longitude')).toBe(asLongitude);
    expect(draftPosition(draft) === null).toBe((asLatitude ?? asLongitude) !== null);
  },
);

type SignedIn = Awaited<ReturnType<typeof signedInStore>>;
const names = ({ store }: SignedIn) => selectFamilyGeofences(store.getState()).map(({ name }) => name);
const form = ({ store }: SignedIn) => selectGeofenceForm(store.getState());
const sent = ({ fake }: SignedIn, path: string) =>
  fake.recorded.calls.filter((call) => call.path === path && call.input.body).map(({ input }) => input);

/** Ana signed in, with one place of her family. */
const withSchool = (change: Parameters<typeof signedInStore>[0] = () => undefined) =>
  signedInStore((fake) => {
    fake.answers['GET /api/geofences'] = () => [createGeofence('g1', { name: 'School' })];
    change(fake);
  });

const complete = { name: ' Home ', latitude: '45.25', longitude: '13,75' };
/** What the server makes of it. */
const stored = { name: 'Home', latitude: 45.25, longitude: 13.75 };

describe('the list', () => {
  it('given places of two families, then those of the selected one are shown', async () => {
    const all = await withSchool((fake) => {
      fake.answers['GET /api/families'] = () => [createFamily('f1'), createFamily('f2')];
      fake.answers['GET /api/geofences'] = () => [
        createGeofence('g1'),
        createGeofence('g2', { familyId: 'f2' }),
        createGeofence('g3', { familyId: null }),
      ];
    });
    expect(names(all)).toEqual(['Place g1', 'Place g3']);
    all.store.dispatch(familySelected({ familyId: 'f2' }));
    expect(names(all)).toEqual(['Place g2', 'Place g3']);
  });

  it('given another member made a place, then opening the page, a reconnect or a new family shows it', async () => {
    const all = await withSchool();
    const occasions = [
      () => void all.store.dispatch(alertsSettingsOpened()),
      () => all.fake.emitSignal('connected'),
      () => void all.store.dispatch(familyEntered({ families: [createFamily('f1')], familyId: 'f1' })),
    ];
    for (const [count, occasion] of occasions.entries()) {
      all.fake.answers['GET /api/geofences'] = () => [createGeofence('g9', { name: `New ${count}` })];
      occasion();
      await flushPromises();
      expect(names(all)).toEqual([`New ${count}`]);
    }
  });

  it('given the first load fails, then the page can say so; given a later one, then the list stays', async () => {
    const failing = await signedInStore((fake) => delete fake.answers['GET /api/geofences']);
    expect(failing.store.getState().geofences.status).toBe('failed');
    const all = await withSchool();
    delete all.fake.answers['GET /api/geofences'];
    all.fake.emitSignal('connected');
    await flushPromises();
    expect([names(all), all.store.getState().geofences.status]).toEqual([['School'], 'ready']);
  });

  it('given a list that was asked for before a place was made here, then it is asked for again', async () => {
    const all = await withSchool();
    let answerOld: (geofences: unknown[]) => void = () => undefined;
    all.fake.answers['GET /api/geofences'] = () => new Promise((resolve) => (answerOld = resolve));
    await all.perform(alertsSettingsOpened());
    all.fake.answers['POST /api/geofences'] = () => createGeofence('g2', { name: 'Home' });
    all.fake.answers['GET /api/geofences'] = () => [createGeofence('g1'), createGeofence('g2')];
    await all.perform(newGeofenceOpened(), draftChanged(complete), geofenceSubmitted());
    answerOld([]);
    await flushPromises();
    expect(names(all)).toEqual(['Place g1', 'Place g2']);
  });
});

describe('who changed a place last', () => {
  const viewer = {
    now: Date.parse('2026-05-03T10:00:00.000Z'),
    userId: 'ana',
    nameOf: (id: string) => (id === 'ben' ? 'Ben' : undefined),
  };
  const movedAt = '2026-05-01T10:00:00.000Z';

  it.each([
    ['a moved one', { movedBy: 'ben', movedAt }, 'Moved by Ben, 2 days ago'],
    ['one that the viewer moved', { movedBy: 'ana', movedAt }, 'Moved by you, 2 days ago'],
    ['one that a former member moved', { movedBy: 'cleo', movedAt }, 'Moved 2 days ago'],
    ['one of a deleted account', { movedBy: null, movedAt }, 'Moved 2 days ago'],
    ['one that was never moved', { createdBy: 'ben' }, 'Added by Ben, about 1 month ago'],
    ['one that a former member added', { createdBy: 'cleo' }, null],
    ['one of a server that names no one', { createdBy: null }, null],
  ])('given %s, then the list says so', (_what, change, text) => {
    expect(lastChangeText(createGeofence('g1', change), viewer)).toBe(text);
  });
});

describe('the form', () => {
  it.each(['name', 'latitude', 'longitude'])(
    'given no %s, then nothing is sent and the form says so',
    async (field) => {
      const all = await withSchool();
      await all.perform(
        newGeofenceOpened(),
        draftChanged({ ...complete, [field]: ' ' }),
        geofenceSubmitted(),
      );
      expect(form(all)?.failure?.error).toEqual({ code: 'geofence_fields_empty' });
      expect(sent(all, '/api/geofences')).toEqual([]);
    },
  );

  it.each([
    [{ latitude: '91' }, 'Latitude must be a number from -90 to 90'],
    [{ latitude: 'north' }, 'Latitude must be a number from -90 to 90'],
    [{ longitude: '-180.5' }, 'Longitude must be a number from -180 to 180'],
    [{ name: 'x'.repeat(101) }, 'Location Name can be at most 100 characters'],
  ])('given %p, then the form says: %s', async (change, sentence) => {
    const all = await withSchool();
    await all.perform(newGeofenceOpened(), draftChanged({ ...complete, ...change }), geofenceSubmitted());
    const error = form(all)?.failure?.error;
    expect(error && errorMessage(error)).toBe(sentence);
    expect(sent(all, '/api/geofences')).toEqual([]);
  });

  it('given a refused form, when it is corrected bit by bit, then it says what is still wrong', async () => {
    const all = await withSchool();
    await all.perform(
      newGeofenceOpened(),
      draftChanged({ latitude: '91', longitude: '2' }),
      geofenceSubmitted(),
    );
    const code = () => form(all)?.failure?.error.code;
    expect(code()).toBe('geofence_fields_empty');
    await all.perform(draftChanged({ latitude: '92' }));
    expect(code()).toBe('geofence_fields_empty');
    await all.perform(draftChanged({ name: 'Home' }));
    expect(code()).toBe('latitude_invalid');
    await all.perform(placePressed({ latitude: 45, longitude: 13 }));
    expect(form(all)?.failure).toBeNull();
    expect(sent(all, '/api/geofences')).toEqual([]);
  });

  it('given the server refused a place, when the form is changed, then its reason stays', async () => {
    const all = await withSchool();
    all.fake.answers['POST /api/geofences'] = () =>
      Promise.reject(new RequestFailed(409, { code: 'geofence_limit', params: { max: 100 } }));
    await all.perform(newGeofenceOpened(), draftChanged(complete), geofenceSubmitted());
    await all.perform(draftChanged({ name: 'Home' }));
    expect(form(all)?.failure?.error.code).toBe('geofence_not_created');
  });

  it('given no family, then a family must be selected first', async () => {
    const all = await withSchool((fake) => (fake.answers['GET /api/families'] = () => []));
    await all.perform(newGeofenceOpened(), draftChanged(complete), geofenceSubmitted());
    expect(form(all)?.failure?.error).toEqual({ code: 'geofence_family_missing' });
  });

  it('given an edit, then it starts from what is there, changes it and closes', async () => {
    const all = await withSchool();
    all.store.dispatch(editGeofenceOpened({ id: 'g1' }));
    expect(form(all)).toMatchObject({ name: 'School', latitude: '45.2', longitude: '13.7', radius: 100 });
    all.fake.answers['PUT /api/geofences/:id'] = () => createGeofence('g1', { name: 'Academy' });
    await all.perform(draftChanged({ name: 'Academy' }), geofenceSubmitted());
    expect(sent(all, '/api/geofences/:id')).toMatchObject([
      { params: { id: 'g1' }, body: { name: 'Academy', radius: 100 } },
    ]);
    expect([names(all), form(all)]).toEqual([['Academy'], null]);
  });

  it.each([
    ['create', 'POST /api/geofences', 'geofence_not_created'],
    ['update', 'PUT /api/geofences/:id', 'geofence_not_updated'],
  ])(
    'given the server refuses to %s, then the form stays with our words and its reason',
    async (what, call, code) => {
      const all = await withSchool();
      all.fake.answers[call] = () =>
        Promise.reject(new RequestFailed(409, { code: 'geofence_limit', params: { max: 100 } }));
      await all.perform(
        what === 'create' ? newGeofenceOpened() : editGeofenceOpened({ id: 'g1' }),
        draftChanged(complete),
        geofenceSubmitted(),
      );
      expect(form(all)).toMatchObject({
        status: 'idle',
        failure: { error: { code }, detail: { code: 'geofence_limit', params: { max: 100 } } },
      });
      expect(names(all)).toEqual(['School']);
    },
  );
});

describe('a slow answer to a form that was closed', () => {
  /** Answers when the test says so. */
  function slow<T>(answer: () => T | Promise<T>) {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    return { open: () => open(), answer: () => gate.then(answer) };
  }
  const twoPlaces = () => [createGeofence('g1', { name: 'School' }), createGeofence('g2', { name: 'Home' })];

  it.each<[string, () => unknown, string[]]>([
    ['saved', () => createGeofence('g1', { name: 'Academy' }), ['Academy', 'Home']],
    ['refused', () => Promise.reject(new RequestFailed(500, null)), ['School', 'Home']],
  ])('given it is %s, then the next form stays as it is', async (_what, answer, after) => {
    const all = await withSchool((fake) => (fake.answers['GET /api/geofences'] = twoPlaces));
    const call = slow(answer);
    all.fake.answers['PUT /api/geofences/:id'] = call.answer;
    await all.perform(editGeofenceOpened({ id: 'g1' }), geofenceSubmitted());
    all.store.dispatch(geofenceFormClosed());
    all.store.dispatch(editGeofenceOpened({ id: 'g2' }));
    all.store.dispatch(draftChanged({ name: 'Our home' }));
    call.open();
    await flushPromises();
    expect(form(all)).toMatchObject({ id: 'g2', name: 'Our home', status: 'idle', failure: null });
    expect(names(all)).toEqual(after);
  });

  it('given one’s own place or an address comes late, then the next form does not take it', async () => {
    const all = await withSchool();
    const [place, search] = [slow(() => createFix()), slow(() => [{ name: 'x', latitude: 1, longitude: 2 }])];
    all.fake.onLocate(place.answer);
    all.fake.onSearch(search.answer);
    await all.perform(newGeofenceOpened(), ownPlaceRequested(), addressSubmitted({ text: 'Home' }));
    all.store.dispatch(geofenceFormClosed());
    all.store.dispatch(editGeofenceOpened({ id: 'g1' }));
    place.open();
    search.open();
    await flushPromises();
    expect(form(all)).toMatchObject({ latitude: '45.2', longitude: '13.7' });
    expect(selectAddressSearch(all.store.getState())).toEqual({ status: 'idle', results: [] });
  });

  it.each([
    ['pressed on the map', placePressed({ latitude: 1, longitude: 2 })],
    ['picked in a list', placePicked({ latitude: 1, longitude: 2 })],
    ['typed', draftChanged({ latitude: '1' })],
  ])('given one’s own place comes after another was %s, then the form keeps that', async (_how, action) => {
    const all = await withSchool();
    for (const answer of [() => createFix(), () => Promise.reject(new GeolocationFailed('timeout'))]) {
      const place = slow<ReturnType<typeof createFix>>(answer);
      all.fake.onLocate(place.answer);
      await all.perform(newGeofenceOpened(), ownPlaceRequested(), draftChanged({ name: 'Home' }), action);
      expect(selectLocating(all.store.getState())).toEqual({ status: 'idle', problem: null });
      place.open();
      await flushPromises();
      expect(form(all)).toMatchObject({ name: 'Home', latitude: '1' });
      expect(selectLocating(all.store.getState())).toEqual({ status: 'idle', problem: null });
    }
  });

  it('given a form is submitted twice, then it is sent once', async () => {
    const all = await withSchool();
    await all.perform(editGeofenceOpened({ id: 'g1' }), geofenceSubmitted(), geofenceSubmitted());
    expect(sent(all, '/api/geofences/:id')).toHaveLength(1);
  });

  it('given the answer to a new place is lost, when the server has it, then it is saved', async () => {
    const all = await withSchool();
    all.fake.answers['GET /api/geofences'] = () => [
      createGeofence('g1', { name: 'School' }),
      createGeofence('g2', stored),
    ];
    await all.perform(newGeofenceOpened(), draftChanged(complete), geofenceSubmitted());
    expect([names(all), form(all)]).toEqual([['School', 'Home'], null]);
  });

  it('given the answer to a new place is lost, when the server has only others, then it has failed', async () => {
    const all = await withSchool();
    all.fake.answers['GET /api/geofences'] = () => [createGeofence('g2', { name: 'Another' })];
    await all.perform(newGeofenceOpened(), draftChanged(complete), geofenceSubmitted());
    expect(form(all)?.failure?.error).toEqual({ code: 'geofence_not_created' });
    expect(names(all)).toEqual(['Another']);
  });

  it('given the answer to a new place is lost, when a later list has it, then it is saved', async () => {
    const all = await withSchool();
    all.fake.answers['GET /api/geofences'] = () => Promise.reject(new RequestFailed(null, null));
    await all.perform(newGeofenceOpened(), draftChanged(complete), geofenceSubmitted());
    expect(form(all)?.failure?.error).toEqual({ code: 'geofence_not_created' });
    all.fake.answers['GET /api/geofences'] = () => [createGeofence('g2', stored)];
    await all.perform(geofencesRequested());
    expect([names(all), form(all)]).toEqual([['Home'], null]);
  });

  it('given the form is changed after a lost answer, when it is sent again, then the stored place is', async () => {
    const all = await withSchool();
    all.fake.answers['GET /api/geofences'] = () => Promise.reject(new RequestFailed(null, null));
    await all.perform(newGeofenceOpened(), draftChanged(complete), geofenceSubmitted());
    all.fake.answers['GET /api/geofences'] = () => [createGeofence('g2', stored)];
    await all.perform(draftChanged({ radius: 250 }), geofencesRequested());
    expect(form(all)).toMatchObject({ name: ' Home ', radius: 250 });
    all.fake.answers['PUT /api/geofences/:id'] = () => createGeofence('g2', { ...stored, radius: 250 });
    await all.perform(geofenceSubmitted());
    expect(form(all)).toBeNull();
    expect(sent(all, '/api/geofences')).toHaveLength(1);
    expect(sent(all, '/api/geofences/:id')).toMatchObject([{ body: { radius: 250 }, params: { id: 'g2' } }]);
  });

  it('given the second try waits for the list, when it is cancelled, then nothing more is sent', async () => {
    const all = await withSchool();
    const list = slow(() => []);
    all.fake.answers['GET /api/geofences'] = list.answer;
    await all.perform(newGeofenceOpened(), draftChanged(complete), geofenceSubmitted());
    await all.perform(geofenceSubmitted(), geofenceFormClosed());
    list.open();
    await flushPromises();
    expect(sent(all, '/api/geofences')).toHaveLength(1);
  });

  it('given the answer to a new place is lost, when it is sent again at once, then it is there once', async () => {
    const all = await withSchool();
    const list = slow(() => [createGeofence('g1'), createGeofence('g2', stored)]);
    all.fake.answers['GET /api/geofences'] = list.answer;
    all.fake.answers['PUT /api/geofences/:id'] = () => createGeofence('g2', stored);
    await all.perform(newGeofenceOpened(), draftChanged(complete), geofenceSubmitted());
    await all.perform(geofenceSubmitted());
    expect(form(all)?.status).toBe('submitting');
    list.open();
    await flushPromises();
    expect(form(all)).toBeNull();
    expect(sent(all, '/api/geofences')).toHaveLength(1);
  });

  it('given the answer to a change or deletion is lost, then the list is loaded again', async () => {
    const all = await withSchool();
    all.fake.answers['GET /api/geofences'] = () => [createGeofence('g1', { name: 'Home' })];
    await all.perform(editGeofenceOpened({ id: 'g1' }), draftChanged(complete), geofenceSubmitted());
    expect(names(all)).toEqual(['Home']);
    all.fake.answers['GET /api/geofences'] = () => [];
    await all.perform(deleteConfirmed({ id: 'g1' }));
    expect(names(all)).toEqual([]);
  });

  it('given another member has deleted it, then the list is loaded again', async () => {
    const all = await withSchool();
    all.fake.answers['DELETE /api/geofences/:id'] = () =>
      Promise.reject(new RequestFailed(404, { code: 'geofence_not_found' }));
    all.fake.answers['GET /api/geofences'] = () => [];
    await all.perform(deleteConfirmed({ id: 'g1' }));
    expect(names(all)).toEqual([]);
  });
});

it('given /alerts-settings is the first page, then the places are loaded once', async () => {
  const fake = fakeServices(defaultServer());
  fake.stored.set('token', 'the-token');
  const { perform } = await startStore(fake);
  await perform(alertsSettingsOpened());
  fake.emitSignal('connected');
  await flushPromises();
  expect(fake.recorded.calls.filter(({ path }) => path === '/api/geofences')).toHaveLength(1);
});

describe('deleting', () => {
  it('given it is confirmed, then the place is gone', async () => {
    const all = await withSchool();
    all.fake.answers['DELETE /api/geofences/:id'] = () => undefined;
    await all.perform(deleteConfirmed({ id: 'g1' }));
    expect(names(all)).toEqual([]);
  });

  it('given it fails, then the place stays and the page says so', async () => {
    const all = await withSchool();
    await all.perform(deleteConfirmed({ id: 'g1' }));
    expect(names(all)).toEqual(['School']);
    expect(all.store.getState().geofences.failure).toEqual({
      id: 'g1',
      error: { code: 'geofence_not_deleted' },
      detail: { code: 'server_unreachable' },
    });
  });

  it('given its answer is lost, when a later list lacks the place, then its error goes', async () => {
    const all = await withSchool();
    await all.perform(deleteConfirmed({ id: 'g1' }));
    expect(selectDeleteFailure(all.store.getState())).not.toBeNull();
    all.fake.answers['GET /api/geofences'] = () => [];
    await all.perform(geofencesRequested());
    expect([names(all), selectDeleteFailure(all.store.getState())]).toEqual([[], null]);
  });

  it('given another deletion fails meanwhile, when the list lacks the first place, then the error stays', async () => {
    const all = await withSchool(({ answers }) => {
      answers['GET /api/geofences'] = () => [createGeofence('g1'), createGeofence('g2')];
    });
    await all.perform(deleteConfirmed({ id: 'g1' }), deleteConfirmed({ id: 'g2' }));
    all.fake.answers['GET /api/geofences'] = () => [createGeofence('g2')];
    await all.perform(geofencesRequested());
    expect(selectDeleteFailure(all.store.getState())).toMatchObject({ id: 'g2' });
  });
});

describe('setting the place', () => {
  const opened = async (change?: Parameters<typeof signedInStore>[0]) => {
    const all = await withSchool(change);
    all.store.dispatch(newGeofenceOpened());
    return all;
  };

  it('given a press on the map, then the fields follow and the map stays', async () => {
    const all = await opened();
    all.store.dispatch(placePressed({ latitude: 45.12345678, longitude: 13.5 }));
    expect(form(all)).toMatchObject({ latitude: '45.123457', longitude: '13.5', centerKey: 0 });
  });

  it('given a place of a list, then the fields show it and the map moves there', async () => {
    const all = await opened();
    all.store.dispatch(placePicked({ latitude: 1, longitude: 2 }));
    expect(form(all)).toMatchObject({ latitude: '1', longitude: '2', centerKey: 1 });
  });

  it('given my location, then it is where the browser is, or else where I was last', async () => {
    const all = await opened((fake) => {
      fake.onLocate(() => Promise.resolve(createFix()));
      fake.answers['GET /api/locations/family'] = () => [
        createLocation('ana', { latitude: 7, longitude: 8 }),
      ];
    });
    await all.perform(ownPlaceRequested());
    expect(form(all)).toMatchObject({ latitude: '45.3', longitude: '13.8' });
    all.fake.onLocate(() => Promise.reject(new GeolocationFailed('denied')));
    await all.perform(ownPlaceRequested());
    expect(form(all)).toMatchObject({ latitude: '7', longitude: '8' });
  });

  it('given my location is unknown, then the form says why', async () => {
    const all = await opened((fake) => fake.onLocate(() => Promise.reject(new GeolocationFailed('denied'))));
    await all.perform(ownPlaceRequested());
    expect(all.store.getState().geofences.locating).toEqual({ status: 'idle', problem: 'denied' });
  });
});

describe('searching an address', () => {
  const search = (all: SignedIn, text: string) => all.store.dispatch(addressSubmitted({ text }));
  const home = { name: 'Višnjan, Istria', latitude: 45.27, longitude: 13.71 };

  it('given it is found, then the results can be picked from', async () => {
    const all = await signedInStore((fake) => fake.onSearch(() => Promise.resolve([home])));
    search(all, 'Višnjan');
    await flushPromises();
    expect(selectAddressSearch(all.store.getState())).toEqual({ status: 'found', results: [home] });
  });

  it('given the geocoder fails, then the form says so', async () => {
    const all = await signedInStore((fake) => fake.onSearch(() => Promise.reject(new Error('down'))));
    search(all, 'Višnjan');
    await flushPromises();
    expect(selectAddressSearch(all.store.getState()).status).toBe('failed');
  });

  it('given three searches within a second, then the first and the last are asked, a second apart', async () => {
    jest.useFakeTimers();
    const all = await signedInStore();
    search(all, 'one');
    await flushPromises();
    search(all, 'two');
    search(all, 'three');
    await flushPromises();
    expect(all.fake.recorded.geocoderSearches).toEqual(['one']);
    jest.advanceTimersByTime(999);
    await flushPromises();
    expect(all.fake.recorded.geocoderSearches).toEqual(['one']);
    jest.advanceTimersByTime(1);
    await flushPromises();
    expect(all.fake.recorded.geocoderSearches).toEqual(['one', 'three']);
  });

  it('given a clock that was set back, then the wait is at most a second', async () => {
    jest.useFakeTimers();
    const all = await signedInStore();
    search(all, 'one');
    await flushPromises();
    all.fake.setNow(NOW - 3_600_000);
    search(all, 'two');
    await flushPromises();
    jest.advanceTimersByTime(1_000);
    await flushPromises();
    expect(all.fake.recorded.geocoderSearches).toEqual(['one', 'two']);
  });
});

describe('on the main map', () => {
  it('given they are switched off, then this device remembers it, also after a logout', async () => {
    const all = await withSchool();
    await all.perform(fencesShownChosen(false), signOutRequested());
    expect(selectFencesShown(all.store.getState())).toBe(false);
    const again = await signedInStore((fake) =>
      fake.stored.set('fencesHidden', all.fake.stored.get('fencesHidden') ?? ''),
    );
    expect(selectFencesShown(again.store.getState())).toBe(false);
    again.store.dispatch(fencesShownChosen(true));
    expect(again.fake.stored.has('fencesHidden')).toBe(false);
  });

  it('given a logout, then no place is left in the store', async () => {
    const all = await withSchool();
    await all.perform(signOutRequested());
    expect(all.store.getState().geofences.items).toEqual([]);
  });
});
