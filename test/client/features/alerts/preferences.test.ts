import { changedAt, changedEverywhere } from '#client/features/alerts/preferences/choices';
import { selectChoicesFor } from '#client/features/alerts/preferences/selectors';
import {
  type NotificationPreference,
  preferenceChanged,
  type PreferencesState,
} from '#client/features/alerts/preferences/slice';
import { RequestFailed } from '#client/services/errors';
import { notificationsOpened } from '#client/store/pageActions';
import { createCrossing } from '../../support/builders';
import { type FakeServices, flushPromises, NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const NOTHING = { notifyArrival: false, notifyDeparture: false };
const ARRIVALS = { notifyArrival: true, notifyDeparture: false };
const BOTH = { notifyArrival: true, notifyDeparture: true };
/** The choice as one for a place that is not muted. */
const atPlace = (choice: NotificationPreference) => ({ ...choice, mutedUntil: null });
const KEY = 'preferences:ana';

/** A server that keeps choices, and what it has. */
function keepChoices({ answers }: FakeServices) {
  const members = new Map<string, object>();
  const places = new Map<string, object>();
  const server = { members, places, isAway: false };
  const answer = <Result>(work: () => Result) => {
    if (server.isAway) throw new RequestFailed(null);
    return work();
  };
  const entries = (all: Map<string, object>) =>
    [...all].map(([path, choice]) => {
      const [userId, geofenceId] = path.split('/');
      return { userId, ...(geofenceId === undefined ? {} : { geofenceId }), ...choice };
    });
  const placeOf = (params: unknown) => Object.values(params as object).join('/');
  answers['GET /api/preferences'] = () => answer(() => entries(members));
  answers['GET /api/preferences/places'] = () => answer(() => entries(places));
  answers['PUT /api/preferences/:userId'] = ({ params, body }) =>
    answer(
      () => members.set(placeOf(params), body as object) && { userId: placeOf(params), ...(body as object) },
    );
  answers['PUT /api/preferences/:userId/places/:geofenceId'] = ({ params, body }) =>
    answer(
      () => places.set(placeOf(params), body as object) && { ...(params as object), ...(body as object) },
    );
  answers['DELETE /api/preferences/:userId/places/:geofenceId'] = ({ params }) =>
    answer(() => void places.delete(placeOf(params)));
  return server;
}

async function onPage(
  change: (fake: FakeServices, server: ReturnType<typeof keepChoices>) => void = () => undefined,
) {
  let server = {} as ReturnType<typeof keepChoices>;
  const all = await signedInStore((fake) => {
    server = keepChoices(fake);
    change(fake, server);
  });
  await import('#client/features/alerts/push/saga');
  await all.perform(notificationsOpened());
  const state = (): PreferencesState => all.store.getState().alerts.preferences;
  const choices = () => selectChoicesFor(all.store.getState(), 'ben');
  return {
    ...all,
    server,
    state,
    chooseEverywhere: (choice: Partial<NotificationPreference>) =>
      all.perform(preferenceChanged(changedEverywhere(choices(), choice))),
    chooseAtSchool: (choice: NotificationPreference) =>
      all.perform(preferenceChanged(changedAt(choices(), 'school', atPlace(choice)))),
  };
}

const school = { userId: 'ben', geofenceId: 'school' };

it('given choices for a place, then the server follows, and drops what counts everywhere again', async () => {
  const page = await onPage();
  await page.chooseEverywhere(ARRIVALS);
  await page.chooseAtSchool(BOTH);
  expect([...page.server.members, ...page.server.places]).toEqual([
    ['ben', ARRIVALS],
    ['ben/school', atPlace(BOTH)],
  ]);
  // Arrivals end everywhere; departures stay chosen for the school.
  await page.chooseEverywhere({ notifyArrival: false });
  expect([...page.server.places.values()]).toEqual([
    atPlace({ notifyArrival: false, notifyDeparture: true }),
  ]);
  await page.chooseAtSchool(NOTHING);
  expect(page.server.places.size).toBe(0);
});

it('given no server, then the last choices are shown, and what changes is saved once it is back', async () => {
  const stored = { members: [{ userId: 'ben', ...ARRIVALS }], places: [{ ...school, ...atPlace(NOTHING) }] };
  const page = await onPage((fake, server) => {
    fake.stored.set(KEY, JSON.stringify(stored));
    server.isAway = true;
  });
  expect(page.state().shown).toEqual({
    byUser: { ben: ARRIVALS },
    places: { ben: { school: atPlace(NOTHING) } },
  });
  await page.chooseAtSchool(BOTH);
  expect([page.state().saveFailed, page.server.places.size]).toEqual([true, 0]);
  page.server.isAway = false;
  page.server.members.set('ben', ARRIVALS);
  page.fake.emitSignal('connected');
  await flushPromises();
  await flushPromises();
  expect([page.state().saveFailed, ...page.server.places]).toEqual([false, ['ben/school', atPlace(BOTH)]]);
  expect(page.state().shown).toEqual({
    byUser: { ben: ARRIVALS },
    places: { ben: { school: atPlace(BOTH) } },
  });
  expect(JSON.parse(page.fake.stored.get(KEY) ?? '')).toEqual({
    ...stored,
    places: [{ ...school, ...atPlace(BOTH) }],
  });
});

it('given a visible page, when another device mutes a place, then the page shows that', async () => {
  const page = await onPage();
  await page.chooseAtSchool(BOTH);
  const muted = { ...BOTH, mutedUntil: '2026-05-02T12:00:00.000Z' };
  page.server.places.set('ben/school', muted);
  page.fake.receive('settings:changed', { what: 'preferences' });
  await flushPromises();
  expect(page.state().shown?.places).toEqual({ ben: { school: muted } });
});

it('given a hidden page, then an arrival is shown as the choice for its place says', async () => {
  jest.useFakeTimers();
  const page = await onPage((fake, server) => {
    fake.setPermission('granted');
    server.members.set('ben', ARRIVALS);
    server.places.set('ben/school', NOTHING);
    const muted = (until: number) => ({ ...ARRIVALS, mutedUntil: new Date(until).toISOString() });
    server.places.set('ben/pool', muted(NOW + 60_000));
    server.places.set('ben/gym', muted(NOW - 60_000));
  });
  page.fake.hidePage();
  for (const geofenceId of ['school', 'pool', 'gym', 'home'])
    page.fake.receive('geofence:entered', createCrossing({ userId: 'ben', geofenceId }));
  await flushPromises();
  jest.advanceTimersByTime(300);
  await flushPromises();
  await flushPromises();
  expect(page.fake.recorded.notifications.map(({ tag }) => tag)).toEqual(['fence:ben:gym', 'fence:ben:home']);
  jest.useRealTimers();
});
