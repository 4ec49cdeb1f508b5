import * as z from 'zod/mini';
import { Phone } from '#contract/phones';
import { PHONE_FIXES } from '#contract/limits';
import { createFamily, parseAnswer, PASSWORD, type Person } from '../support/people';
import { connectApp, type ConnectedApp, sendJson } from '../support/phoneApps';
import { startTestServer, type TestServer } from '../support/startTestServer';
import { useServerPerTest } from '../support/useServer';

/** A clock that stands still, because the quota grows with each second that passes. */
const clock = {
  at: Date.now(),
  now: () => clock.at,
  move: (ms: number) => {
    clock.at += ms;
  },
};
const { server, createPerson } = useServerPerTest({ env: { PHONES_OVER_HTTP: 'on' }, deps: { clock } });

const LATE_MS = 60_000;

/** Sends positions, a second between each; the newest is a minute old. */
const sendFixes = async (phone: ConnectedApp, count: number, on: TestServer = server) => {
  const newest = Math.floor(clock.now() / 1_000) * 1_000 - LATE_MS;
  const locations = Array.from({ length: count }, (_, index) => ({
    _type: 'location',
    lat: 46.05,
    lon: 14.5,
    acc: 5,
    tst: newest / 1_000 - (count - 1 - index),
  }));
  expect((await sendJson(on, 'owntracks', phone.key, locations)).statusCode).toBe(200);
  return newest;
};
/** Uses up the quota, except for some positions. */
const leaveRoomFor = (person: Person, fixes: number, on: TestServer = server) =>
  on.database
    .updateTable('position_sources')
    .set({ fixes_until: clock.now() + PHONE_FIXES.savedMs - fixes * PHONE_FIXES.everyMs })
    .where('user_id', '=', person.id)
    .execute();
const timesOf = async (person: Person, on: TestServer = server) =>
  (await on.positionsOf(person)).map(({ recorded_at }) => recorded_at);
const phoneOf = async (person: Person) =>
  parseAnswer(z.array(Phone), await person.call('GET', '/api/phones'))[0];

it('given a quota with room for three, when five positions come, then the newest three stay', async () => {
  const ana = await createPerson();
  const phone = await connectApp(server, ana, 'owntracks');
  await leaveRoomFor(ana, 3);
  const newest = await sendFixes(phone, 5);
  expect(await timesOf(ana)).toEqual([newest - 2_000, newest - 1_000, newest]);
});

it('given dropped positions, then their owner sees how many until the phone has a new key', async () => {
  const ana = await createPerson();
  const phone = await connectApp(server, ana, 'owntracks');
  expect(await phoneOf(ana)).toMatchObject({ droppedFixes: 0, droppedAt: null });
  await leaveRoomFor(ana, 0);
  await sendFixes(phone, 5);
  const dropped = { droppedFixes: 5, droppedAt: (await phoneOf(ana))?.droppedAt };
  expect(dropped.droppedAt).toEqual(expect.any(String));
  clock.move(10 * 60_000);
  await sendFixes(phone, 2);
  expect(await phoneOf(ana)).toMatchObject({ ...dropped, lastError: null });
  await ana.call('POST', `/api/phones/${phone.id}/key`, { currentPassword: PASSWORD });
  expect(await phoneOf(ana)).toMatchObject({ droppedFixes: 0, droppedAt: null });
});

it('given a quota that is used up, when a second passes, then there is room for one more position', async () => {
  const ana = await createPerson();
  const phone = await connectApp(server, ana, 'owntracks');
  await leaveRoomFor(ana, 0);
  clock.move(1_000);
  const newest = await sendFixes(phone, 4);
  expect(await timesOf(ana)).toEqual([newest]);
});

it('given positions that were stored before or taken in a pause, then they use nothing of the quota', async () => {
  const ana = await createPerson();
  const phone = await connectApp(server, ana, 'owntracks');
  await leaveRoomFor(ana, 12);
  await sendFixes(phone, 6);
  for (let again = 0; again < 3; again += 1) await sendFixes(phone, 6);
  await ana.call('PUT', '/api/sharing', { paused: true });
  clock.move(5 * LATE_MS);
  await leaveRoomFor(ana, 4);
  await sendFixes(phone, 4);
  await ana.call('PUT', '/api/sharing', { paused: false });
  clock.move(5 * LATE_MS);
  await leaveRoomFor(ana, 4);
  await sendFixes(phone, 4);
  expect(await timesOf(ana)).toHaveLength(10);
  expect(await phoneOf(ana)).toMatchObject({ droppedFixes: 0 });
});

it('given a quota that is used up, when the phone calls for help, then the family sees where', async () => {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  await createFamily(ana, bo);
  const phone = await connectApp(server, ana, 'osmand');
  await leaveRoomFor(ana, 0);
  const alarm = {
    alarm: 'sos',
    location: {
      timestamp: new Date(clock.now()).toISOString(),
      coords: { latitude: 47, longitude: 14.5, accuracy: 5 },
    },
  };
  expect((await sendJson(server, 'osmand', phone.key, alarm)).statusCode).toBe(200);
  expect((await bo.call('GET', '/api/sos')).json()).toMatchObject([{ position: { latitude: 47 } }]);
});

it('given RATE_LIMITS=off, then there is no quota', async () => {
  const unlimited = await startTestServer({
    env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' },
    deps: { clock },
  });
  const ana = await unlimited.createPerson();
  const phone = await connectApp(unlimited, ana, 'owntracks');
  await leaveRoomFor(ana, 0, unlimited);
  await sendFixes(phone, 3, unlimited);
  expect(await timesOf(ana, unlimited)).toHaveLength(3);
});
