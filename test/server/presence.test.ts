import { MOVING_FROM_M_PER_S } from '#contract/limits';
import type { Presence } from '#contract/phones';
import { throttlePerKey } from '#server/throttlePerKey';
import type { Person } from './support/people';
import { flushSockets, type TestSocket, waitUntil } from './support/socket';
import { useServerPerTest } from './support/useServer';
import { createGeofence, createWalker, receivedCrossings, SCHOOL, type Walker } from './support/walks';

const { server, createFamilyOfTwo, createPerson } = useServerPerTest();

const HOUR_MS = 3_600_000;

/** What a socket was sent of how a person is, oldest first. */
const presencesOf = ({ everything }: TestSocket, { id }: Person): Presence[] =>
  everything
    .filter(([event]) => event === 'presence:changed')
    .map(([, payload]) => payload as Presence)
    .filter(({ userId }) => userId === id);

/** Walks after all have joined. @param ms between the first fix and now */
function walk(tab: TestSocket, ms = HOUR_MS): Walker {
  const start = server.clock.now();
  server.clock.move(ms);
  return createWalker(tab, start);
}

const placesOf = (tab: TestSocket, person: Person) =>
  presencesOf(tab, person).map(({ place }) => place?.name ?? null);

describe('a member who shares by browser', () => {
  it('given a place, when the member leaves it and comes back, then open pages receive both', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const stranger = await createPerson('Stranger');
    await createGeofence(ana, id);
    const [anasTab, bosTab, strangersTab] = [
      await ana.connect(),
      await bo.connect(),
      await stranger.connect(),
    ];
    const walker = walk(bosTab);
    await walker.to(0);
    await waitUntil(() => placesOf(anasTab, bo).at(-1) === 'School');
    await walker.to(600, 620);
    await waitUntil(() => placesOf(anasTab, bo).at(-1) === null);
    expect(presencesOf(anasTab, bo).at(-1)).toMatchObject({ since: expect.any(String) });
    await walker.to(5, 0);
    await waitUntil(() => placesOf(anasTab, bo).at(-1) === 'School');
    await flushSockets(strangersTab);
    expect(presencesOf(strangersTab, bo)).toEqual([]);
  });

  it('given one position far outside the place, then the member is not said to be there since that moment', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await createGeofence(ana, id);
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    const walker = walk(bosTab);
    await walker.to(0);
    await waitUntil(() => placesOf(anasTab, bo).at(-1) === 'School');
    await walker.to(500);
    await waitUntil(() => placesOf(anasTab, bo).at(-1) === null);
    const [listed] = (await ana.call('GET', '/api/presence')).json<Presence[]>();
    expect(listed).toMatchObject({ userId: bo.id, place: null, since: expect.any(String) });
    await walker.to(0);
    await waitUntil(() => placesOf(anasTab, bo).at(-1) === 'School');
  });

  it('given a member who drives, then they are said to move; not after a single jump, nor once they stand', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    const speedOf = (presence?: Presence) => presence?.speed ?? 0;
    const sentSpeed = () => speedOf(presencesOf(anasTab, bo).at(-1));
    const walker = walk(bosTab);
    await walker.to(0, 0, 500, 0, 0);
    const [listed] = (await ana.call('GET', '/api/presence')).json<Presence[]>();
    expect(speedOf(listed)).toBeLessThan(MOVING_FROM_M_PER_S);
    // 300 m in 20 s.
    await walker.to(300, 600, 900, 1_200);
    await waitUntil(() => Math.round(sentSpeed()) === 15);
    await walker.to(1_210, 1_205, 1_200, 1_208);
    await waitUntil(() => sentSpeed() < MOVING_FROM_M_PER_S);
  });

  it('given an inaccurate position, then another stay begins only far beyond its error', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    const sendAt = async (latitude: number) => {
      await bosTab.send('location:update', { latitude, longitude: 14.5, accuracy: 600 });
      await waitUntil(() => presencesOf(bosTab, bo).length > 0);
    };
    await sendAt(46);
    const [first] = presencesOf(bosTab, bo);
    // 1.1 km, less than twice the accuracy, and then 2.2 km.
    await sendAt(46.01);
    await sendAt(46.02);
    await waitUntil(() => presencesOf(anasTab, bo).length > 1);
    expect(presencesOf(anasTab, bo)).toHaveLength(2);
    expect(presencesOf(anasTab, bo)[1]?.since).not.toBe(first?.since);
  });

  it('given a stay, when positions of the same stay come, then none sends the presence again', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    const walker = walk(bosTab);
    await walker.to(0);
    await waitUntil(() => presencesOf(anasTab, bo).length === 1);
    await walker.to(...Array.from({ length: 10 }, (_, index) => index));
    await walker.to(400);
    await waitUntil(() => presencesOf(anasTab, bo).length > 1);
    expect(presencesOf(anasTab, bo)).toHaveLength(2);
  });

  it('given positions from before the viewer joined, then the viewer receives no presence of them', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    await createWalker(bosTab, server.clock.now() - 25 * HOUR_MS).to(0);
    await waitUntil(() => presencesOf(bosTab, bo).length === 1);
    await flushSockets(anasTab);
    expect(presencesOf(anasTab, bo)).toEqual([]);
  });
});

describe('a place that is made where a member is', () => {
  /** Bo is at the school; Ana, who sees him, makes the place. */
  async function createScenario() {
    const { ana, bo, id } = await createFamilyOfTwo();
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    // So short that crossings are news.
    const walker = walk(bosTab, 60_000);
    const placeOfBo = async () => {
      const listed = (await ana.call('GET', '/api/presence')).json<Presence[]>();
      return listed.find(({ userId }) => userId === bo.id)?.place?.name ?? null;
    };
    return { ana, id, anasTab, walker, placeOfBo };
  }

  it('given a new place, then the member is there at once in silence, and leaves with the next position', async () => {
    const { ana, id, anasTab, walker, placeOfBo } = await createScenario();
    await walker.to(0);
    await createGeofence(ana, id);
    expect(await placeOfBo()).toBe('School');
    await flushSockets(anasTab);
    expect(receivedCrossings(anasTab)).toEqual([]);
    await walker.to(3_000);
    await waitUntil(() => receivedCrossings(anasTab).length > 0);
    expect(receivedCrossings(anasTab)).toEqual([['exited', 'School']]);
    expect(await placeOfBo()).toBeNull();
  });

  it('given a place that is moved, then the member is there at once, without an alert', async () => {
    const { ana, id, anasTab, walker, placeOfBo } = await createScenario();
    const { id: geofenceId } = await createGeofence(ana, id);
    await walker.to(5_000);
    const latitude = SCHOOL.latitude + 5_000 / 111_195;
    await ana.call('PUT', `/api/geofences/${geofenceId}`, { latitude });
    expect(await placeOfBo()).toBe('School');
    await flushSockets(anasTab);
    expect(receivedCrossings(anasTab)).toEqual([]);
  });

  it('given a member elsewhere, or an inaccurate position, then the member is not there', async () => {
    const { ana, id, walker, placeOfBo } = await createScenario();
    await walker.to(300);
    await createGeofence(ana, id);
    expect(await placeOfBo()).toBeNull();
    await walker.send({ ...SCHOOL, accuracy: 501 });
    await createGeofence(ana, id, { name: 'Gym' });
    expect(await placeOfBo()).toBeNull();
  });

  it('given a position of more than a day ago, then the member is not there', async () => {
    const { ana, id, walker, placeOfBo } = await createScenario();
    await walker.to(0);
    server.clock.move(25 * HOUR_MS);
    await createGeofence(ana, id);
    expect(await placeOfBo()).toBeNull();
  });
});

describe('throttlePerKey', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('given many requests, then the work runs once, and once more after the time', () => {
    const done: string[] = [];
    const request = throttlePerKey((userId) => done.push(userId), 2_000);
    for (let time = 0; time < 3; time += 1) request('ana');
    request('bo');
    jest.advanceTimersByTime(100);
    expect(done).toEqual(['ana', 'bo']);
    request('ana');
    jest.advanceTimersByTime(1_999);
    expect(done).toEqual(['ana', 'bo']);
    jest.advanceTimersByTime(1);
    expect(done).toEqual(['ana', 'bo', 'ana']);
    jest.advanceTimersByTime(2_000);
    request('bo');
    jest.advanceTimersByTime(100);
    expect(done).toEqual(['ana', 'bo', 'ana', 'bo']);
  });
});
