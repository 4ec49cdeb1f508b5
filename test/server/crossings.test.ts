import { GeofenceCrossed } from '#contract/geofences';
import { speedUp, loadTrack } from '../support/tracks';
import { createFamily, joinEarlier, leaveFamily, type Person } from './support/people';
import { flushSockets, openSocket, type TestSocket, waitUntil } from './support/socket';
import { startTestServer, UNLIMITED } from './support/startTestServer';
import { useServer } from './support/useServer';
import { createGeofence, createWalker, receivedCrossings, SCHOOL, type Walker } from './support/walks';

const { server, createPerson, createFamilyOfTwo } = useServer();

const ENTERED = ['entered', 'School'];
const EXITED = ['exited', 'School'];

/** Ana walks, Bo listens, and they have a geofence at the school. */
interface Scenario {
  ana: Person;
  bo: Person;
  familyId: string;
  geofenceId: string;
  anasTab: TestSocket;
  bosTab: TestSocket;
  walk: Walker;
  /** The crossings that Bo has received by now. */
  bosCrossings(): Promise<[string, string][]>;
}

async function createScenario(fields: object = {}): Promise<Scenario> {
  const { ana, bo, id: familyId } = await createFamilyOfTwo();
  const { id: geofenceId } = await createGeofence(bo, familyId, fields);
  const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
  const bosCrossings = async (): Promise<[string, string][]> => {
    await flushSockets(anasTab, bosTab);
    return receivedCrossings(bosTab);
  };
  return { ana, bo, familyId, geofenceId, anasTab, bosTab, walk: createWalker(anasTab), bosCrossings };
}

describe('crossing', () => {
  it('given a member who walks in and out, then each tab of the others receives each crossing once', async () => {
    const { ana, bo, familyId, geofenceId, anasTab, bosTab, walk } = await createScenario();
    const [anasOther, bosOther] = [await ana.connect(), await bo.connect()];
    await walk.to(500, 300, 0);
    const entry = walk.at;
    await walk.to(50, 0, 200, 200);
    await flushSockets(anasTab, anasOther, bosTab, bosOther);
    const [entered, exited] = bosTab.received.filter(([event]) => event !== 'location:updated');
    const content = {
      alertId: expect.any(String) as string,
      userId: ana.id,
      geofenceName: 'School',
      geofenceId,
      familyId,
    };
    expect(entered).toEqual(['geofence:entered', { ...content, timestamp: entry }]);
    expect(exited).toEqual(['geofence:exited', { ...content, timestamp: walk.at }]);
    expect(GeofenceCrossed.parse(entered?.[1])).toEqual(entered?.[1]);
    expect(receivedCrossings(bosOther)).toEqual([ENTERED, EXITED]);
    expect([receivedCrossings(anasTab), receivedCrossings(anasOther)]).toEqual([[], []]);
  });

  it('given a polygon, then its edges are crossed, not the circle around it', async () => {
    const north = (metres: number) => SCHOOL.latitude + metres / 111_195;
    // A strip of 400 by 100 m, 100 m north of the school.
    const polygon = [
      [14.4974, north(100)],
      [14.5026, north(100)],
      [14.5026, north(200)],
      [14.4974, north(200)],
    ];
    const { walk, bosCrossings } = await createScenario({ polygon });
    await walk.to(500, 0, 60, 0);
    expect(await bosCrossings()).toEqual([]);
    await walk.to(150);
    expect(await bosCrossings()).toEqual([ENTERED]);
    await walk.to(80, 95, 50, 50);
    expect(await bosCrossings()).toEqual([ENTERED, EXITED]);
  });

  it('given two families, then only the family of the geofence gets its crossings', async () => {
    const { ana, walk, bosCrossings } = await createScenario();
    const cy = await createPerson();
    await createFamily(ana, cy);
    // The walk began before it, and those who join later do not see that.
    await server.database.updateTable('family_members').set({ joined_at: 0 }).execute();
    const cysTab = await cy.connect();
    await walk.to(500, 0);
    expect(await bosCrossings()).toEqual([ENTERED]);
    await flushSockets(cysTab);
    expect(receivedCrossings(cysTab)).toEqual([]);
    expect(cysTab.received.map(([event]) => event)).toEqual(['location:updated', 'location:updated']);
  });

  it('given geofences of two families at one place, then each family gets its own crossings', async () => {
    const { ana, walk, bosCrossings } = await createScenario();
    const cy = await createPerson();
    const { id } = await createFamily(ana, cy);
    await joinEarlier(server.database, id);
    await createGeofence(ana, id, { name: 'Club' });
    const cysTab = await cy.connect();
    await walk.to(500, 0);
    expect(await bosCrossings()).toEqual([ENTERED]);
    await flushSockets(cysTab);
    expect(receivedCrossings(cysTab)).toEqual([['entered', 'Club']]);
  });

  it('given a former member, then they receive no crossings of the family', async () => {
    const { bo, familyId, walk, bosCrossings } = await createScenario();
    await walk.to(500);
    await leaveFamily(bo, familyId);
    await walk.to(0, 0, 500, 500);
    expect(await bosCrossings()).toEqual([]);
  });

  it('given a recorded walk to its last stop, then the others get one arrival', async () => {
    const { ana, bo, familyId, anasTab, bosTab } = await createScenario();
    const track = speedUp(loadTrack('lake'), 4);
    const at = { latitude: 45.791_06, longitude: 14.304_57 };
    await createGeofence(ana, familyId, { ...at, name: 'Lake' });
    const start = Date.now() - (track.at(-1)?.offsetMs ?? 0);
    for (const { latitude, longitude, offsetMs } of track) {
      const timestamp = new Date(start + offsetMs).toISOString();
      await anasTab.send('location:update', { latitude, longitude, accuracy: 10, timestamp });
    }
    await flushSockets(anasTab, bosTab);
    expect(receivedCrossings(bosTab)).toEqual([['entered', 'Lake']]);
    expect(bo.id).not.toBe(ana.id);
  });
});

it('given a member outside a geofence that is new or moved, then their first fix inside is an arrival', async () => {
  const { ana, familyId, walk, bosCrossings } = await createScenario({ latitude: 10 });
  await walk.to(3_000);
  const { id } = await createGeofence(ana, familyId, { name: 'New' });
  await walk.to(0);
  expect(await bosCrossings()).toEqual([['entered', 'New']]);
  await ana.call('PUT', `/api/geofences/${id}`, { latitude: SCHOOL.latitude + 0.02 });
  expect(await bosCrossings()).toHaveLength(1);
  await walk.to(0.02 * 111_195);
  expect(await bosCrossings()).toEqual([
    ['entered', 'New'],
    ['entered', 'New'],
  ]);
});

describe('crossings that are not sent', () => {
  it('given the first fix inside, then no event is sent', async () => {
    const { walk, bosCrossings } = await createScenario();
    await walk.to(0, 0, 0);
    expect(await bosCrossings()).toEqual([]);
  });

  it('given a new geofence around a member, then no event is sent until they leave', async () => {
    const { ana, familyId, walk, bosCrossings } = await createScenario({ latitude: 10 });
    await walk.to(0, 0);
    await createGeofence(ana, familyId, { name: 'New' });
    await walk.to(0, 0);
    expect(await bosCrossings()).toEqual([]);
    await walk.to(500, 500);
    expect(await bosCrossings()).toEqual([['exited', 'New']]);
  });

  it.each([
    ['resized', { radius: 1_000 }],
    ['moved', { latitude: SCHOOL.latitude + 0.004 }],
  ])(
    'given one that is %s around a member, then no event is sent until they leave',
    async (_what, fields) => {
      const { bo, geofenceId, walk, bosCrossings } = await createScenario();
      await walk.to(500, 500);
      await bo.call('PUT', `/api/geofences/${geofenceId}`, fields);
      await walk.to(450, 450, 450);
      expect(await bosCrossings()).toEqual([]);
      await walk.to(3_000);
      expect(await bosCrossings()).toEqual([EXITED]);
    },
  );

  it('given a new name or the same place while inside, then leaving is reported with the new name', async () => {
    const { bo, geofenceId, walk, bosCrossings } = await createScenario();
    await walk.to(0);
    await bo.call('PUT', `/api/geofences/${geofenceId}`, { name: 'Old school', ...SCHOOL, radius: 100 });
    await walk.to(500, 500);
    expect(await bosCrossings()).toEqual([['exited', 'Old school']]);
  });

  it('given one that is deleted around a member, then no event is sent, then or later', async () => {
    const { bo, geofenceId, walk, bosCrossings } = await createScenario();
    await walk.to(0);
    await bo.call('DELETE', `/api/geofences/${geofenceId}`);
    await walk.to(0, 500, 500);
    expect(await bosCrossings()).toEqual([]);
  });

  it('given notifications off, then none is sent, and switching them on reports nothing of the past', async () => {
    const { bo, geofenceId, walk, bosCrossings } = await createScenario({ notifyEntry: false });
    await walk.to(500, 0, 0);
    expect(await bosCrossings()).toEqual([]);
    await bo.call('PUT', `/api/geofences/${geofenceId}`, { notifyEntry: true, notifyExit: false });
    await walk.to(0, 500, 500);
    expect(await bosCrossings()).toEqual([]);
    await walk.to(0, 0);
    expect(await bosCrossings()).toEqual([ENTERED]);
  });

  it('given a schedule, when it allows other times only, then no alert is sent, and the history has them', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7];
    const today = new Date().getUTCDay() || 7;
    const scheduled = (days: number[]) => ({ schedule: { days, from: 0, to: 0, timeZone: 'UTC' } });
    // The day before counts too, so that the test may run at midnight.
    const others = all.filter((day) => day !== today && day !== (today === 1 ? 7 : today - 1));
    const { ana, bo, geofenceId, walk, bosCrossings } = await createScenario(scheduled(others));
    await walk.to(500, 300, 0);
    expect(await bosCrossings()).toEqual([]);
    const log = await ana.call('GET', `/api/geofences/${geofenceId}/events`);
    expect(log.json()).toMatchObject({ events: [{ event: 'entered', userId: ana.id }] });
    await bo.call('PUT', `/api/geofences/${geofenceId}`, scheduled(all));
    await walk.to(300, 500, 500);
    expect(await bosCrossings()).toEqual([EXITED]);
  });

  it.each([
    [8, [EXITED]],
    [25, []],
  ])('given %i h without a fix in which a member leaves, then these are sent: %j', async (hours, sent) => {
    const { anasTab, bosCrossings } = await createScenario();
    const walk = createWalker(anasTab, Date.now() - (hours * 3_600 + 60) * 1_000);
    await walk.to(0);
    walk.wait(hours * 3_600);
    await walk.to(5_000, 5_000);
    expect(await bosCrossings()).toEqual(sent);
  });

  it('given fixes of six hours ago, then nothing is news, and the inbox lists what happened as late', async () => {
    const { ana, bo, anasTab, bosTab, bosCrossings } = await createScenario();
    const walk = createWalker(anasTab, Date.now() - 6 * 3_600_000);
    await walk.to(500, 300, 0);
    const entry = walk.at;
    expect(await bosCrossings()).toEqual([]);
    const recorded = bosTab.received.filter(([event]) => event === 'alert:recorded');
    expect(recorded).toMatchObject([
      ['alert:recorded', { kind: 'arrival', late: true, at: entry, payload: { userId: ana.id } }],
    ]);
    const { alerts } = (await bo.call('GET', '/api/alerts')).json<{ alerts: object[] }>();
    expect(alerts).toMatchObject([{ kind: 'arrival', late: true, at: entry, read: false }]);
    const later = await bo.connect({ auth: { token: bo.token, device: 'later' } });
    await flushSockets(later);
    expect(receivedCrossings(later)).toEqual([]);
  });

  it('given one upload of a day, then only what happened in the last 15 minutes is news', async () => {
    const { ana, bosCrossings } = await createScenario();
    const fixes = [600, 590, 300, 290, 10, 5].map((minutesAgo, index) => ({
      ...SCHOOL,
      latitude: SCHOOL.latitude + ([0, 1].includes(index) || index > 3 ? 0 : 0.1),
      accuracy: 8,
      timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    }));
    expect((await ana.call('POST', '/api/locations', fixes)).statusCode).toBe(200);
    expect(await bosCrossings()).toEqual([ENTERED]);
  });
});

describe('fixes that are not as they should be', () => {
  const inside = { ...SCHOOL, accuracy: 8 };

  it.each([
    ['late', 5_000, 5],
    ['repeated', 0, 4],
  ])('given %s fixes from elsewhere, then they are stored and raise nothing', async (_what, ageMs, count) => {
    const { ana, walk, bosCrossings } = await createScenario();
    await walk.to(500, 0);
    const timestamp = new Date(Date.parse(walk.at) - ageMs).toISOString();
    const fix = { latitude: 10, longitude: 10, accuracy: 5, timestamp };
    for (let time = 0; time < 2; time += 1) expect(await walk.send(fix)).toEqual({ ok: true });
    await walk.to(0, 0);
    expect(await bosCrossings()).toEqual([ENTERED]);
    const rows = await server.positionsOf(ana);
    expect(rows).toHaveLength(count);
  });

  it('given a track whose fixes come in disorder, then the same events are sent as in order', async () => {
    const { anasTab, bosCrossings } = await createScenario();
    const start = Date.now() - 600_000;
    // Seconds and metres: there, and back again.
    const fixes: [number, number][] = [
      [0, 500],
      [20, 300],
      [10, 400],
      [60, 0],
      [40, 100],
      [30, 200],
      [70, 0],
      [50, 50],
      [120, 500],
      [110, 400],
      [130, 500],
      [90, 0],
    ];
    for (const [seconds, metres] of fixes) {
      await anasTab.send('location:update', {
        latitude: SCHOOL.latitude + metres / 111_195,
        longitude: SCHOOL.longitude,
        accuracy: 8,
        timestamp: new Date(start + seconds * 1_000).toISOString(),
      });
    }
    expect(await bosCrossings()).toEqual([ENTERED, EXITED]);
  });

  it('given a clock a day ahead, then the fix is evaluated as of now', async () => {
    const { walk, bosTab, bosCrossings } = await createScenario();
    await walk.to(500);
    const ahead = new Date(Date.now() + 86_400_000).toISOString();
    await walk.send({ ...inside, timestamp: ahead });
    expect(await bosCrossings()).toEqual([ENTERED]);
    const [, crossing] = bosTab.received.findLast(([event]) => event === 'geofence:entered') ?? [];
    const { timestamp } = GeofenceCrossed.parse(crossing);
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(2_000);
  });

  it('given fixes with a large or unknown error, then they are stored and enter no small geofence', async () => {
    const { walk, bosCrossings } = await createScenario({ radius: 50 });
    await walk.to(500);
    const time = (seconds: number): string => new Date(Date.parse(walk.at) + seconds * 1_000).toISOString();
    for (const [index, accuracy] of [501, 2_200, 0, 51].entries()) {
      const fix = { ...SCHOOL, accuracy, timestamp: time(index + 1) };
      expect(await walk.send(fix)).toEqual({ ok: true });
    }
    expect(await bosCrossings()).toEqual([]);
  });

  it('given fixes without an accuracy that agree with each other, then they enter a small geofence', async () => {
    const { walk, bosCrossings } = await createScenario({ radius: 50 });
    await walk.to(500);
    const time = (seconds: number): string => new Date(Date.parse(walk.at) + seconds * 1_000).toISOString();
    await walk.send({ ...SCHOOL, timestamp: time(30) });
    expect(await bosCrossings()).toEqual([]);
    await walk.send({ ...SCHOOL, timestamp: time(60) });
    expect(await bosCrossings()).toEqual([ENTERED]);
  });

  it('given several fixes sent at once, then they are evaluated in their order', async () => {
    const { anasTab, walk, bosCrossings } = await createScenario();
    await walk.to(500);
    const start = Date.parse(walk.at);
    const replies = Array.from({ length: 40 }, (_, index) =>
      anasTab.send('location:update', {
        latitude: SCHOOL.latitude + (index < 20 ? 0 : 0.02),
        longitude: SCHOOL.longitude,
        accuracy: 8,
        timestamp: new Date(start + (index + 1) * 1_000).toISOString(),
      }),
    );
    expect(await Promise.all(replies)).toEqual(replies.map(() => ({ ok: true })));
    expect(await bosCrossings()).toEqual([ENTERED, EXITED]);
  });
});

describe('restarts and several servers', () => {
  it('given a member inside, when the server restarts, then only their leaving is sent', async () => {
    const first = await startTestServer();
    const { ana, bo, id } = await first.createFamilyOfTwo();
    await createGeofence(ana, id);
    const before = createWalker(await ana.connect());
    await before.to(500, 0);
    await first.close();

    const { origin } = await startTestServer({ dataDir: first.dataDir });
    const [anasTab, bosTab] = [await openSocket(origin, ana.token), await openSocket(origin, bo.token)];
    await waitUntil(() => receivedCrossings(bosTab).length > 0);
    const after = createWalker(anasTab, Date.parse(before.at));
    await after.to(0, 0);
    await flushSockets(anasTab, bosTab);
    // The arrival that Bo was offline for, and no second one.
    expect(receivedCrossings(bosTab)).toEqual([ENTERED]);
    await after.to(500, 500);
    await flushSockets(anasTab, bosTab);
    expect(receivedCrossings(bosTab)).toEqual([ENTERED, EXITED]);
  });

  it('given two servers on one database, when fixes reach them in turn, then each crossing is sent once', async () => {
    const { origin } = await startTestServer({ dataDir: server.dataDir, ...UNLIMITED });
    const { ana, bo, anasTab, bosTab } = await createScenario();
    const [anasOther, bosOther] = [await openSocket(origin, ana.token), await openSocket(origin, bo.token)];
    const start = Date.now() - 600_000;
    const way = [500, 300, 100, 0, 0, 0, 50, 200, 200, 200, 500, 0, 0, 500, 500, 500];
    for (const [index, metres] of way.entries()) {
      await (index % 2 === 0 ? anasTab : anasOther).send('location:update', {
        latitude: SCHOOL.latitude + metres / 111_195,
        longitude: SCHOOL.longitude,
        accuracy: 8,
        timestamp: new Date(start + index * 20_000).toISOString(),
      });
    }
    await flushSockets(anasTab, anasOther, bosTab, bosOther);
    const names = [...receivedCrossings(bosTab), ...receivedCrossings(bosOther)]
      .map(([event]) => event)
      .toSorted();
    expect(names).toEqual(['entered', 'entered', 'exited', 'exited']);
  });

  it('given two servers on one database, when both get a fix at once, then its crossing is sent once', async () => {
    const { origin } = await startTestServer({ dataDir: server.dataDir, ...UNLIMITED });
    const { ana, bo, anasTab, bosTab, walk } = await createScenario();
    const [anasOther, bosOther] = [await openSocket(origin, ana.token), await openSocket(origin, bo.token)];
    await walk.to(500);
    const start = Date.parse(walk.at);
    for (let round = 1; round <= 20; round += 1) {
      const fix = {
        latitude: SCHOOL.latitude + (round % 2 === 1 ? 0 : 0.02),
        longitude: SCHOOL.longitude,
        accuracy: 8,
        timestamp: new Date(start + round * 10_000).toISOString(),
      };
      // Both run in this one process, so one may find the database locked by the other; like a client, it tries again.
      const sendUntilStored = async (tab: TestSocket): Promise<void> => {
        await waitUntil(async () => 'ok' in (await tab.send('location:update', fix)));
      };
      await Promise.all([sendUntilStored(anasTab), sendUntilStored(anasOther)]);
    }
    await flushSockets(anasTab, anasOther, bosTab, bosOther);
    expect(receivedCrossings(bosTab).length + receivedCrossings(bosOther).length).toBe(20);
  });

  it('given failing evaluation, then positions are stored, published and acknowledged, and the log says so', async () => {
    const broken = await startTestServer();
    const [ana, bo] = [await broken.createPerson(), await broken.createPerson()];
    await createGeofence(ana, (await createFamily(ana, bo)).id);
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    await broken.database.updateTable('family_members').set({ joined_at: 0 }).execute();
    await broken.database.schema.dropTable('geofence_states').execute();
    await createWalker(anasTab).to(12, 34);
    await flushSockets(anasTab, bosTab);
    expect(bosTab.received.map(([event]) => event)).toEqual(['location:updated', 'location:updated']);
    const faults = broken.log.filter((line) =>
      line.includes('a position was not evaluated against geofences'),
    );
    expect(faults).toHaveLength(2);
    expect(faults.join('')).not.toMatch(/46\.05|14\.5/u);
    expect(await anasTab.send('sos:trigger', { latitude: 1, longitude: 2 })).toMatchObject({ ok: true });
    expect(await bosTab.waitForEvent('sos:alert')).toMatchObject({ userId: ana.id });
  });
});
