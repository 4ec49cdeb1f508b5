import * as z from 'zod/mini';
import { Location } from '#contract/locations';
import { Presence } from '#contract/phones';
import { joinFamily, leaveFamily, parseAnswer, type Person } from './support/people';
import { connectApp, sendOsmand } from './support/phoneApps';
import { flushSockets } from './support/socket';
import { useServer } from './support/useServer';
import { createGeofence, createWalker, receivedCrossings } from './support/walks';

const { server, createFamilyOfTwo } = useServer({ env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' } });
const presenceOf = async (viewer: Person, person: Person) =>
  parseAnswer(z.array(Presence), await viewer.call('GET', '/api/presence')).find(
    ({ userId }) => userId === person.id,
  );

it('given a stay that began before two people met, then the other one sees it from their meeting on', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  const joinedAt = server.clock.now() - 60_000;
  await server.database.updateTable('family_members').set({ joined_at: joinedAt }).execute();
  const phone = await connectApp(server, ana);
  const tab = await bo.connect();
  for (const minutesAgo of [300, 200, 100])
    await sendOsmand(server, phone.key, { lat: 46, lon: 14, minutesAgo });
  await sendOsmand(server, phone.key, { lat: 46, lon: 14 });
  const since = new Date(joinedAt).toISOString();
  expect((await presenceOf(bo, ana))?.since).toBe(since);
  expect(Date.parse((await presenceOf(ana, ana))?.since ?? '')).toBeLessThan(joinedAt);
  const latest = parseAnswer(z.array(Location), await bo.call('GET', '/api/locations/family'));
  expect(latest.find(({ userId }) => userId === ana.id)?.since).toBe(since);
  await flushSockets(tab);
  const received = tab.everything.filter(([event]) => /location:updated|presence:changed/u.test(event));
  expect(received.length).toBeGreaterThan(0);
  const early = server.clock.now() - 120 * 60_000;
  const times = received
    .slice(-2)
    .map(([, payload]) => (payload as { since?: string | null }).since ?? since);
  expect(times.filter((time) => Date.parse(time) < early)).toEqual([]);
});

it('given a position from before a member joined, when it arrives, then only the others get it', async () => {
  const { ana, bo, id, inviteCode } = await createFamilyOfTwo();
  const cy = await server.createPerson('Cy');
  const timestamp = new Date(server.clock.now()).toISOString();
  server.clock.move(60_000);
  await joinFamily(cy, inviteCode);
  const [anas, bos, cys] = [await ana.connect(), await bo.connect(), await cy.connect()];
  await anas.send('location:update', { latitude: 46, longitude: 14, timestamp });
  await flushSockets(bos, cys);
  const positions = ({ received }: typeof bos) => received.filter(([event]) => event === 'location:updated');
  expect(positions(bos)).toHaveLength(1);
  expect(positions(cys)).toEqual([]);
  await anas.send('location:update', { latitude: 46, longitude: 14 });
  await flushSockets(bos, cys);
  expect([positions(bos), positions(cys)].map(({ length }) => length)).toEqual([2, 1]);
  await leaveFamily(cy, id);
});

it('given a crossing from before a member joined, when it arrives, then only the others are alerted', async () => {
  const { ana, bo, id, inviteCode } = await createFamilyOfTwo();
  const { id: geofenceId } = await createGeofence(ana, id);
  const anas = await ana.connect();
  const walk = createWalker(anas, server.clock.now() - 3_600_000);
  const cy = await server.createPerson('Cy');
  await joinFamily(cy, inviteCode);
  const once = { geofenceId, kind: 'arrival' };
  await cy.call('PUT', `/api/users/${ana.id}/once`, once);
  const [bos, cys] = [await bo.connect(), await cy.connect()];
  const alerts = ({ received }: typeof bos) => received.filter(([event]) => event === 'alert:recorded');
  await walk.to(900, 0);
  await flushSockets(bos, cys);
  expect([alerts(bos), alerts(cys)].map(({ length }) => length)).toEqual([1, 0]);
  expect((await cy.call('GET', '/api/alerts')).json()).toMatchObject({ alerts: [] });
  expect((await cy.call('GET', `/api/users/${ana.id}/once`)).json()).toEqual([once]);
  walk.wait(3_600);
  await walk.to(900, 900, 0, 0);
  await flushSockets(cys);
  expect(receivedCrossings(cys)).toEqual([
    ['exited', 'School'],
    ['entered', 'School'],
  ]);
  expect((await cy.call('GET', `/api/users/${ana.id}/once`)).json()).toEqual([]);
});

it('given a former member with a corrected stay, then the export has no name of the place of now', async () => {
  const { ana, bo, id } = await createFamilyOfTwo();
  const place = await createGeofence(ana, id);
  const now = server.clock.now();
  await server.database
    .insertInto('stay_corrections')
    .values({
      id: 'c1',
      user_id: bo.id,
      kind: 'name',
      start_at: now - 2_000,
      end_at: now - 1_000,
      name: null,
      geofence_id: place.id,
      changed_at: now,
    } as never)
    .execute();
  const exported = async () => (await bo.call('GET', `/api/users/${bo.id}/export`)).body;
  expect(await exported()).toContain('"place":"School"');
  await leaveFamily(bo, id);
  expect(await exported()).toContain('"place":null');
});

it('given a hundred pauses in a minute, then one row is stored, and none is refused', async () => {
  const { ana } = await createFamilyOfTwo();
  for (let count = 0; count < 100; count += 1)
    for (const paused of [true, false])
      expect((await ana.call('PUT', '/api/sharing', { paused })).json()).toMatchObject({ paused });
  expect((await ana.call('PUT', '/api/sharing', { paused: true })).json()).toMatchObject({ paused: true });
  const rows = server.database.selectFrom('sharing_pauses').selectAll().where('user_id', '=', ana.id);
  expect(await rows.execute()).toHaveLength(1);
});
