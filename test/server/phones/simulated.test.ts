import { PHONE_APPS, type PhoneApp } from '#contract/phones';
import { type SimulatedFix, type SimulatedRequest, simulatedRequests } from '../../support/phoneSimulator';
import { loadTrack } from '../../support/tracks';
import type { Person } from '../support/people';
import { type ConnectedApp, connectApp } from '../support/phoneApps';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/startTestServer';
import { useServerPerTest } from '../support/useServer';

const OPTIONS: TestServerOptions = { env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' } };
const { server, createPerson } = useServerPerTest(OPTIONS);
const HOUR_MS = 3_600_000;

/** A recorded way with a position every 20 s, which ends at this moment. */
function way(end: number, count = 120): SimulatedFix[] {
  const track = loadTrack('hike').slice(0, count);
  return track.map(({ latitude, longitude }, index) => ({
    latitude,
    longitude,
    at: Math.floor(end / 1_000) * 1_000 - (track.length - 1 - index) * 20_000,
    accuracy: 8,
    speed: 1.25,
    battery: 0.5,
  }));
}

const send = async (to: TestServer, { method, path, headers, body }: SimulatedRequest): Promise<number> =>
  (await to.app.inject({ method, url: path, headers, payload: body })).statusCode;

async function sendAll(to: TestServer, app: PhoneApp, { key }: ConnectedApp, fixes: readonly SimulatedFix[]) {
  const statuses = new Set<number>();
  for (const request of simulatedRequests(app, key, fixes)) statuses.add(await send(to, request));
  expect([...statuses]).toEqual([200]);
}

const times = async (of: TestServer, person: Person): Promise<number[]> =>
  (await of.positionsOf(person)).map((row) => row.recorded_at).toSorted((a, b) => a - b);

it.each(PHONE_APPS)(
  'given %s, when it empties a queue of 6 hours twice, then every position is stored once and right',
  async (app) => {
    const ana = await createPerson();
    const phone = await connectApp(server, ana, app);
    const fixes = way(server.clock.now() - 6 * HOUR_MS, 40);
    await sendAll(server, app, phone, fixes);
    await sendAll(server, app, phone, fixes);
    expect(await times(server, ana)).toEqual(fixes.map(({ at }) => at));
    expect((await server.positionsOf(ana))[0]).toMatchObject({ accuracy: 8, battery: 0.5, source: app });
    for (const row of await server.positionsOf(ana)) expect(row.speed).toBeCloseTo(1.25, 0);
  },
);

it('given two phones of one person, when both send, then those of the primary one are stored', async () => {
  const ana = await createPerson();
  const [first, second] = [
    await connectApp(server, ana, 'colota'),
    await connectApp(server, ana, 'gpslogger'),
  ];
  const fixes = way(server.clock.now(), 30);
  await sendAll(server, 'colota', first, fixes);
  await sendAll(
    server,
    'gpslogger',
    second,
    fixes.map((fix) => ({ ...fix, at: fix.at - 5_000, latitude: fix.latitude + 1 })),
  );
  expect(await times(server, ana)).toEqual(fixes.map(({ at }) => at));
});

it('given a server that stops amid a queue, when it is sent again, then nothing is lost or twice', async () => {
  const stopping = await startTestServer(OPTIONS);
  const ana = await stopping.createPerson();
  const phone = await connectApp(stopping, ana, 'osmand');
  const requests = simulatedRequests('osmand', phone.key, way(stopping.clock.now(), 60));
  const outcomes = Promise.all(requests.map((request) => send(stopping, request).catch(() => 503)));
  await stopping.close();
  const answered = await outcomes;
  const again = await startTestServer({ ...OPTIONS, dataDir: stopping.dataDir });
  const kept = await times(again, ana);
  const taken = way(stopping.clock.now(), 60).length;
  expect(answered.filter((status) => status === 200).length).toBeLessThanOrEqual(kept.length);
  for (const request of requests) expect(await send(again, request)).toBe(200);
  expect(await times(again, ana)).toHaveLength(taken);
});
