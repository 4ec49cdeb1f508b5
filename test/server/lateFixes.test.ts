import { createFamily, leaveFamily, type Person } from './support/people';
import { flushSockets } from './support/socket';
import { startTestServer, UNLIMITED } from './support/startTestServer';
import { useServer } from './support/useServer';
import { createGeofence, receivedCrossings, SCHOOL } from './support/walks';

const { server, createFamilyOfTwo } = useServer();
const MINUTE = 60_000;

interface Fix {
  latitude: number;
  longitude: number;
  accuracy: number;
  timestamp: string;
}

/** A day of five visits to the school, with a fix every minute, in batches of 20 minutes. @param end epoch milliseconds */
function batchesOfVisits(end: number): Fix[][] {
  const fixes = Array.from({ length: 200 }, (_, minute): Fix => ({
    latitude: SCHOOL.latitude + (minute % 40 >= 15 && minute % 40 < 30 ? 0 : 0.02),
    longitude: SCHOOL.longitude,
    accuracy: 12,
    timestamp: new Date(end - (199 - minute) * MINUTE).toISOString(),
  }));
  return Array.from({ length: 10 }, (_, batch) => fixes.slice(batch * 20, (batch + 1) * 20));
}

const send = async (person: Person, fixes: readonly Fix[]): Promise<void> => {
  expect((await person.call('POST', '/api/locations', fixes)).statusCode).toBe(200);
};

const recordedOf = async ({ id }: Person, { database } = server) => {
  const rows = await database
    .selectFrom('geofence_events')
    .select(['at', 'event'])
    .where('user_id', '=', id)
    .orderBy('at')
    .execute();
  return rows.map(({ at, event }) => [at, event]);
};

async function createVisitor() {
  const { ana, bo, id: familyId } = await createFamilyOfTwo();
  const { id: geofenceId } = await createGeofence(bo, familyId);
  return { ana, bo, familyId, geofenceId };
}

/** The crossings of those visits when they come in order. */
const expectedOf = (batches: readonly Fix[][]) =>
  batches.flat().flatMap(({ latitude, timestamp }, index, all) => {
    const before = all[index - 1];
    if (!before || before.latitude === latitude) return [];
    return [[Date.parse(timestamp), latitude === SCHOOL.latitude ? 'entered' : 'exited']];
  });

const EVERY_OTHER = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8];

describe('fixes that come after newer ones', () => {
  it.each([
    ['in order', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['newest first', [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
    ['swapped in pairs', EVERY_OTHER],
    ['mixed up', [4, 9, 0, 7, 2, 5, 1, 8, 3, 6]],
  ])('given batches %s, then all ten crossings are recorded, with their own times', async (_how, order) => {
    const { ana } = await createVisitor();
    const batches = batchesOfVisits(Date.now() - 6 * 60 * MINUTE);
    for (const index of order) await send(ana, batches[index] ?? []);
    const expected = expectedOf(batches);
    expect(expected).toHaveLength(10);
    expect(await recordedOf(ana)).toEqual(expected);
  });

  it('given fixes of six hours ago, newest first, then nothing is announced', async () => {
    const { ana, bo } = await createVisitor();
    const tab = await bo.connect();
    for (const batch of batchesOfVisits(Date.now() - 6 * 60 * MINUTE).toReversed()) await send(ana, batch);
    await flushSockets(tab);
    expect(receivedCrossings(tab)).toEqual([]);
  });

  it('given they are sent again, then nothing is recorded or announced twice', async () => {
    const { ana, bo } = await createVisitor();
    const tab = await bo.connect();
    const batches = batchesOfVisits(Date.now());
    for (const batch of batches) await send(ana, batch);
    const before = await recordedOf(ana);
    await flushSockets(tab);
    const received = receivedCrossings(tab).length;
    for (const batch of batches.toReversed()) await send(ana, batch);
    await flushSockets(tab);
    expect([await recordedOf(ana), receivedCrossings(tab).length]).toEqual([before, received]);
  });

  it('given a late fix shows that the member has arrived by now, then the others get an alert', async () => {
    const { ana, bo } = await createVisitor();
    const tab = await bo.connect();
    const now = Date.now();
    // Two fixes that are not sure each, of which the first comes last.
    const near = (seconds: number, metres: number, accuracy: number): Fix => ({
      latitude: SCHOOL.latitude + metres / 111_195,
      longitude: SCHOOL.longitude,
      accuracy,
      timestamp: new Date(now - seconds * 1_000).toISOString(),
    });
    await send(ana, [near(300, 900, 8), near(30, 60, 60)]);
    await flushSockets(tab);
    expect(receivedCrossings(tab)).toEqual([]);
    await send(ana, [near(90, 60, 60)]);
    await flushSockets(tab);
    expect(receivedCrossings(tab)).toEqual([['entered', 'School']]);
  });

  it('given two servers on one database, when one gets a late fix, then the other goes on from there', async () => {
    const other = await startTestServer({ dataDir: server.dataDir, ...UNLIMITED });
    const { ana } = await createVisitor();
    const batches = batchesOfVisits(Date.now() - 60 * MINUTE);
    for (const [turn, index] of EVERY_OTHER.entries()) {
      const { app } = turn % 2 === 0 ? server : other;
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/locations',
        headers: { authorization: `Bearer ${ana.token}` },
        payload: batches[index] ?? [],
      });
      expect(statusCode).toBe(200);
    }
    expect(await recordedOf(ana)).toEqual(expectedOf(batches));
  });

  it('given a geofence that is moved, then what happened at its old place stays recorded', async () => {
    const { ana, bo, geofenceId } = await createVisitor();
    const batches = batchesOfVisits(Date.now() - 60 * MINUTE);
    const [late = [], ...rest] = batches;
    for (const batch of rest) await send(ana, batch);
    const before = await recordedOf(ana);
    await bo.call('PUT', `/api/geofences/${geofenceId}`, { latitude: SCHOOL.latitude + 1 });
    await send(ana, late);
    expect(await recordedOf(ana)).toEqual(before);
  });

  it('given a member leaves the family, then nothing of them stays in its event log', async () => {
    const { ana, bo, familyId } = await createVisitor();
    await createFamily(ana, bo);
    for (const batch of batchesOfVisits(Date.now())) await send(ana, batch);
    expect(await recordedOf(ana)).toHaveLength(10);
    await leaveFamily(ana, familyId);
    expect(await recordedOf(ana)).toEqual([]);
  });

  it('given entries older than 30 days, then they are deleted when the server starts', async () => {
    const { ana } = await createVisitor();
    for (const batch of batchesOfVisits(Date.now())) await send(ana, batch);
    const old = 31 * 24 * 60 * MINUTE;
    await server.database
      .updateTable('geofence_events')
      .set(({ eb }) => ({ at: eb('at', '-', old) }))
      .where('event', '=', 'exited')
      .execute();
    await startTestServer({ dataDir: server.dataDir, ...UNLIMITED });
    expect((await recordedOf(ana)).map(([, event]) => event)).toEqual(Array(5).fill('entered'));
  });
});
