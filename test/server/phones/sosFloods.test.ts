import { createFamily, type Person } from '../support/people';
import { connectApp, type ConnectedApp, sendJson } from '../support/phoneApps';
import { useServerPerTest } from '../support/useServer';

const { server, createPerson } = useServerPerTest({ env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' } });

const HERE = { latitude: 46.05, longitude: 14.5, accuracy: 5 };
const alarmAt = (moment: number) => ({
  alarm: 'sos',
  location: { timestamp: new Date(moment).toISOString(), coords: HERE },
});
const send = (phone: ConnectedApp, body: object) => sendJson(server, 'osmand', phone.key, body);
const callsTo = async ({ id }: Person) =>
  server.database
    .selectFrom('notices')
    .select('payload')
    .where('recipient_id', '=', id)
    .where('kind', '=', 'sos')
    .where('is_repeat', '=', 0)
    .execute();

async function createCaller() {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  await createFamily(ana, bo);
  return { bo, phone: await connectApp(server, ana, 'osmand') };
}

it('given a request with many calls for help, then the family is called once, by the newest', async () => {
  const { bo, phone } = await createCaller();
  const now = Math.floor(server.clock.now() / 1_000) * 1_000;
  const alarms = Array.from({ length: 500 }, (_, second) => alarmAt(now - second * 1_000));
  expect((await send(phone, alarms)).statusCode).toBe(200);
  const calls = await callsTo(bo);
  expect(calls).toHaveLength(1);
  expect(JSON.parse(calls[0]?.payload ?? '{}')).toMatchObject({ timestamp: new Date(now).toISOString() });
});

it('given ten calls in a minute, then a new one has to come again, and a repeated one is taken', async () => {
  const { bo, phone } = await createCaller();
  const now = Math.floor(server.clock.now() / 1_000) * 1_000;
  for (let second = 0; second < 10; second += 1)
    expect((await send(phone, alarmAt(now - second * 1_000))).statusCode).toBe(200);
  expect((await send(phone, alarmAt(now - 10_000))).statusCode).toBe(503);
  expect((await send(phone, alarmAt(now))).statusCode).toBe(200);
  expect(await callsTo(bo)).toHaveLength(10);
});
