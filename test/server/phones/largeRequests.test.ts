import { routes } from '#contract/routes';
import { simulatedRequests } from '../../support/phoneSimulator';
import { parseAnswer, type Person } from '../support/people';
import { connectApp, sendOsmand } from '../support/phoneApps';
import { useServer } from '../support/useServer';
import { createGeofence, SCHOOL } from '../support/walks';

const { server, createPerson, createFamilyOfTwo } = useServer({
  env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' },
});
const FIXES = 5_000;
const METRE = 1 / 111_195;

/** A request of OwnTracks with a position every second until now; inside the school's circle from one moment on. */
function largeBody(now: number, insideFrom: number): string {
  const metres = (index: number) => (index < insideFrom ? 3_000 : 0);
  const messages = Array.from({ length: FIXES }, (_, index) => ({
    _type: 'location',
    lat: SCHOOL.latitude + metres(index) * METRE,
    lon: SCHOOL.longitude,
    acc: 8,
    tst: Math.floor(now / 1_000) - FIXES + index,
  }));
  return JSON.stringify(messages);
}

/** The alerts about places that a member has, newest first. */
async function alertsOf(person: Person): Promise<string[]> {
  const { alerts } = parseAnswer(routes.listAlerts.answer, await person.call('GET', '/api/alerts'));
  return alerts.map(({ kind }) => kind);
}

const sendLarge = (key: string, payload: string) =>
  server.app.inject({
    method: 'POST',
    url: '/phone/owntracks',
    headers: { authorization: `Bearer ${key}` },
    payload,
  });

it('given 5,000 positions in one body, when it is read and stored, then others are answered first', async () => {
  const [ana, bo] = [await createPerson(), await createPerson()];
  const [phone, other] = [await connectApp(server, ana, 'owntracks'), await connectApp(server, bo, 'osmand')];
  const order: string[] = [];
  const large = sendLarge(phone.key, largeBody(server.clock.now(), FIXES)).then(({ statusCode }) =>
    order.push(`large ${statusCode}`),
  );
  // Long enough to have begun.
  while ((await server.positionsOf(ana)).length === 0) await new Promise(setImmediate);
  for (const request of [
    () => server.app.inject({ url: '/livez' }),
    () => sendOsmand(server, other.key, { lat: 46, lon: 14 }),
  ])
    order.push(String((await request()).statusCode));
  await large;
  expect(order).toEqual(['200', '200', 'large 200']);
  expect(await server.positionsOf(ana)).toHaveLength(FIXES);
});

it.each([
  ['in its first part', 100],
  ['in its last part', FIXES - 100],
])(
  'given a place entered %s, when a large body comes twice, then one event announces it',
  async (_, from) => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await createGeofence(ana, id);
    const phone = await connectApp(server, ana, 'owntracks');
    const body = largeBody(server.clock.now(), from);
    for (let time = 0; time < 2; time += 1) expect((await sendLarge(phone.key, body)).statusCode).toBe(200);
    expect(await alertsOf(bo)).toEqual(['arrival']);
    expect(await server.positionsOf(ana)).toHaveLength(FIXES);
  },
);

it('given a large body that ends inside again, then there is no event, because nothing changed', async () => {
  const { ana, bo, id } = await createFamilyOfTwo();
  await createGeofence(ana, id);
  const phone = await connectApp(server, ana, 'owntracks');
  const end = Math.floor(server.clock.now() / 1_000) * 1_000;
  const at = (seconds: number, metres: number) => ({
    latitude: SCHOOL.latitude + metres * METRE,
    longitude: SCHOOL.longitude,
    at: end - seconds * 1_000,
    accuracy: 8,
    speed: 0,
    battery: 1,
  });
  // Known to be inside before the queue is sent.
  for (const seconds of [9_000, 8_990, 8_980])
    for (const { path, body, headers } of simulatedRequests('owntracks', phone.key, [at(seconds, 0)]))
      await server.app.inject({ method: 'POST', url: path, headers, payload: body });
  const queue = Array.from({ length: FIXES }, (_, index) =>
    at(FIXES - index, index > 1_500 && index < 3_500 ? 3_000 : 0),
  );
  const messages = simulatedRequests('owntracks', phone.key, queue).map(
    ({ body }) => JSON.parse(body) as object,
  );
  expect((await sendLarge(phone.key, JSON.stringify(messages))).statusCode).toBe(200);
  expect(await alertsOf(bo)).toEqual([]);
  const last = at(-3_600, 3_000);
  server.clock.move(3_700_000);
  for (const { path, body, headers } of [last, { ...last, at: last.at + 10_000 }].flatMap((fix) =>
    simulatedRequests('owntracks', phone.key, [fix]),
  ))
    await server.app.inject({ method: 'POST', url: path, headers, payload: body });
  expect(await alertsOf(bo)).toEqual(['departure']);
});

it('given a phone that is removed while it sends, then neither the rest is stored nor does its SOS call', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  const phone = await connectApp(server, ana, 'osmand');
  const now = server.clock.now();
  const fixes = Array.from({ length: FIXES }, (_, index) => ({
    id: phone.key,
    lat: 46,
    lon: 14,
    timestamp: now - (FIXES - index) * 1_000,
  }));
  const large = server.app.inject({ method: 'POST', url: '/phone/osmand', payload: fixes });
  while ((await server.positionsOf(ana)).length === 0) await new Promise(setImmediate);
  // So long that it waits behind the large request.
  const call = sendOsmand(server, phone.key, { lat: 46, lon: 14, alarm: 'sos', more: 'x'.repeat(20_000) });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect((await ana.call('DELETE', `/api/phones/${phone.id}`)).statusCode).toBe(204);
  expect([(await large).statusCode, (await call).statusCode]).toEqual([401, 401]);
  expect((await server.positionsOf(ana)).length).toBeLessThan(FIXES);
  expect(await alertsOf(bo)).toEqual([]);
});
