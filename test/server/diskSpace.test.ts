import { connectApp, sendOsmand } from './support/phoneApps';
import type { Person } from './support/people';
import { useServer } from './support/useServer';

let free = Infinity;
let freeBytes = async () => free;
const { server, createFamilyOfTwo } = useServer({
  env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' },
  deps: { freeBytes: () => freeBytes() },
});
afterEach(() => {
  free = Infinity;
  freeBytes = async () => free;
});

const importFile = (who: Person) =>
  server.app.inject({
    method: 'POST',
    url: '/api/imports?name=a.gpx&tz=UTC',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    payload: '<gpx><trkpt lat="46" lon="14"><time>2021-03-04T05:06:07Z</time></trkpt></gpx>',
  });

it('given little space, then imports and old positions wait, and positions of now and an SOS are taken', async () => {
  const { ana, bo } = await createFamilyOfTwo();
  const phone = await connectApp(server, ana);
  const send = async (fields: object) =>
    (await sendOsmand(server, phone.key, { lat: 46, lon: 14, ...fields })).statusCode;
  free = 1_000_000;
  const refused = await importFile(ana);
  expect(refused.json()).toMatchObject({ statusCode: 503, code: 'storage_low' });
  expect(await send({ minutesAgo: 60 })).toBe(503);
  expect([await send({ minutesAgo: 0 }), await send({ minutesAgo: 60, alarm: 'sos' })]).toEqual([200, 200]);
  const alerts = await bo.call('GET', '/api/alerts');
  expect(alerts.body).toContain('"kind":"sos"');
  free = Infinity;
  expect((await importFile(ana)).statusCode).toBe(201);
  expect(await send({ minutesAgo: 60 })).toBe(200);
});

it('given space that ends while a file is read, then nothing of the file stays', async () => {
  const { ana } = await createFamilyOfTwo();
  const stored = () => server.database.selectFrom('imported_locations').selectAll().execute();
  const [before, answers] = [await stored(), [Infinity]];
  freeBytes = async () => answers.shift() ?? 0;
  expect((await importFile(ana)).json()).toMatchObject({ statusCode: 503, code: 'storage_low' });
  expect((await ana.call('GET', '/api/imports')).json()).toEqual([]);
  expect(await stored()).toEqual(before);
});

it('given two files of a person at once, then one is read', async () => {
  const { ana } = await createFamilyOfTwo();
  let asked = 0;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  freeBytes = async () => {
    asked += 1;
    if (asked === 2) answer();
    await answered;
    return Infinity;
  };
  const uploads = [importFile(ana), importFile(ana)];
  void Promise.race(uploads).finally(answer);
  const statuses = (await Promise.all(uploads)).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 429]);
});
