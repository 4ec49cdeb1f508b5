import { sosSubmitted } from '#client/features/alerts/sos/slice';
import { appearanceChosen } from '#client/features/session/device/slice';
import { mapOpened } from '#client/store/pageActions';
import { selectSos, selectUnreadCount } from '#client/features/alerts/selectors';
import { pushSwitched } from '#client/features/alerts/push/actions';
import { inviteCopyRequested, joinFamilySubmitted } from '#client/features/families/slice';
import { addressSubmitted, newGeofenceOpened } from '#client/features/geofences/slice';
import { selectPositionOf } from '#client/features/locations/selectors';
import { recenterRequested, sharingStartRequested } from '#client/features/locations/slice';
import { signOutRequested } from '#client/features/session/slice';
import type { Services } from '#client/services/types';
import { createCrossing, createFix, createLocation, createSos } from '../support/builders';
import { type FakeServices, fakeServices, flushPromises } from '../support/fakeServices';
import { defaultServer, signedInStore, startStore } from '../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type SignedIn = Awaited<ReturnType<typeof signedInStore>>;

async function pass(milliseconds: number) {
  jest.advanceTimersByTime(milliseconds);
  await flushPromises();
}

/** What a family would miss: members, positions, alerts, and calling for help. */
async function expectAllAlive({ store, fake, perform }: SignedIn, round: number) {
  const seconds = String(10 + round);
  const loads = fake.recorded.calls.filter(({ path }) => path === '/api/families').length;
  fake.receive('family:changed', { familyId: 'f1' });
  await pass(200);
  expect(fake.recorded.calls.filter(({ path }) => path === '/api/families').length).toBeGreaterThan(loads);
  fake.receive('location:updated', createLocation('ben', { timestamp: `2026-05-01T12:01:${seconds}.000Z` }));
  fake.drawFrame();
  expect(selectPositionOf(store.getState(), 'ben')?.timestamp).toContain(`:${seconds}.`);
  const unread = selectUnreadCount(store.getState());
  fake.receive('geofence:entered', createCrossing({ timestamp: `2026-05-01T12:01:${seconds}.000Z` }));
  await flushPromises();
  expect(selectUnreadCount(store.getState())).toBe(unread + 1);
  const calls = () => fake.recorded.emitted.filter(({ event }) => event === 'sos:trigger').length;
  const before = calls();
  await perform(sosSubmitted({ message: '' }));
  expect([calls(), selectSos(store.getState()).status]).toEqual([before + 1, 'idle']);
}

/** Lets one function of an edge throw the next time it is called. */
function breakOnce(edge: object, name: string): void {
  const functions = edge as Record<string, (...values: unknown[]) => unknown>;
  const real = functions[name];
  if (!real) throw new Error(`There is no ${name}`);
  functions[name] = () => {
    functions[name] = real;
    throw new Error(`${name} is broken`);
  };
}

type Break = (services: Services) => void;
type Touch = (all: SignedIn) => void;

describe('a service that throws unexpectedly', () => {
  const always: Touch = ({ fake }) => fake.receive('sos:alert', createSos({ id: 'later' }));
  const cases: [string, Break, Touch][] = [
    ['a call', ({ http }) => breakOnce(http, 'call'), ({ fake }) => fake.emitSignal('connected')],
    [
      'a form’s call',
      ({ http }) => breakOnce(http, 'call'),
      ({ store }) => store.dispatch(joinFamilySubmitted({ inviteCode: 'x' })),
    ],
    [
      'the clipboard',
      ({ clipboard }) => breakOnce(clipboard, 'write'),
      ({ store }) => store.dispatch(inviteCopyRequested({ familyId: 'f1' })),
    ],
    ['the sound', ({ alarm }) => breakOnce(alarm, 'play'), always],
    ['the other tabs', ({ tabs }) => breakOnce(tabs, 'acquireOnce'), always],
    ['the storage', ({ storage }) => breakOnce(storage, 'set'), always],
    [
      'the storage of colours',
      ({ storage }) => breakOnce(storage, 'set'),
      ({ store }) => store.dispatch(appearanceChosen('dark')),
    ],
    [
      'the colours',
      ({ page }) => breakOnce(page, 'setTheme'),
      ({ store }) => store.dispatch(appearanceChosen('dark')),
    ],
    ['the page', ({ page }) => breakOnce(page, 'isOnline'), ({ fake }) => fake.showPage()],
    [
      'the socket’s reconnecting',
      ({ socket }) => breakOnce(socket, 'reconnect'),
      ({ fake }) => fake.showPage(),
    ],
    ['the clock', ({ clock }) => breakOnce(clock, 'now'), always],
    [
      'the watch',
      ({ geolocation }) => breakOnce(geolocation, 'watch'),
      ({ store }) => store.dispatch(sharingStartRequested()),
    ],
    [
      'one position',
      ({ geolocation }) => breakOnce(geolocation, 'current'),
      ({ store }) => {
        store.dispatch(mapOpened());
        store.dispatch(recenterRequested());
      },
    ],
    [
      'the question for notifications',
      ({ notifications }) => breakOnce(notifications, 'requestPermission'),
      ({ store }) => store.dispatch(pushSwitched({ on: true })),
    ],
    [
      'the geocoder',
      ({ geocoder }) => breakOnce(geocoder, 'search'),
      ({ store }) => {
        store.dispatch(newGeofenceOpened());
        store.dispatch(addressSubmitted({ text: 'Porec' }));
      },
    ],
  ];

  it.each(cases)('given %s breaks once, then everything else goes on', async (_what, broken, touch) => {
    const all = await signedInStore((fake) => fake.onLocate(() => Promise.resolve(createFix())));
    broken(all.fake.services);
    touch(all);
    await pass(1_500);
    await expectAllAlive(all, 1);
    await expectAllAlive(all, 2);
  });

  it.each(['on', 'open'] as const)(
    'given the socket’s %s breaks when the session begins, then all is there after a moment',
    async (name) => {
      const fake = fakeServices(defaultServer());
      fake.stored.set('token', 'the-token');
      fake.onLocate(() => Promise.resolve(createFix()));
      breakOnce(fake.services.socket, name);
      const all = await startStore(fake);
      await pass(1_500);
      fake.emitSignal('connected');
      await flushPromises();
      await expectAllAlive(all, 1);
    },
  );

  it('given a feature that keeps crashing, then it restarts ever more rarely, and the others keep running', async () => {
    const fake: FakeServices = fakeServices(defaultServer());
    fake.stored.set('token', 'the-token');
    const { on } = fake.services.socket;
    let tries = 0;
    fake.services.socket.on = (event, handler) => {
      if (event !== 'sos:alert') return on(event, handler);
      tries += 1;
      throw new Error('no alerts');
    };
    const { store, perform } = await startStore(fake);
    fake.emitSignal('connected');
    const triesAfter: number[] = [];
    for (const milliseconds of [0, 1_000, 5_000, 15_000, 60_000, 60_000]) {
      await pass(milliseconds);
      triesAfter.push(tries);
    }
    expect(triesAfter).toEqual([1, 2, 3, 4, 5, 6]);
    expect(store.getState().families.membership.families).toHaveLength(1);
    await perform(signOutRequested());
    expect(store.getState().session.auth.status).toBe('signedOut');
  });
});
