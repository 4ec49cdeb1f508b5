import { selectPanel } from '#client/features/families/selectors';
import { familiesRequested, panelMoved } from '#client/features/families/slice';
import { mapMovedByHand } from '#client/features/locations/actions';
import { lastUpdated } from '#client/features/locations/messages';
import { clockTicked } from '#client/features/session/device/slice';
import { mapOpened, profileOpened } from '#client/store/pageActions';
import { selectMemberPresences } from '#client/features/locations/presence';
import { selectCamera, selectIsLocationBlocked } from '#client/features/locations/selectors';
import {
  everyoneRequested,
  locationsRequested,
  memberSelected,
  pointChosen,
  recenterRequested,
  sharingStartRequested,
  sharingStopRequested,
} from '#client/features/locations/slice';
import { EmitRefused, GeolocationFailed } from '#client/services/errors';
import { createFamily, createFix, createLocation } from '../../support/builders';
import { NOW, flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Store = Awaited<ReturnType<typeof signedInStore>>['store'];
const presenceOf = (store: Store, id: string) =>
  selectMemberPresences(store.getState()).find(({ member }) => member.id === id);

describe('positions of members', () => {
  it('given many fixes within one frame, then the store changes once, to the newest of each person', async () => {
    const { store, fake } = await signedInStore();
    const changes = jest.fn();
    store.subscribe(changes);
    for (let second = 10; second < 60; second += 1) {
      fake.receive(
        'location:updated',
        createLocation('ben', { latitude: second / 10, timestamp: `2026-05-01T11:59:${second}.000Z` }),
      );
    }
    expect(changes).not.toHaveBeenCalled();
    fake.drawFrame();
    expect(changes).toHaveBeenCalledTimes(1);
    expect(presenceOf(store, 'ben')?.position?.latitude).toBe(5.9);
  });

  it('given an older fix, then the marker stays', async () => {
    const { store, fake } = await signedInStore();
    fake.receive(
      'location:updated',
      createLocation('ben', { latitude: 1, timestamp: '2026-05-01T11:00:00.000Z' }),
    );
    fake.drawFrame();
    expect(presenceOf(store, 'ben')?.position?.latitude).toBe(45.2);
  });

  it('given an older list without a member who has just shared, then it is loaded again', async () => {
    const { store, fake } = await signedInStore();
    fake.answers['GET /api/locations/family'] = () => [];
    store.dispatch(locationsRequested());
    await flushPromises();
    const lists = [[], [createLocation('ben')]];
    fake.answers['GET /api/locations/family'] = () => {
      const list = lists.shift();
      if (list?.length === 0) {
        fake.receive('location:updated', createLocation('ben'));
        fake.drawFrame();
      }
      return list ?? [];
    };
    store.dispatch(locationsRequested());
    await flushPromises();
    expect(presenceOf(store, 'ben')?.position?.latitude).toBe(45.2);
    expect(lists).toEqual([]);
  });

  it('given a fix of an unknown person, then the families are loaded again', async () => {
    const { store, fake } = await signedInStore();
    fake.answers['GET /api/families'] = () => [createFamily('f1', ['ana', 'ben', 'cleo'])];
    fake.answers['GET /api/locations/family'] = () => [createLocation('cleo')];
    fake.receive('location:updated', createLocation('cleo'));
    fake.drawFrame();
    jest.advanceTimersByTime(200);
    await flushPromises();
    expect(presenceOf(store, 'cleo')?.position).toMatchObject({ userId: 'cleo' });
  });

  it('given a reconnect, then positions, families and geofences are fetched again', async () => {
    const { fake } = await signedInStore();
    fake.recorded.calls.length = 0;
    fake.emitSignal('lost');
    fake.emitSignal('connected');
    await flushPromises();
    expect(fake.recorded.calls.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/families', '/api/geofences', '/api/locations/family']),
    );
  });

  it('given a person is missing in the list, then their position is removed', async () => {
    const { store, fake } = await signedInStore();
    fake.answers['GET /api/locations/family'] = () => [];
    fake.emitSignal('connected');
    await flushPromises();
    expect(presenceOf(store, 'ben')?.position).toBeNull();
  });
});

describe('presence', () => {
  it.each([
    [0, 'fresh', 'Last updated less than a minute ago'],
    [599_999, 'fresh', 'Last updated 10 minutes ago'],
    [600_000, 'stale', 'Last updated 10 minutes ago'],
    [3 * 3_600_000, 'stale', 'Last updated about 3 hours ago'],
    [-60_000, 'fresh', 'Last updated less than a minute ago'],
  ])('given a position of an age of %p ms, then it is %s: %s', async (age, presence, text) => {
    const { store } = await signedInStore((fake) => {
      fake.answers['GET /api/locations/family'] = () => [
        createLocation('ben', { timestamp: new Date(NOW - age).toISOString() }),
      ];
    });
    store.dispatch(clockTicked({ now: NOW }));
    const shown = presenceOf(store, 'ben');
    expect([shown?.presence, lastUpdated(shown?.age ?? null)]).toEqual([presence, text]);
  });

  it('given no position, then the text says so and there is no dot', async () => {
    const { store } = await signedInStore();
    expect(presenceOf(store, 'ana')).toMatchObject({ presence: null, age: null, isMe: true });
    expect(lastUpdated(null)).toBe('Location not shared');
  });
});

describe('sharing', () => {
  it('given an unknown accuracy, then none is sent', async () => {
    const { fake, perform } = await signedInStore();
    await perform(sharingStartRequested());
    fake.receiveFix(createFix({ accuracy: null }));
    await flushPromises();
    expect(fake.recorded.emitted[0]?.payload).not.toHaveProperty('accuracy');
  });

  it('given 50 fixes without a connection, then only the newest is sent when it is back', async () => {
    const { fake, perform } = await signedInStore();
    await perform(sharingStartRequested());
    fake.emitSignal('lost');
    for (let second = 10; second < 60; second += 1) {
      fake.receiveFix(createFix({ latitude: second, timestamp: `2026-05-01T12:00:${second}.000Z` }));
    }
    await flushPromises();
    expect(fake.recorded.emitted).toEqual([]);
    fake.emitSignal('connected');
    await flushPromises();
    jest.advanceTimersByTime(5_000);
    await flushPromises();
    expect(fake.recorded.emitted.map(({ payload }) => (payload as { latitude: number }).latitude)).toEqual([
      59,
    ]);
  });

  it('given a lost acknowledgement, then the fix is sent again; given a refusal, then it is not', async () => {
    const { fake, perform } = await signedInStore();
    await perform(sharingStartRequested());
    const answers = [new Error('timeout'), new EmitRefused({ code: 'latitude_invalid' })];
    const attempts = jest.fn(() => Promise.reject(answers.shift() ?? new Error('a third attempt')));
    fake.onEmit(attempts);
    fake.receiveFix(createFix());
    await flushPromises();
    jest.advanceTimersByTime(1_000);
    await flushPromises();
    jest.advanceTimersByTime(10_000);
    await flushPromises();
    expect(attempts).toHaveBeenCalledTimes(2);
  });

  it('given a stop, then the watch ends and nothing more is sent', async () => {
    const { store, fake, perform } = await signedInStore();
    await perform(sharingStartRequested());
    expect(store.getState().locations.live.sharing).toBe('on');
    await perform(sharingStopRequested());
    expect([fake.watchCount(), store.getState().locations.live.sharing]).toEqual([0, 'off']);
  });

  it('given a new member, then the position is sent again with the current time; else it is not', async () => {
    const { store, fake } = await signedInStore();
    store.dispatch(sharingStartRequested());
    await flushPromises();
    const timestamp = '2026-05-01T11:00:00.000Z';
    fake.answers['GET /api/locations/family'] = () => [createLocation('ana', { latitude: 45.3, timestamp })];
    fake.receiveFix(createFix({ timestamp }));
    await flushPromises();
    fake.recorded.emitted.length = 0;
    const reload = async (ids: string[]) => {
      fake.answers['GET /api/families'] = () => [createFamily('f1', ids)];
      fake.receive('family:changed', { familyId: 'f1' });
      await flushPromises();
      jest.advanceTimersByTime(300);
      await flushPromises();
    };
    await reload(['ana', 'ben']);
    expect(fake.recorded.emitted).toEqual([]);
    await reload(['ana', 'ben', 'cleo']);
    expect(fake.recorded.emitted).toMatchObject([
      { payload: { latitude: 45.3, timestamp: new Date(NOW).toISOString() } },
    ]);
  });

  it('given two presses on start, then there is one watch', async () => {
    const { fake, perform } = await signedInStore();
    await perform(sharingStartRequested(), sharingStartRequested());
    expect(fake.watchCount()).toBe(1);
  });

  it('given a timeout, then it searches; given a denied permission, then sharing stops and says why', async () => {
    const { store, fake, perform } = await signedInStore();
    await perform(sharingStartRequested());
    fake.failGeolocation('timeout');
    await flushPromises();
    expect(store.getState().locations.live).toMatchObject({ sharing: 'on', problem: null, searching: true });
    expect(fake.recorded.infos).toContain('Geolocation error:');
    fake.failGeolocation('denied');
    await flushPromises();
    expect(store.getState().locations.live).toMatchObject({ sharing: 'off', problem: 'denied' });
    expect(fake.watchCount()).toBe(0);
  });

  it('given the browser refuses the location from the start, then it is known, and no notice says so', async () => {
    const { store, fake } = await signedInStore((before) => before.denyGeolocation());
    expect(selectIsLocationBlocked(store.getState())).toBe(true);
    expect(store.getState().locations.live.problem).toBeNull();
    fake.grantGeolocation();
    await flushPromises();
    expect(selectIsLocationBlocked(store.getState())).toBe(false);
    fake.denyGeolocation();
    await flushPromises();
    expect(selectIsLocationBlocked(store.getState())).toBe(true);
  });

  it('given a search for the position, when another window takes over, then this one searches no more', async () => {
    const { store, fake, perform } = await signedInStore();
    await perform(sharingStartRequested());
    fake.failGeolocation('timeout');
    await flushPromises();
    expect(store.getState().locations.live.searching).toBe(true);
    fake.setLeader(false);
    await flushPromises();
    expect(store.getState().locations.live).toMatchObject({ sharing: 'on', searching: false });
  });

  it('given a browser without positions, then sharing does not start', async () => {
    const { store, perform } = await signedInStore((fake) => fake.disableGeolocation());
    await perform(sharingStartRequested());
    expect(store.getState().locations.live).toMatchObject({ sharing: 'off', problem: 'unsupported' });
  });
});

describe('the camera of the map', () => {
  it('given a position of the user, then the map starts there without asking the browser', async () => {
    const { store, perform } = await signedInStore((fake) => {
      fake.answers['GET /api/locations/family'] = () => [
        createLocation('ana', { latitude: 1, longitude: 2 }),
      ];
    });
    await perform(mapOpened());
    expect(selectCamera(store.getState())).toEqual({ latitude: 1, longitude: 2, request: 1, bounds: null });
  });

  /** Ana moves north by a degree a minute; the server sends where she is when it is asked. */
  async function storeOfMovingAna() {
    let minute = 0;
    const { store, perform } = await signedInStore((fake) => {
      fake.answers['GET /api/locations/family'] = () => [
        createLocation('ana', {
          latitude: minute,
          longitude: 2,
          timestamp: new Date(NOW + minute * 60_000).toISOString(),
        }),
      ];
    });
    await perform(mapOpened());
    const loadNewer = async () => {
      minute += 1;
      await perform(locationsRequested());
      return selectCamera(store.getState());
    };
    return { perform, loadNewer };
  }

  it('given an old position of the user, when the server sends a newer one, then the map moves there', async () => {
    const { loadNewer } = await storeOfMovingAna();
    expect(await loadNewer()).toMatchObject({ latitude: 1, request: 2 });
    expect(await loadNewer()).toMatchObject({ latitude: 1, request: 2 });
  });

  it('given an old position of the user, when the user moves the map, then a newer one leaves it there', async () => {
    const { perform, loadNewer } = await storeOfMovingAna();
    await perform(mapMovedByHand());
    expect(await loadNewer()).toMatchObject({ latitude: 0, request: 1 });
  });

  it('given no position of the user, then the map starts at the browser’s position', async () => {
    const { store, perform } = await signedInStore((fake) =>
      fake.onLocate(() => Promise.resolve(createFix())),
    );
    await perform(mapOpened());
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45.3, longitude: 13.8 });
  });

  it('given neither, then the map starts with all members in view', async () => {
    const { store, perform } = await signedInStore((fake) => {
      fake.answers['GET /api/families'] = () => [createFamily('f1', ['ana', 'ben', 'cleo'])];
      fake.answers['GET /api/locations/family'] = () => [
        createLocation('ben', { latitude: 45, longitude: 13 }),
        createLocation('cleo', { latitude: 46, longitude: 15 }),
      ];
    });
    await perform(mapOpened());
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45.5, bounds: [13, 45, 15, 46] });
  });

  it('given no position of any member, then the map starts at the default', async () => {
    const { store, perform } = await signedInStore((fake) => {
      fake.answers['GET /api/locations/family'] = () => [];
    });
    await perform(mapOpened());
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 37.77, longitude: -122.42 });
  });

  it('given members are loaded after the default is shown, then the map shows them all', async () => {
    let families: unknown[] = [];
    const { store, perform } = await signedInStore((fake) => {
      fake.answers['GET /api/families'] = () => families;
      fake.answers['GET /api/locations/family'] = () => [
        createLocation('ben', { latitude: 45, longitude: 13 }),
        createLocation('cleo', { latitude: 46, longitude: 15 }),
      ];
    });
    await perform(mapOpened());
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 37.77, request: 1 });
    // The server was away for minutes.
    jest.advanceTimersByTime(300_000);
    await flushPromises();
    families = [createFamily('f1', ['ana', 'ben', 'cleo'])];
    await perform(familiesRequested());
    expect(selectCamera(store.getState())).toMatchObject({ bounds: [13, 45, 15, 46], request: 2 });
  });

  it('given the default, when the first position of a member arrives, then the map shows it', async () => {
    const { store, fake, perform } = await signedInStore(({ answers }) => {
      answers['GET /api/locations/family'] = () => [];
    });
    await perform(mapOpened());
    jest.advanceTimersByTime(60_000);
    fake.receive('location:updated', createLocation('ben', { latitude: 45, longitude: 13 }));
    fake.drawFrame();
    await flushPromises();
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45, longitude: 13, request: 2 });
  });

  it('given a browser that answers late, then the map starts at the default and moves to the answer', async () => {
    let answer: (fix: ReturnType<typeof createFix>) => void = () => undefined;
    const { store, perform } = await signedInStore((fake) => {
      fake.answers['GET /api/locations/family'] = () => [];
      fake.onLocate(() => new Promise((resolve) => (answer = resolve)));
    });
    await perform(mapOpened());
    jest.advanceTimersByTime(1_500);
    await flushPromises();
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 37.77, request: 1 });
    answer(createFix());
    await flushPromises();
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45.3, request: 2 });
  });

  it('given a member is chosen before the first view, then a late position moves nothing', async () => {
    let answer: (fix: ReturnType<typeof createFix>) => void = () => undefined;
    const { store, perform } = await signedInStore((fake) =>
      fake.onLocate(() => new Promise((resolve) => (answer = resolve))),
    );
    await perform(mapOpened(), memberSelected({ userId: 'ben' }));
    answer(createFix());
    await flushPromises();
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45.2, request: 1 });
  });

  it('given "show everyone" before the first view, then a late position moves nothing', async () => {
    let answer: (fix: ReturnType<typeof createFix>) => void = () => undefined;
    const { store, perform } = await signedInStore((fake) =>
      fake.onLocate(() => new Promise((resolve) => (answer = resolve))),
    );
    await perform(mapOpened(), everyoneRequested());
    answer(createFix());
    await flushPromises();
    expect(selectCamera(store.getState())).toMatchObject({ bounds: [13.7, 45.2, 13.7, 45.2], request: 1 });
  });

  it('given the map was not opened, then the browser is not asked', async () => {
    const ask = jest.fn(() => Promise.resolve(createFix()));
    await signedInStore((fake) => fake.onLocate(ask));
    expect(ask).not.toHaveBeenCalled();
  });

  it('given a press on recenter while sharing, then the map moves to the user’s position', async () => {
    const { store, fake, perform } = await signedInStore();
    await perform(sharingStartRequested());
    fake.receiveFix(createFix({ latitude: 9 }));
    await flushPromises();
    await perform(recenterRequested());
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 9 });
  });

  it('given recenter, when a member is selected meanwhile, then a late position moves nothing', async () => {
    const { store, fake, perform } = await signedInStore();
    let answer: (fix: ReturnType<typeof createFix>) => void = () => undefined;
    fake.onLocate(() => new Promise((resolve) => (answer = resolve)));
    await perform(recenterRequested(), memberSelected({ userId: 'ben' }));
    answer(createFix());
    await flushPromises();
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45.2, longitude: 13.7 });
  });

  it('given recenter, when a member without a position is selected, then the map still moves', async () => {
    const { store, fake, perform } = await signedInStore();
    let answer: (fix: ReturnType<typeof createFix>) => void = () => undefined;
    fake.onLocate(() => new Promise((resolve) => (answer = resolve)));
    await perform(mapOpened(), everyoneRequested(), recenterRequested(), memberSelected({ userId: 'eva' }));
    answer(createFix());
    await flushPromises();
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45.3 });
  });

  it('given recenter without any position, then the page says why', async () => {
    const { store, perform } = await signedInStore((fake) =>
      fake.onLocate(() => Promise.reject(new GeolocationFailed('denied'))),
    );
    await perform(recenterRequested());
    expect(store.getState().locations.live.problem).toBe('denied');
  });

  it('given recenter failed, when it succeeds, then the page no longer says why', async () => {
    const { store, fake, perform } = await signedInStore((services) =>
      services.onLocate(() => Promise.reject(new GeolocationFailed('denied'))),
    );
    await perform(recenterRequested());
    fake.onLocate(() => Promise.resolve(createFix()));
    await perform(recenterRequested());
    expect(store.getState().locations.live.problem).toBeNull();
  });

  it('given "show everyone", then the map shows all members; given a member is selected, then one', async () => {
    const { store, perform } = await signedInStore();
    await perform(everyoneRequested());
    expect(selectCamera(store.getState())?.bounds).toEqual([13.7, 45.2, 13.7, 45.2]);
    await perform(memberSelected({ userId: 'ben' }));
    expect(selectCamera(store.getState())?.bounds).toBeNull();
  });

  it('given a member is selected, then the map moves to them', async () => {
    const { store, perform } = await signedInStore();
    await perform(memberSelected({ userId: 'ben' }));
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45.2, longitude: 13.7 });
  });

  it('given a selected member who moved while another page was open, then the map comes back to them', async () => {
    const { store, fake, perform } = await signedInStore();
    await perform(mapOpened(), memberSelected({ userId: 'ben' }));
    const camera = selectCamera(store.getState());
    await perform(profileOpened({ userId: 'ben' }), mapOpened());
    expect(selectCamera(store.getState())).toBe(camera);
    await perform(profileOpened({ userId: 'ben' }));
    fake.receive(
      'location:updated',
      createLocation('ben', { latitude: 45.3, timestamp: new Date(NOW + 1_000).toISOString() }),
    );
    fake.drawFrame();
    await perform(mapOpened());
    expect(selectCamera(store.getState())).toMatchObject({ latitude: 45.3, longitude: 13.7 });
  });

  it('given the place of an SOS is chosen on another page, then the map opens there', async () => {
    const { store, perform } = await signedInStore();
    const place = { latitude: 46, longitude: 14, zoom: 16 };
    await perform(pointChosen({ userId: 'ben', ...place }), mapOpened());
    expect(selectCamera(store.getState())).toMatchObject(place);
  });

  it.each([memberSelected({ userId: 'ben' }), pointChosen({ latitude: 45.2, longitude: 13.7 })])(
    'given a full list, then what the map shows is not covered: $type',
    async (chosen) => {
      const { store, perform } = await signedInStore();
      await perform(panelMoved({ height: 'full', scrollTop: 240 }), chosen);
      expect(selectPanel(store.getState())).toMatchObject({ height: 'half', scrollTop: 0 });
    },
  );
});
