import { setTimeout as wait } from 'node:timers/promises';
import { createFamily, type Person } from '../support/people';
import { connectApp, type ConnectedApp, sendJson } from '../support/phoneApps';
import { startTestServer } from '../support/startTestServer';
import { useServerPerTest } from '../support/useServer';

const { server, createPerson } = useServerPerTest({ env: { PHONES_OVER_HTTP: 'on' } });

const HERE = { latitude: 46.05, longitude: 14.5, accuracy: 5 };
const alarmAt = (moment: number, latitude = HERE.latitude) => ({
  alarm: 'sos',
  location: { timestamp: new Date(moment).toISOString(), coords: { ...HERE, latitude } },
});
const send = (phone: ConnectedApp, body: object) => sendJson(server, 'osmand', phone.key, body);
const callsTo = async ({ id }: Person, { database } = server) =>
  database
    .selectFrom('notices')
    .select('payload')
    .where('recipient_id', '=', id)
    .where('kind', '=', 'sos')
    .where('is_repeat', '=', 0)
    .execute();

async function createCaller() {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  await createFamily(ana, bo);
  return { ana, bo, phone: await connectApp(server, ana, 'osmand') };
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

it('given an earlier call for help that comes late, then the open one keeps its newer place and time', async () => {
  const { bo, phone } = await createCaller();
  const now = Math.floor(server.clock.now() / 1_000) * 1_000;
  await send(phone, alarmAt(now, 47));
  expect((await send(phone, alarmAt(now - 60_000))).statusCode).toBe(200);
  expect(await callsTo(bo)).toHaveLength(2);
  expect((await bo.call('GET', '/api/sos')).json()).toMatchObject([
    { position: { latitude: 47, timestamp: new Date(now).toISOString() } },
  ]);
  const stored = await server.database.selectFrom('sos').select('called_at').execute();
  expect(stored).toEqual([{ called_at: now }]);
});

describe('given more calls in a minute than a phone may make', () => {
  it('with limits, then all are taken, and those over the limit only move the open call', async () => {
    const { ana, bo, phone } = await createCaller();
    const now = Math.floor(server.clock.now() / 1_000) * 1_000;
    for (let second = 0; second < 10; second += 1) {
      server.clock.move(1_000);
      expect((await send(phone, alarmAt(now + second * 1_000))).statusCode).toBe(200);
    }
    server.clock.move(30_000);
    expect((await send(phone, alarmAt(now + 40_000, 47))).statusCode).toBe(200);
    expect((await send(phone, alarmAt(now))).statusCode).toBe(200);
    expect(await callsTo(bo)).toHaveLength(10);
    const calls = (await bo.call('GET', '/api/sos')).json<{ id: string }[]>();
    expect(calls).toMatchObject([{ position: { latitude: 47 } }]);
    await ana.call('POST', `/api/sos/${calls[0]?.id}/close`, { ending: 'safe' });
    expect((await send(phone, alarmAt(now + 41_000))).statusCode).toBe(200);
    expect(await callsTo(bo)).toHaveLength(11);
  });

  it('without a family, then each is taken, and the page of the owner says that no one was reached', async () => {
    const ana = await createPerson();
    const phone = await connectApp(server, ana, 'osmand');
    const now = Math.floor(server.clock.now() / 1_000) * 1_000;
    for (let second = 0; second < 12; second += 1)
      expect((await send(phone, alarmAt(now - second * 1_000))).statusCode).toBe(200);
    expect((await ana.call('GET', '/api/phones')).json()).toMatchObject([{ lastError: 'sos_unheard' }]);
  });
});

it('given a phone of which requests are refused, when it calls for help, then its family hears each call', async () => {
  const { bo, phone } = await createCaller();
  const now = server.clock.now();
  const flooded = new Set<number>();
  const ended = new AbortController();
  const flood = async (): Promise<void> => {
    const fix = { location: { timestamp: new Date(server.clock.now()).toISOString(), coords: HERE } };
    while (!ended.signal.aborted) {
      flooded.add((await send(phone, fix)).statusCode);
      await wait(20);
    }
  };
  const floods = Array.from({ length: 100 }, flood);
  const answers: number[] = [];
  for (let second = 0; second < 3; second += 1)
    answers.push((await send(phone, alarmAt(now + second * 1_000))).statusCode);
  ended.abort();
  await Promise.all(floods);
  expect(answers).toEqual([200, 200, 200]);
  expect(await callsTo(bo)).toHaveLength(3);
  expect(flooded).toContain(503);
});

it('given RATE_LIMITS=off, then every call reaches the family', async () => {
  const unlimited = await startTestServer({ env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' } });
  const [ana, bo] = [await unlimited.createPerson('Ana'), await unlimited.createPerson('Bo')];
  await createFamily(ana, bo);
  const phone = await connectApp(unlimited, ana, 'osmand');
  const now = Math.floor(unlimited.clock.now() / 1_000) * 1_000;
  for (let second = 0; second < 12; second += 1) {
    const answer = await sendJson(unlimited, 'osmand', phone.key, alarmAt(now - second * 1_000));
    expect(answer.statusCode).toBe(200);
  }
  expect(await callsTo(bo, unlimited)).toHaveLength(12);
});
