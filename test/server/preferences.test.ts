import * as z from 'zod/mini';
import { Preference } from '#contract/alerts';
import { PlacePreference } from '#contract/notifications';
import { createFamily, leaveFamily, parseAnswer, parseError, type Person } from './support/people';
import { useServer } from './support/useServer';
import { createGeofence } from './support/walks';

const { createPerson, createFamilyOfTwo, server } = useServer();

const list = async (viewer: Person) =>
  parseAnswer(z.array(Preference), await viewer.call('GET', '/api/preferences'));
const choose = (viewer: Person, about: Person, body: object) =>
  viewer.call('PUT', `/api/preferences/${about.id}`, body);
const both = { notifyArrival: true, notifyDeparture: true };

it('given a choice, when it is changed, then the last one is kept, for that viewer alone', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  expect(await list(ana)).toEqual([]);
  expect(parseAnswer(Preference, await choose(ana, bo, both))).toEqual({ userId: bo.id, ...both });
  await choose(ana, bo, { notifyArrival: true, notifyDeparture: false });
  expect(await list(ana)).toEqual([{ userId: bo.id, notifyArrival: true, notifyDeparture: false }]);
  expect(await list(bo)).toEqual([]);
});

it('given they share no family any more, then the choice is hidden, and shown again when they do', async () => {
  const { ana, bo, id } = await createFamilyOfTwo();
  await choose(ana, bo, both);
  await leaveFamily(bo, id);
  expect(await list(ana)).toEqual([]);
  await createFamily(bo, ana);
  expect(await list(ana)).toHaveLength(1);
});

it('given a stranger, oneself or something else than true and false, then a sentence and nothing kept', async () => {
  const [ana, stranger] = [await createPerson(), await createPerson()];
  await createFamily(ana);
  expect(parseError(await choose(ana, stranger, both))).toEqual([404, 'This person was not found']);
  expect(parseError(await choose(ana, ana, both))).toEqual([
    400,
    'You can only be notified of the arrivals and departures of others',
  ]);
  expect(parseError(await choose(ana, ana, { ...both, notifyArrival: 1 }))).toEqual([
    400,
    'Whether to notify is either true or false',
  ]);
  expect(await list(ana)).toEqual([]);
});

it('given a choice for one place, when it is deleted, then only that viewer has it no more', async () => {
  const { ana, bo, id } = await createFamilyOfTwo();
  const home = await createGeofence(ana, id);
  const path = (about: Person) => `/api/preferences/${about.id}/places/${home.id}`;
  const places = async (viewer: Person) =>
    parseAnswer(z.array(PlacePreference), await viewer.call('GET', '/api/preferences/places'));
  await ana.call('PUT', path(bo), both);
  await bo.call('PUT', path(ana), both);
  for (const _again of [1, 2]) expect((await ana.call('DELETE', path(bo))).statusCode).toBe(204);
  expect(await places(ana)).toEqual([]);
  expect(await places(bo)).toEqual([{ userId: ana.id, geofenceId: home.id, ...both, mutedUntil: null }]);
});

it('given a place, then its own choice counts, else the one about the person, else nothing', async () => {
  const { ana, bo, id } = await createFamilyOfTwo();
  const stranger = await createPerson();
  const home = await createGeofence(ana, id);
  const path = `/api/preferences/${bo.id}/places/${home.id}`;
  const read = async () => parseAnswer(PlacePreference, await ana.call('GET', path));
  const about = { userId: bo.id, geofenceId: home.id, mutedUntil: null };
  const arrivals = { notifyArrival: true, notifyDeparture: false };
  expect(await read()).toEqual({ ...about, notifyArrival: false, notifyDeparture: false });
  await choose(ana, bo, both);
  expect(await read()).toEqual({ ...about, ...both });
  await ana.call('PUT', path, arrivals);
  expect(await read()).toEqual({ ...about, ...arrivals });
  expect((await stranger.call('GET', path)).statusCode).toBe(404);
});

it('given a muted place, then it says until when, and not muted after that time', async () => {
  const { ana, bo, id } = await createFamilyOfTwo();
  const home = await createGeofence(ana, id);
  const path = `/api/preferences/${bo.id}/places/${home.id}`;
  const mutedUntil = new Date(server.clock.now() + 86_400_000).toISOString();
  const muted = { userId: bo.id, geofenceId: home.id, ...both, mutedUntil };
  expect(parseAnswer(PlacePreference, await ana.call('PUT', path, { ...both, mutedUntil }))).toEqual(muted);
  expect(parseAnswer(PlacePreference, await ana.call('GET', path))).toEqual(muted);
  server.clock.move(86_400_000);
  const over = { ...muted, mutedUntil: null };
  expect(parseAnswer(PlacePreference, await ana.call('GET', path))).toEqual(over);
  expect(parseError(await ana.call('PUT', path, { ...both, mutedUntil: 'tomorrow' }))[0]).toBe(400);
});
