import * as z from 'zod/mini';
import { Location } from '#contract/locations';
import { Phone, Presence } from '#contract/phones';
import { SosCall, SosDetails } from '#contract/sos';
import { createFamily, parseAnswer, type Person } from '../support/people';
import { connectApp, sendJson, sendOsmand } from '../support/phoneApps';
import { flushSockets, waitUntil } from '../support/socket';
import { useServerPerTest } from '../support/useServer';
import { createGeofence, receivedCrossings, SCHOOL } from '../support/walks';

const { server, createPerson, createFamilyOfTwo } = useServerPerTest({
  env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' },
});
const MINUTE_MS = 60_000;
/** Degrees of latitude that are about so many metres. */
const north = (metres: number): number => metres / 111_195;
const at = (metres: number) => ({
  lat: SCHOOL.latitude + north(metres),
  lon: SCHOOL.longitude,
  accuracy: 10,
});

const seenBy = async (viewer: Person) =>
  parseAnswer(z.array(Location), await viewer.call('GET', '/api/locations/family'));
const presenceFor = async (viewer: Person) =>
  parseAnswer(z.array(Presence), await viewer.call('GET', '/api/presence'));

describe('a position of a phone', () => {
  it('given a family, when a phone reports, then they see it with speed, battery and stay', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const bosTab = await bo.connect();
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, { ...at(0), speed: 10, bearing: 90, batt: 64, charge: 'true' });
    await waitUntil(() => bosTab.everything.length === 2);
    expect(bosTab.everything.map(([event]) => event).toSorted()).toEqual([
      'location:updated',
      'presence:changed',
    ]);
    expect(await seenBy(bo)).toMatchObject([
      { userId: ana.id, speed: 5.14, course: 90, battery: 0.64, charging: true, source: 'osmand' },
    ]);
    expect(await presenceFor(bo)).toMatchObject([
      { userId: ana.id, speed: 5.14, battery: 0.64, charging: true },
    ]);
    expect(await presenceFor(await createPerson())).toEqual([]);
  });

  it('given a stay, when positions are near, then it goes on; when one is far, then another begins', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const { key } = await connectApp(server, ana);
    const since = async () => (await presenceFor(bo))[0]?.since;
    await sendOsmand(server, key, { ...at(0) });
    const begun = await since();
    server.clock.move(10 * MINUTE_MS);
    await sendOsmand(server, key, { ...at(90) });
    await sendOsmand(server, key, { id: key });
    expect(await since()).toBe(begun);
    server.clock.move(10 * MINUTE_MS);
    await sendOsmand(server, key, { ...at(500), accuracy: 250 });
    expect(await since()).toBe(begun);
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, key, { ...at(5_000), accuracy: 250 });
    expect(await since()).not.toBe(begun);
  });

  it('given a heartbeat without a place, then the family sees that the phone was heard', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, { ...at(0), batt: 50 });
    const [before] = await presenceFor(bo);
    server.clock.move(10 * MINUTE_MS);
    await sendOsmand(server, key, { batt: 40 });
    const [after] = await presenceFor(bo);
    expect(after).toMatchObject({ battery: 0.4, since: before?.since });
    expect(Date.parse(after?.lastHeardAt ?? '')).toBeGreaterThan(
      Date.parse(before?.lastHeardAt ?? '') + 9 * MINUTE_MS,
    );
  });

  it('given a batch twice and out of order, then each moment is stored once, and the newest is live', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const { key } = await connectApp(server, ana, 'overland');
    server.clock.move(10 * MINUTE_MS);
    const locations = [5, 3, 4, 1, 2].map((minutes) => ({
      geometry: { type: 'Point', coordinates: [14, 46 + minutes / 100] },
      properties: { timestamp: new Date(server.clock.now() - minutes * MINUTE_MS).toISOString() },
    }));
    for (let time = 0; time < 2; time += 1) await sendJson(server, 'overland', key, { locations });
    expect(await server.positionsOf(ana)).toHaveLength(5);
    expect(await seenBy(bo)).toMatchObject([{ latitude: 46.01 }]);
  });

  it.each([
    ['first', [7, 6, 5]],
    ['last', [5, 6, 7]],
  ])(
    'given a clock that is ahead, when the newest comes %s in a batch, then it is live',
    async (_, minutes) => {
      const { ana, bo } = await createFamilyOfTwo();
      const { key } = await connectApp(server, ana, 'overland');
      const locations = minutes.map((ahead) => ({
        geometry: { type: 'Point', coordinates: [14, 46 + ahead / 100] },
        properties: { timestamp: new Date(server.clock.now() + ahead * MINUTE_MS).toISOString() },
      }));
      await sendJson(server, 'overland', key, { locations });
      expect(await seenBy(bo)).toMatchObject([{ latitude: 46.07 }]);
    },
  );

  it('given a batch without times, then the last position is live', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const { key } = await connectApp(server, ana);
    const location = [1, 2].map((latitude) => ({ coords: { latitude, longitude: 14 } }));
    await sendJson(server, 'osmand', key, { location });
    expect(await seenBy(bo)).toMatchObject([{ latitude: 2 }]);
  });

  it('given a very inaccurate position shortly after a good one, then it is history only', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const { key } = await connectApp(server, ana);
    server.clock.move(20 * MINUTE_MS);
    await sendOsmand(server, key, { ...at(0), minutesAgo: 10 });
    await sendOsmand(server, key, { lat: 50, lon: 10, accuracy: 3_000 });
    expect(await server.positionsOf(ana)).toHaveLength(2);
    expect(await seenBy(bo)).toMatchObject([{ latitude: SCHOOL.latitude }]);
  });

  it('given positions from before the connection, or too old to be kept, then they are dropped', async () => {
    const ana = await createPerson();
    const made = await ana.call('POST', '/api/phones', { name: 'A', app: 'osmand' });
    const { key } = made.json<{ key: string }>();
    expect((await sendOsmand(server, key, { ...at(0), minutesAgo: 5 })).statusCode).toBe(200);
    const old = await connectApp(server, ana, 'osmand');
    expect((await sendOsmand(server, old.key, { ...at(0), minutesAgo: 60 * 24 * 31 })).statusCode).toBe(200);
    expect(await server.positionsOf(ana)).toEqual([]);
  });

  it('given a pause, when a phone sends what it took in it, then or later, then it is nowhere', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, { ...at(0) });
    const before = await presenceFor(bo);
    server.clock.move(MINUTE_MS);
    await ana.call('PUT', '/api/sharing', { paused: true });
    server.clock.move(MINUTE_MS);
    expect((await sendOsmand(server, key, { ...at(900), batt: 9 })).statusCode).toBe(200);
    expect(await presenceFor(bo)).toEqual(before);
    server.clock.move(MINUTE_MS);
    await ana.call('PUT', '/api/sharing', { paused: false });
    await sendOsmand(server, key, { ...at(900), minutesAgo: 1 });
    expect(await server.positionsOf(ana)).toHaveLength(1);
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, key, { ...at(1_000) });
    expect(await server.positionsOf(ana)).toHaveLength(2);
  });
});

describe('the battery of a member', () => {
  const batteryFor = async (viewer: Person) => (await presenceFor(viewer))[0]?.battery;

  it('given positions without one, of the phone or a browser, then it stays known for six hours', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, { ...at(0), batt: 64, charge: 'true' });
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, key, { ...at(10) });
    expect((await presenceFor(bo))[0]).toMatchObject({ battery: 0.64, charging: true });
    server.clock.move(MINUTE_MS);
    const tab = await ana.connect();
    await tab.send('location:update', { latitude: 1, longitude: 2, isPrimary: true });
    expect(await batteryFor(bo)).toBe(0.64);
    server.clock.move(6 * 60 * MINUTE_MS);
    await sendOsmand(server, key, { ...at(20) });
    expect(await batteryFor(bo)).toBeNull();
  });

  it('given a heartbeat with one, when an older report comes late, then the newer one stays', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const { key } = await connectApp(server, ana);
    server.clock.move(20 * MINUTE_MS);
    await sendOsmand(server, key, { ...at(0), batt: 64 });
    await sendOsmand(server, key, { batt: 50 });
    await sendOsmand(server, key, { ...at(0), batt: 80, minutesAgo: 10 });
    expect(await batteryFor(bo)).toBe(0.5);
    server.clock.move(10 * MINUTE_MS);
    await sendOsmand(server, key, { batt: 40, charge: 'false' });
    // Newer than the last position, older than the heartbeat.
    await sendOsmand(server, key, { ...at(10), batt: 45, charge: 'true', minutesAgo: 5 });
    expect((await presenceFor(bo))[0]).toMatchObject({ battery: 0.4, charging: false });
    server.clock.move(7 * 60 * MINUTE_MS);
    await sendOsmand(server, key, { id: key });
    expect(await batteryFor(bo)).toBeNull();
  });
});

describe('the answer to a queue of a browser', () => {
  it('given a pause, or a phone that leads, then positions that do not count are not counted as stored', async () => {
    const { ana } = await createFamilyOfTwo();
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, { ...at(0) });
    const post = async (...minutesAgo: number[]) =>
      (
        await ana.call(
          'POST',
          '/api/locations',
          minutesAgo.map((minutes) => ({
            latitude: 1,
            longitude: 2,
            timestamp: new Date(server.clock.now() - minutes * MINUTE_MS).toISOString(),
          })),
        )
      ).json<unknown>();
    server.clock.move(5 * MINUTE_MS);
    expect(await post(1, 10)).toEqual({ stored: 1 });
    server.clock.move(60 * MINUTE_MS);
    await ana.call('PUT', '/api/sharing', { paused: true });
    server.clock.move(10 * MINUTE_MS);
    expect(await post(5, 15)).toEqual({ stored: 1 });
    expect(await post(5)).toEqual({ stored: 0 });
  });

  it('given a position past the retention, when it comes by socket, then it is dropped as in a queue', async () => {
    const ana = await createPerson();
    const tab = await ana.connect();
    const timestamp = new Date(server.clock.now() - 31 * 24 * 3_600_000).toISOString();
    expect(await tab.send('location:update', { latitude: 1, longitude: 2, timestamp })).toEqual({
      ok: true,
      used: false,
    });
    expect(await server.positionsOf(ana)).toEqual([]);
  });
});

describe('two phones', () => {
  it('given a tablet at home, when the primary phone is silent, then it never takes over', async () => {
    const ana = await createPerson();
    const [phone, tablet] = [await connectApp(server, ana), await connectApp(server, ana)];
    await sendOsmand(server, phone.key, { ...at(5_000) });
    for (let minutes = 0; minutes < 120; minutes += 20) {
      server.clock.move(20 * MINUTE_MS);
      await sendOsmand(server, tablet.key, { ...at(minutes) });
    }
    expect(await server.positionsOf(ana)).toHaveLength(1);
  });

  it('given a silent first phone, when the second moves, then it takes over until the first is back', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [first, second] = [await connectApp(server, ana), await connectApp(server, ana)];
    await sendOsmand(server, first.key, { ...at(0) });
    server.clock.move(20 * MINUTE_MS);
    await sendOsmand(server, second.key, { ...at(0) });
    server.clock.move(9 * MINUTE_MS);
    await sendOsmand(server, second.key, { ...at(3_000) });
    expect(await server.positionsOf(ana)).toHaveLength(1);
    server.clock.move(2 * MINUTE_MS);
    await sendOsmand(server, second.key, { ...at(4_000) });
    expect(await seenBy(bo)).toMatchObject([{ latitude: expect.closeTo(at(4_000).lat, 4) }]);
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, first.key, { ...at(7_000) });
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, second.key, { ...at(9_000) });
    expect(await seenBy(bo)).toMatchObject([{ latitude: expect.closeTo(at(7_000).lat, 4) }]);
  });

  it('given a second phone that stood in, when the first empties its queue, then those hours stay', async () => {
    const { ana } = await createFamilyOfTwo();
    const [first, second] = [await connectApp(server, ana), await connectApp(server, ana)];
    await sendOsmand(server, first.key, { ...at(20_000) });
    // The second one is off for 40 minutes, takes over at 50 and is silent from 70 on.
    server.clock.move(40 * MINUTE_MS);
    await sendOsmand(server, second.key, { ...at(0) });
    for (const metres of [3_000, 4_000, 5_000]) {
      server.clock.move(10 * MINUTE_MS);
      await sendOsmand(server, second.key, { ...at(metres) });
    }
    // The first one is back at 180 with a position for each 20 minutes, the oldest first.
    server.clock.move(110 * MINUTE_MS);
    for (let minutesAgo = 160; minutesAgo >= 0; minutesAgo -= 20)
      expect((await sendOsmand(server, first.key, { ...at(20_000), minutesAgo })).statusCode).toBe(200);
    await sendOsmand(server, first.key, { ...at(20_000), minutesAgo: 111 });
    await sendOsmand(server, second.key, { ...at(6_000) });
    const end = server.clock.now();
    const rows = (await server.positionsOf(ana)).toSorted((a, b) => a.recorded_at - b.recorded_at);
    const stored = rows.map(({ recorded_at, latitude }) => {
      const minute = 180 - Math.round((end - recorded_at) / MINUTE_MS);
      return `${minute} ${latitude > SCHOOL.latitude + north(10_000) ? 'first' : 'second'}`;
    });
    expect(stored).toEqual([
      '0 first',
      '20 first',
      '40 first',
      '50 second',
      '60 second',
      '70 second',
      '100 first',
      '120 first',
      '140 first',
      '160 first',
      '180 first',
    ]);
  });

  it('given a first phone that never reported, then a second one counts until the first does', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [first, second] = [await connectApp(server, ana), await connectApp(server, ana)];
    await sendOsmand(server, second.key, { ...at(0) });
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, second.key, { ...at(10) });
    expect(await server.positionsOf(ana)).toHaveLength(2);
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, first.key, { ...at(7_000) });
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, second.key, { ...at(20) });
    expect(await server.positionsOf(ana)).toHaveLength(3);
    expect(await seenBy(bo)).toMatchObject([{ latitude: expect.closeTo(at(7_000).lat, 4) }]);
  });

  it('given a phone, then a browser counts only where it is primary, or the phone is silent', async () => {
    const ana = await createPerson();
    const tab = await ana.connect();
    const { key } = await connectApp(server, ana);
    const send = (fields: object = {}) =>
      tab.send('location:update', { latitude: 1, longitude: 2, ...fields });
    expect(await send()).toEqual({ ok: true });
    await sendOsmand(server, key, { ...at(0) });
    server.clock.move(1_000);
    expect(await send()).toEqual({ ok: true, used: false });
    expect(await send({ isPrimary: true })).toEqual({ ok: true });
    server.clock.move(1_000);
    const before = (await server.positionsOf(ana)).length;
    await sendOsmand(server, key, { ...at(50) });
    expect(await server.positionsOf(ana)).toHaveLength(before);
    server.clock.move(31 * MINUTE_MS);
    expect(await send()).toEqual({ ok: true });
  });
});

it('given 500 late positions across a place, then there is one event, and none for a replay', async () => {
  const { ana, bo, id } = await createFamilyOfTwo();
  await createGeofence(ana, id);
  const bosTab = await bo.connect();
  const { key } = await connectApp(server, ana, 'overland');
  const metres = (index: number) =>
    index < 20 ? 3_000 : index % 50 < 25 && index < 480 ? 0 : index < 480 ? 3_000 : 0;
  const locations = Array.from({ length: 500 }, (_, index) => ({
    geometry: { type: 'Point', coordinates: [SCHOOL.longitude, SCHOOL.latitude + north(metres(index))] },
    properties: {
      timestamp: new Date(server.clock.now() - (500 - index) * 10_000).toISOString(),
      horizontal_accuracy: 8,
    },
  }));
  await sendJson(server, 'overland', key, { locations });
  await waitUntil(() => receivedCrossings(bosTab).length > 0);
  await sendJson(server, 'overland', key, { locations });
  await flushSockets(bosTab);
  expect(receivedCrossings(bosTab)).toEqual([['entered', 'School']]);
});

describe('an SOS of a phone', () => {
  const alarm = { alarm: 'sos', batt: 80 };

  it('given a pause, when the button is sent twice with the same time, then the family is called once', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const bosTab = await bo.connect();
    const { key } = await connectApp(server, ana);
    await ana.call('PUT', '/api/sharing', { paused: true });
    server.clock.move(2 * MINUTE_MS);
    const timestamp = server.clock.now() - MINUTE_MS;
    for (let time = 0; time < 2; time += 1)
      expect((await sendOsmand(server, key, { ...at(0), ...alarm, timestamp })).statusCode).toBe(200);
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({
      userId: ana.id,
      timestamp: new Date(timestamp).toISOString(),
    });
    await flushSockets(bosTab);
    expect(bosTab.received.filter(([event]) => event === 'sos:alert')).toHaveLength(1);
    expect(await server.positionsOf(ana)).toEqual([]);
  });

  it('given a pause, then the people called see where the phone is, until the call is over', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const bosTab = await bo.connect();
    const { key } = await connectApp(server, ana);
    const { key: otherKey } = await connectApp(server, ana);
    await ana.call('PUT', '/api/sharing', { paused: true });
    server.clock.move(2 * MINUTE_MS);
    await sendOsmand(server, key, { ...at(0), ...alarm });
    await bosTab.waitForEvent('sos:alert');
    const short = ({ latitude }: { latitude: number }) => latitude.toFixed(4);
    const latitude = (metres: number) => at(metres).lat.toFixed(4);
    const moves = () =>
      bosTab.received.flatMap(([event, payload]) =>
        event === 'sos:moved' ? [short(payload as { latitude: number })] : [],
      );
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, otherKey, at(900));
    await sendOsmand(server, key, at(500));
    await waitUntil(() => moves().length > 0);
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, key, { ...at(100), minutesAgo: 3 });
    await sendOsmand(server, key, at(1_000));
    await waitUntil(() => moves().includes(latitude(1_000)));
    expect(moves()).not.toContain(latitude(900));
    const [call] = parseAnswer(z.array(SosCall), await bo.call('GET', '/api/sos'));
    const { track } = parseAnswer(SosDetails, await bo.call('GET', `/api/sos/${call?.id}`));
    expect(track.map(short)).toEqual([0, 500, 1_000].map(latitude));
    expect(await server.positionsOf(ana)).toEqual([]);
    await ana.call('POST', `/api/sos/${call?.id}/close`, { ending: 'safe' });
    const before = moves().length;
    server.clock.move(MINUTE_MS);
    expect((await sendOsmand(server, key, at(2_000))).statusCode).toBe(200);
    await flushSockets(bosTab);
    expect(moves()).toHaveLength(before);
  });

  it('given a call of two hours ago, when it arrives, then it is repeated like one of now', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    // Only clients that name their device get repeats.
    const bosTab = await bo.connect({ auth: { token: bo.token, device: 'tab' } });
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, { ...at(0), ...alarm, minutesAgo: 120 });
    await bosTab.waitForEvent('sos:alert');
    const repeats = () =>
      bosTab.received.flatMap(([event, alert]) =>
        event === 'sos:alert' ? [(alert as { repeat: number }).repeat] : [],
      );
    server.clock.move(MINUTE_MS + 1_000);
    await waitUntil(() => repeats().length === 2);
    server.clock.move(2 * MINUTE_MS);
    await waitUntil(() => repeats().length === 3);
    expect(repeats()).toEqual([0, 1, 2]);
  });

  it('given no place, then it is called from the newest position', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const bosTab = await bo.connect();
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, { ...at(0), minutesAgo: 60 });
    await sendOsmand(server, key, alarm);
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({
      latitude: SCHOOL.latitude,
      message: '(Last known position, about 1 hour old)',
    });
    const [call] = parseAnswer(z.array(SosCall), await bo.call('GET', '/api/sos'));
    const age = Date.parse(call?.startedAt ?? '') - Date.parse(call?.position.timestamp ?? '');
    expect(Math.round(age / MINUTE_MS)).toBe(60);
  });

  it('given no place while a call is open, then the newer position of the call stays', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const bosTab = await bo.connect();
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, { ...at(0), minutesAgo: 60 });
    await sendOsmand(server, key, { ...at(500), ...alarm });
    await bosTab.waitForEvent('sos:alert');
    server.clock.move(MINUTE_MS);
    await sendOsmand(server, key, alarm);
    await waitUntil(() => bosTab.received.filter(([event]) => event === 'sos:alert').length === 2);
    const [call] = parseAnswer(z.array(SosCall), await bo.call('GET', '/api/sos'));
    expect(call).toMatchObject({ message: null, position: { latitude: Number(at(500).lat.toFixed(6)) } });
    const { track } = parseAnswer(SosDetails, await bo.call('GET', `/api/sos/${call?.id}`));
    expect(track.map(({ latitude }) => latitude.toFixed(4))).toEqual([at(500).lat.toFixed(4)]);
    const alerts = bosTab.received.filter(([event]) => event === 'sos:alert');
    expect(alerts.at(-1)).toMatchObject(['sos:alert', { message: null }]);
  });

  it('given no place and a position of two days ago, then it is called with its age', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const bosTab = await bo.connect();
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, at(0));
    server.clock.move(48 * 60 * MINUTE_MS);
    await sendOsmand(server, key, alarm);
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({
      message: '(Last known position, 2 days old)',
    });
  });

  it('given no one to call, then it is taken, and its owner sees that no one was reached', async () => {
    const ana = await createPerson();
    await createFamily(ana);
    const { key } = await connectApp(server, ana);
    expect((await sendOsmand(server, key, { ...at(0), ...alarm })).statusCode).toBe(200);
    const phones = parseAnswer(z.array(Phone), await ana.call('GET', '/api/phones'));
    expect(phones).toMatchObject([{ lastError: 'sos_unheard' }]);
  });
});
