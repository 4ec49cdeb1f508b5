import { connectApp, sendOsmand } from './support/phoneApps';
import { useServer } from './support/useServer';

let free = Infinity;
const { server, createFamilyOfTwo } = useServer({
  env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' },
  deps: { freeBytes: async () => free },
});
afterEach(() => (free = Infinity));

it('given little space, then imports and old positions wait, and positions of now and an SOS are taken', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  const phone = await connectApp(server, ana);
  const send = async (fields: object) =>
    (await sendOsmand(server, phone.key, { lat: 46, lon: 14, ...fields })).statusCode;
  const importFile = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/imports?name=a.gpx&tz=UTC',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/octet-stream' },
      payload: '<gpx><trkpt lat="46" lon="14"><time>2021-03-04T05:06:07Z</time></trkpt></gpx>',
    });
  free = 1_000_000;
  const refused = await importFile();
  expect(refused.json()).toMatchObject({ statusCode: 503, code: 'storage_low' });
  expect(await send({ minutesAgo: 60 })).toBe(503);
  expect([await send({ minutesAgo: 0 }), await send({ minutesAgo: 60, alarm: 'sos' })]).toEqual([200, 200]);
  const alerts = await bo.call('GET', '/api/alerts');
  expect(alerts.body).toContain('"kind":"sos"');
  free = Infinity;
  expect((await importFile()).statusCode).toBe(201);
  expect(await send({ minutesAgo: 60 })).toBe(200);
});
