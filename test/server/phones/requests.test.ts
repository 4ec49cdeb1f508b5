import { PHONE_APPS, Phone, type PhoneChanged } from '#contract/phones';
import * as z from 'zod/mini';
import { parseAnswer, type Person } from '../support/people';
import { type ConnectedApp, connectApp, sendJson, sendOsmand } from '../support/phoneApps';
import { waitUntil } from '../support/socket';
import { startTestServer } from '../support/startTestServer';
import { useServer } from '../support/useServer';
import { RECORDED_AT, recordedRequests } from './recorded';

const { server, createPerson } = useServer({ env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' } });
beforeAll(() => server.clock.move(RECORDED_AT - server.clock.now()));

/** What counts as now is a little later here. */
const NOW_ISO = new Date(RECORDED_AT).toISOString();
const UNKNOWN_KEY = 'kp00000000000000000000000000';
const phoneOf = async (person: Person) =>
  parseAnswer(z.array(Phone), await person.call('GET', '/api/phones'))[0];

describe.each(recordedRequests())('$name ($note)', ({ name, expects }) => {
  it(`given the recorded request, then it is answered with ${expects.status} and stored`, async () => {
    const ana = await createPerson();
    const app = name.split('-')[0] as (typeof PHONE_APPS)[number];
    const phone = await connectApp(server, ana, app);
    const request = recordedRequests(phone.key).find((one) => one.name === name);
    if (!request) throw new Error('not recorded');
    const { method, path, query, headers, body } = request;
    const url = query === '' ? path : `${path}?${query}`;
    const answer = await server.app.inject({
      method,
      url,
      headers,
      ...(method !== 'GET' && { payload: body }),
    });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([expects.status, 'no-store']);
    if (expects.answer === 'array') expect(Array.isArray(answer.json())).toBe(true);
    else if (typeof expects.answer === 'object')
      expect(answer.json()).toEqual(
        'name' in expects.answer ? { name: expect.stringMatching(/./u) } : expects.answer,
      );
    const places = expects.items.filter(({ kind }) => kind === 'fix' || kind === 'sos');
    const stored = await server.positionsOf(ana);
    expect(stored).toHaveLength(places.filter((item) => 'latitude' in item && item.latitude !== null).length);
    for (const item of places.filter(({ kind }) => kind === 'fix'))
      if (item.kind === 'fix')
        expect(stored).toContainEqual(
          expect.objectContaining({
            ...(item.timestamp === NOW_ISO ? {} : { recorded_at: Date.parse(item.timestamp) }),
            latitude: item.latitude,
            speed: item.speed,
            battery: item.battery,
            source: app,
          }),
        );
  });
});

describe('keys', () => {
  it('given wrong, revoked and foreign keys, then all get the same 401, before the body is read', async () => {
    const ana = await createPerson();
    const phone = await connectApp(server, ana, 'overland');
    const renewed = await ana.call('POST', `/api/phones/${phone.id}/key`);
    const { key } = renewed.json<{ key: string }>();
    const refused = [
      await sendJson(server, 'overland', phone.key, { locations: [] }),
      await sendJson(server, 'owntracks', key, {}),
      await sendJson(server, 'overland', ana.token, {}),
      await server.app.inject({ method: 'POST', url: '/phone/overland', payload: 'x' }),
      await server.app.inject({ method: 'POST', url: '/phone/osmand', payload: `id=${UNKNOWN_KEY}` }),
    ];
    expect([...new Set(refused.map((answer) => `${answer.statusCode} ${answer.body}`))]).toHaveLength(1);
    expect(refused[0]?.statusCode).toBe(401);
    expect((await sendJson(server, 'overland', key, { locations: [] })).statusCode).toBe(200);
    expect((await ana.call('DELETE', `/api/phones/${phone.id}`)).statusCode).toBe(204);
    expect((await sendJson(server, 'overland', key, { locations: [] })).statusCode).toBe(401);
  });

  it('given a key with capitals, spaces and hyphens, as the name or password of Basic, then it opens', async () => {
    const { key } = await connectApp(server, await createPerson(), 'owntracks');
    const written = key.toUpperCase().replace(/(.{4})/gu, '$1- ');
    for (const pair of [`ana:${written}`, `${written}:`, `${written}:wrong`]) {
      const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
      const answer = await server.app.inject({
        method: 'POST',
        url: '/phone/owntracks',
        headers,
        payload: '',
      });
      expect([pair, answer.statusCode]).toEqual([pair, 200]);
    }
  });

  it('given a key in a body in any spelling, then it opens, although the body is half of a JSON', async () => {
    const ana = await createPerson();
    const { key } = await connectApp(server, ana, 'osmand');
    const written = key.toUpperCase().replace(/(.{4})/gu, '$1- ');
    const bodies = [
      `lat=1&id=${encodeURIComponent(written)}&lon=2`,
      `deviceid=${written.replaceAll(' ', '+')}`,
      JSON.stringify([{ location: { coords: {} }, device_id: written }]),
      `{"id": "tablet", "device_id" : "${key}", "location": {`,
    ];
    for (const payload of bodies) {
      const answer = await server.app.inject({ method: 'POST', url: '/phone/osmand', payload });
      expect([payload, answer.statusCode]).toEqual([payload, 200]);
    }
    expect((await phoneOf(ana))?.lastError).toBe('unreadable');
  });

  it('given a body with an unknown key, then it is not parsed', async () => {
    const parse = jest.spyOn(JSON, 'parse');
    const payload = JSON.stringify({ device_id: UNKNOWN_KEY, location: {} });
    const answer = await server.app.inject({ method: 'POST', url: '/phone/osmand', payload });
    const parsed = parse.mock.calls.map(([text]) => text);
    parse.mockRestore();
    expect(answer.statusCode).toBe(401);
    expect(parsed).not.toContain(payload);
  });

  it('given a key of a phone, then it opens no route under /api', async () => {
    const { key } = await connectApp(server, await createPerson(), 'owntracks');
    const headers = { authorization: `Bearer ${key}` };
    expect((await server.app.inject({ url: '/api/families', headers })).statusCode).toBe(401);
  });

  it('given requests with keys, then no key, body or address is in the log, and no key in a table', async () => {
    const ana = await createPerson();
    const { key } = await connectApp(server, ana);
    await sendOsmand(server, key, { lat: 12.345678, lon: 3 });
    await server.app.inject({ url: `/phone/osmand?id=${key}&lat=12.345678&lon=3` });
    const log = server.log.join('');
    expect(log).toContain('/phone/osmand');
    expect(log).not.toMatch(/kp[0-9a-z]{26}|12\.345678/u);
    const tables = await server.database.selectFrom('phones').selectAll().execute();
    expect(JSON.stringify(tables)).not.toContain(key);
  });
});

describe('answers', () => {
  it('given other methods, then 405 with those that are allowed; given no such app, then 404', async () => {
    const inject = (method: 'DELETE' | 'PUT' | 'GET', url: string) => server.app.inject({ method, url });
    const refused = await inject('PUT', '/phone/owntracks');
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'POST']);
    expect((await inject('DELETE', '/phone/gpslogger')).statusCode).toBe(405);
    expect([
      (await inject('GET', '/phone')).statusCode,
      (await inject('GET', '/phone/x')).statusCode,
    ]).toEqual([404, 404]);
  });

  it('given more than 1 MiB, then 413; OwnTracks may send four', async () => {
    const ana = await createPerson();
    const [overland, owntracks] = [
      await connectApp(server, ana, 'overland'),
      await connectApp(server, ana, 'owntracks'),
    ];
    const large = { locations: [], padding: 'x'.repeat(1_100_000) };
    expect((await sendJson(server, 'overland', overland.key, large)).statusCode).toBe(413);
    expect((await sendJson(server, 'owntracks', owntracks.key, large)).statusCode).toBe(200);
  });

  it('given a server without https, then 403, unless the operator allows it', async () => {
    const strict = await startTestServer({ env: { RATE_LIMITS: 'off', TRUST_PROXY: '127.0.0.1' } });
    const ana = await strict.createPerson();
    const { key } = await connectApp(strict, ana, 'colota');
    const send = (proto: string) =>
      strict.app.inject({
        method: 'POST',
        url: '/phone/colota',
        headers: { authorization: `Bearer ${key}`, 'x-forwarded-proto': proto },
        payload: '{}',
      });
    expect([(await send('http')).statusCode, (await send('https')).statusCode]).toEqual([403, 200]);
  });

  it('given rubbish with a good key, then 200, and its owner sees what is wrong', async () => {
    const ana = await createPerson();
    const { key } = await connectApp(server, ana, 'owntracks');
    expect((await sendJson(server, 'owntracks', key, { _type: 'encrypted' })).statusCode).toBe(200);
    expect(await phoneOf(ana)).toMatchObject({ lastError: 'encrypted', lastSeenAt: expect.any(String) });
    const location = {
      _type: 'location',
      lat: 1,
      lon: 2,
      tst: server.clock.now() / 1_000,
      batt: 50,
      acc: 12,
    };
    await sendJson(server, 'owntracks', key, location);
    expect(await phoneOf(ana)).toMatchObject({ lastError: null, battery: 0.5, lastAccuracy: 12 });
  });

  it('given a test with dry=1, then it is answered, and nothing is stored', async () => {
    const ana = await createPerson();
    const { key } = await connectApp(server, ana, 'colota');
    const before = await phoneOf(ana);
    const url = '/phone/colota?dry=1';
    const headers = { authorization: `Bearer ${key}` };
    const answer = await server.app.inject({
      method: 'POST',
      url,
      headers,
      payload: '{"lat":1,"lon":2,"tst":1793619240}',
    });
    expect([answer.statusCode, answer.body]).toEqual([200, 'ok']);
    expect([await server.positionsOf(ana), await phoneOf(ana)]).toEqual([[], before]);
  });

  it('given the status of OwnTracks, then its hints are on the page', async () => {
    const ana = await createPerson();
    const { key } = await connectApp(server, ana, 'owntracks');
    await sendJson(server, 'owntracks', key, { _type: 'status', android: { bo: -1, ps: 0, hib: 1 } });
    expect((await phoneOf(ana))?.hints).toEqual(['bo', 'hib']);
    await sendJson(server, 'owntracks', key, {
      _type: 'status',
      iOS: { locationManagerAuthorizationStatus: 'kCLAuthorizationStatusAuthorizedWhenInUse' },
    });
    expect((await phoneOf(ana))?.hints).toEqual(['authorisation']);
  });

  it('given GPSLogger, then a ticket fetches its settings with the key, once', async () => {
    const ana = await createPerson();
    const made = await ana.call('POST', '/api/phones', { name: 'Old', app: 'gpslogger' });
    const { ticket } = made.json<{ ticket: string }>();
    const connected = await server.app.inject({ method: 'POST', url: '/api/connect', payload: { ticket } });
    const { key, profileTicket } = connected.json<{ key: string; profileTicket: string }>();
    const url = `/phone/profile/${profileTicket}/kinmap.properties`;
    const profile = await server.app.inject({ url, headers: { host: 'kinmap.lan:3000' } });
    expect([profile.statusCode, profile.headers['content-type']]).toEqual([200, 'text/x-java-properties']);
    expect(profile.body).toContain('log_customurl_url=http://kinmap.lan:3000/phone/gpslogger\n');
    expect(profile.body).toContain(`log_customurl_headers=Authorization: Bearer ${key}\n`);
    expect((await server.app.inject({ url })).statusCode).toBe(404);
  });
});

it('given a phone that sends its queue, oldest first, then the page of its owner gets the newest', async () => {
  const ana = await createPerson();
  const tab = await ana.connect();
  const phone = await connectApp(server, ana);
  for (const minutesAgo of [30, 20, 10, 0])
    await sendOsmand(server, phone.key, { lat: 46, lon: 14, minutesAgo });
  const lastSent = () => {
    const [, payload] = tab.everything.findLast(([name]) => name === 'phone:changed') ?? [];
    return (payload as PhoneChanged | undefined)?.phone?.lastFixAt;
  };
  const newest = (await phoneOf(ana))?.lastFixAt;
  await waitUntil(() => lastSent() === newest);
  expect(lastSent()).toBe(newest);
});

it('given many requests of one phone at once, then all are taken, each fix once', async () => {
  const ana = await createPerson();
  const phone: ConnectedApp = await connectApp(server, ana);
  const send = (minutesAgo: number) => sendOsmand(server, phone.key, { lat: 46, lon: 14, minutesAgo });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => send(index % 20)));
  expect([...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([200]);
  expect(new Set((await server.positionsOf(ana)).map((row) => row.recorded_at)).size).toBeGreaterThanOrEqual(
    20,
  );
});
