import { unreceivedNotices } from './support/notices';
import { ALERTS_KEPT, GEOFENCES_PER_FAMILY, LOCATIONS_PER_POST } from '#contract/limits';
import { createFamily, joinEarlier, leaveFamily, type Person } from './support/people';
import { flushSockets, waitUntil, type TestSocket } from './support/socket';
import { startTestServer, type TestServer, UNLIMITED } from './support/startTestServer';
import { useServerPerTest } from './support/useServer';
import { SCHOOL, createGeofence, receivedCrossings } from './support/walks';

/** Most crossings of one member that are announced in a minute. */
const ANNOUNCED = 200;
const OK = { ok: true };

const { server } = useServerPerTest({});

/** A family with many geofences at one place, of which one member jumps in and out. */
interface Flood {
  readonly jumper: Person;
  readonly others: readonly Person[];
  readonly familyId: string;
  /** Sends 1,000 fixes at once, each of which crosses every geofence. */
  jump(fixes?: number): Promise<void>;
}

async function createFlood(
  { others: count = 1, geofences = GEOFENCES_PER_FAMILY } = {},
  on: TestServer = server,
): Promise<Flood> {
  const jumper = await on.createPerson('Mallory');
  const others: Person[] = [];
  for (let other = 0; other < count; other += 1) others.push(await on.createPerson());
  const { id } = await createFamily(jumper, ...others);
  await joinEarlier(on.database, id);
  for (let place = 0; place < geofences; place += 1)
    await createGeofence(jumper, id, { name: `Place ${place}` });
  let at = Date.now() - 10 * 60_000;
  const jump = async (fixes = LOCATIONS_PER_POST): Promise<void> => {
    const body = Array.from({ length: fixes }, (_, index) => ({
      latitude: SCHOOL.latitude + (index % 2 === 0 ? 0.1 : 0),
      longitude: SCHOOL.longitude,
      accuracy: 8,
      timestamp: new Date((at += 100)).toISOString(),
    }));
    expect((await jumper.call('POST', '/api/locations', body)).statusCode).toBe(200);
  };
  return { jumper, others, familyId: id, jump };
}

const storedCrossings = async ({ id }: Person, { database }: TestServer = server) =>
  (await unreceivedNotices(database)).filter(
    ({ recipient_id, kind }) => recipient_id === id && kind !== 'sos',
  );
const eventsOf = ({ received }: TestSocket): string[] => received.map(([event]) => event);

describe('a member who crosses 100 geofences 1,000 times in one request', () => {
  it('given others who are connected, then their SOS is acknowledged and arrives, and no one is cut', async () => {
    const { others, jump } = await createFlood({ others: 2 });
    const [ana, bo] = others as [Person, Person];
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    const flood = jump();
    const replies: unknown[] = [];
    for (let call = 0; call < 5; call += 1)
      replies.push(await anasTab.raw.timeout(20_000).emitWithAck('sos:trigger', SCHOOL));
    await flood;
    expect(replies).toMatchObject([OK, OK, OK, OK, OK]);
    await waitUntil(() => eventsOf(bosTab).filter((event) => event === 'sos:alert').length === 5);
    await waitUntil(() => receivedCrossings(bosTab).length === ANNOUNCED);
    expect([anasTab.raw.connected, bosTab.raw.connected]).toEqual([true, true]);
    expect(server.log.filter((line) => line.includes('"level":40'))).toEqual([]);
  });

  it('given a member who is offline, then the newest 200 crossings are kept for them', async () => {
    const { others, jump } = await createFlood({ geofences: 20 });
    await jump();
    const stored = await storedCrossings(others[0] as Person);
    expect(stored).toHaveLength(ANNOUNCED);
    const [first, last] = [stored[0], stored.at(-1)].map((row) => JSON.parse(row?.payload ?? '') as object);
    expect([first, last]).toMatchObject([{ geofenceName: 'Place 0' }, { geofenceName: 'Place 19' }]);
    expect(stored.filter(({ kind }) => kind === 'arrival')).toHaveLength(ANNOUNCED / 2);
  });

  it('given a large family, then fewer are kept, so that one request stores at most 5,000 alerts', async () => {
    // So many people cannot register from one address.
    const unlimited = await startTestServer(UNLIMITED);
    const { others, jump } = await createFlood({ others: 40, geofences: 10 }, unlimited);
    await jump();
    await jump();
    for (const other of [others[0], others[39]])
      expect(await storedCrossings(other as Person, unlimited)).toHaveLength(125);
  });

  it('given more requests in that minute, then no further crossing is sent, and a minute later some are', async () => {
    const { others, jump } = await createFlood({ geofences: 10 });
    await jump();
    await jump();
    expect(await storedCrossings(others[0] as Person)).toHaveLength(ANNOUNCED);
    server.clock.move(60_000);
    await jump(12);
    expect(await storedCrossings(others[0] as Person)).toHaveLength(ANNOUNCED + 120);
  });
});

describe('crossings that wait for a member', () => {
  it('given more than 500, then the newest are kept and every SOS, which the member gets first', async () => {
    const { jumper, others, jump } = await createFlood();
    const [bo] = others as [Person];
    await (await jumper.connect()).send('sos:trigger', SCHOOL);
    for (let round = 0; round < 4; round += 1) {
      await jump();
      server.clock.move(60_000);
    }
    expect(await storedCrossings(bo)).toHaveLength(ALERTS_KEPT);
    const back = await bo.connect();
    await waitUntil(() => receivedCrossings(back).length === ALERTS_KEPT);
    expect(eventsOf(back).filter((event) => event !== 'location:updated')[0]).toBe('sos:alert');
    await waitUntil(async () => (await storedCrossings(bo)).length === 0);
  });

  it('given a client that never acknowledges, then it gets all of them, and an SOS before those that wait', async () => {
    const { jumper, others, jump } = await createFlood();
    const [bo] = others as [Person];
    const silent = await bo.connect({}, false);
    const tab = await jumper.connect();
    await jump(3);
    await waitUntil(() => receivedCrossings(silent).length > 0);
    await tab.send('sos:trigger', SCHOOL);
    await silent.waitForEvent('sos:alert');
    expect(receivedCrossings(silent).length).toBeLessThan(50);
    await waitUntil(() => receivedCrossings(silent).length === 100);
  });

  it.each([
    ['the member who crosses them', ({ jumper }: Flood) => jumper],
    ['their recipient', ({ others }: Flood) => others[0] as Person],
  ])('given %s leaves the family, then those that still wait do not go out', async (_who, leaverOf) => {
    const flood = await createFlood();
    const silent = await flood.others[0]?.connect({}, false);
    if (!silent) throw new Error('There is no other member');
    await flood.jump(3);
    await waitUntil(() => receivedCrossings(silent).length > 0);
    await leaveFamily(leaverOf(flood), flood.familyId);
    // What went out before may still be on its way.
    await flushSockets(silent);
    const received = receivedCrossings(silent).length;
    // Longer than a client that never acknowledges waits for the next ones.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(receivedCrossings(silent)).toHaveLength(received);
  });
});
