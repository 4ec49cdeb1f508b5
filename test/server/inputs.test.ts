import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import * as fc from 'fast-check';
import { createFamily, leaveFamily, parseError, PASSWORD, type Person } from './support/people';
import { useServer } from './support/useServer';

const { server, createPerson } = useServer();
let ana: Person;
beforeAll(async () => {
  ana = await createPerson();
});

const REGISTRATION = { name: 'Bo', email: 'bo@example.com', password: PASSWORD };

/** Sends a body that need not be JSON. */
const raw = (
  payload: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  url = '/api/auth/register',
) =>
  server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${ana.token}`, ...headers },
  });

describe('fields', () => {
  const fieldsRequired = 'Name, email address and password are required';
  const badBodies: [string, string, object, string][] = [
    ['register', '/api/auth/register', { ...REGISTRATION, name: '  ' }, 'Name is required'],
    ['register', '/api/auth/register', { ...REGISTRATION, name: 5 }, 'Name is required'],
    [
      'register',
      '/api/auth/register',
      { ...REGISTRATION, name: 'x'.repeat(101) },
      'Name can be at most 100 characters',
    ],
    ['register', '/api/auth/register', { ...REGISTRATION, email: 'nobody' }, 'Email address is not valid'],
    ['register', '/api/auth/register', { ...REGISTRATION, email: null }, 'Email address is required'],
    ['register', '/api/auth/register', { ...REGISTRATION, phone: 7 }, 'Phone Number must be a text'],
    [
      'register',
      '/api/auth/register',
      { ...REGISTRATION, password: '1234567' },
      'Password must be at least 8 characters',
    ],
    [
      'register',
      '/api/auth/register',
      { ...REGISTRATION, password: 'x'.repeat(129) },
      'Password can be at most 128 characters',
    ],
    ['register', '/api/auth/register', { ...REGISTRATION, isAdmin: true }, 'Unknown field: isAdmin'],
    ['register', '/api/auth/register', [], fieldsRequired],
    ['login', '/api/auth/login', { email: 'a@b.si' }, 'Password is required'],
    ['login', '/api/auth/login', { email: ['a@b.si'], password: 'x' }, 'Email address is required'],
    [
      'login',
      '/api/auth/login',
      { email: 'a@b.si', password: 'x'.repeat(129) },
      'Password can be at most 128 characters',
    ],
    ['create', '/api/families', { name: '\t' }, 'Family Name is required'],
    ['create', '/api/families', { name: 'x', inviteCode: 'MINE' }, 'Unknown field: inviteCode'],
    ['join', '/api/families/join-by-code', { inviteCode: '- -' }, 'Invitation Code is required'],
    ['join', '/api/families/join-by-code', { inviteCode: 123 }, 'Invitation Code is required'],
    ['join', '/api/families/join-by-code', { inviteCode: 'x'.repeat(101) }, 'Invitation Code is too long'],
    ['leave', '/api/families/x/leave', { force: true }, 'Unknown field: force'],
    ['leave', `/api/families/${'x'.repeat(101)}/leave`, {}, 'That id is too long'],
  ];
  const [latitude, longitude] = [
    'Latitude must be a number from -90 to 90',
    'Longitude must be a number from -180 to 180',
  ];
  const radius = 'Radius must be a whole number of metres from 50 to 1000';
  const notification = 'A notification is either on (true) or off (false)';
  /** Invalid in a new geofence and in a changed one. */
  const badGeofences: [object, string][] = [
    [{ name: ' ' }, 'Location Name is required'],
    [{ name: 5 }, 'Location Name is required'],
    [{ name: 'x'.repeat(101) }, 'Location Name can be at most 100 characters'],
    ...[91, -90.000_001, '12', null, true, []].map((bad): [object, string] => [{ latitude: bad }, latitude]),
    ...[180.1, -181, '12', null, true, {}].map((bad): [object, string] => [{ longitude: bad }, longitude]),
    ...[49, 1_001, 50.5, 0, -100, '100', null, [100]].map((bad): [object, string] => [
      { radius: bad },
      radius,
    ]),
    ...[0, 'true', null].map((bad): [object, string] => [{ notifyEntry: bad }, notification]),
    [{ notifyExit: 1 }, notification],
    [{ revision: 2 }, 'Unknown field: revision'],
    [{ userId: 'x' }, 'Unknown field: userId'],
  ];
  const GEOFENCE = { name: 'School', latitude: 1, longitude: 2, radius: 100 };

  it.each(badGeofences)(
    'given %j in a new or changed geofence, then 400 says %s',
    async (fields, message) => {
      const { id: familyId } = await createFamily(ana);
      const made = await ana.call('POST', '/api/geofences', { ...GEOFENCE, familyId });
      const { id } = made.json<{ id: string }>();
      const bad = await ana.call('POST', '/api/geofences', { ...GEOFENCE, familyId, ...fields });
      expect(parseError(bad)).toEqual([400, message]);
      expect(parseError(await ana.call('PUT', `/api/geofences/${id}`, fields))).toEqual([400, message]);
      const all = (await ana.call('GET', '/api/geofences')).json<{ id: string }[]>();
      expect(all.filter((one) => one.id === id)).toEqual([made.json()]);
      await leaveFamily(ana, familyId);
    },
  );

  it.each([
    ['POST', '/api/geofences', { ...GEOFENCE }, 'An id must be a text'],
    ['POST', '/api/geofences', { ...GEOFENCE, familyId: 5 }, 'An id must be a text'],
    ['POST', '/api/geofences', { ...GEOFENCE, familyId: 'x', createdBy: 'me' }, 'Unknown field: createdBy'],
    ['POST', '/api/geofences', [], 'A geofence needs a name, latitude, longitude and radius'],
    ['PUT', '/api/geofences/x', 'name', 'The fields to change are expected'],
    ['PUT', `/api/geofences/${'x'.repeat(101)}`, {}, 'That id is too long'],
    ['DELETE', '/api/geofences/x', { force: true }, 'Unknown field: force'],
  ] as const)('given %s %s with %j, then 400 says %s', async (method, url, body, message) => {
    const answer = await server.app.inject({
      method,
      url,
      payload: JSON.stringify(body),
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
    });
    expect(parseError(answer)).toEqual([400, message]);
  });

  it.each(badBodies)('given a bad %s at %s with %j, then 400 says %s', async (_name, url, body, message) => {
    expect(parseError(await ana.call('POST', url, body))).toEqual([400, message]);
  });

  const realDay = 'The date must be a real day as YYYY-MM-DD';
  it.each([
    ['', 'A date as YYYY-MM-DD is required'],
    ['?date=2024-02-30', realDay],
    ['?date=9999-99-99', realDay],
    ["?date=2024-01-01';", realDay],
    [`?date=${'1'.repeat(5_000)}`, realDay],
    ['?date=2024-01-01&date=2024-01-02', 'A date as YYYY-MM-DD is required'],
    ['?date=2024-01-01&tz=Mars/Olympus', 'The time zone is not known'],
    ['?date=2024-01-01&tz=../../etc/passwd', 'The time zone is not known'],
    ['?date=2024-01-01&limit=1', 'Unknown field: limit'],
  ])('given the history with %s, then 400 says %s', async (query, message) => {
    expect(parseError(await ana.call('GET', `/api/locations/history/${ana.id}${query}`))).toEqual([
      400,
      message,
    ]);
  });

  it('given SQL, wildcards and NUL in every text, then they are treated as any other text', async () => {
    for (const text of ["' OR 1=1--", '%', '_', 'a\0b', '"; drop table users; --']) {
      const family = await createFamily(ana);
      expect(parseError(await ana.call('POST', '/api/families/join-by-code', { inviteCode: text }))[0]).toBe(
        404,
      );
      expect(parseError(await ana.call('POST', `/api/families/${encodeURIComponent(text)}/leave`))[0]).toBe(
        404,
      );
      expect(
        parseError(
          await ana.call('GET', `/api/locations/history/${encodeURIComponent(text)}?date=2025-01-01`),
        )[0],
      ).toBe(404);
      const made = await ana.call('POST', '/api/families', { name: text });
      expect(made.json<{ name: string }>().name).toBe(text.trim());
      expect(parseError(await ana.call('DELETE', `/api/geofences/${encodeURIComponent(text)}`))[0]).toBe(404);
      const foreign = { name: text, latitude: 1, longitude: 2, radius: 50, familyId: text };
      expect(parseError(await ana.call('POST', '/api/geofences', foreign))[0]).toBe(404);
      expect((await leaveFamily(ana, family.id)).statusCode).toBe(204);
    }
  });
});

describe('bodies', () => {
  it.each([
    ['/api/locations', Array(100_000).fill(0), 'locations_count'],
    ['/api/alerts/read', { ids: Array(30_000).fill(0) }, 'alerts_required'],
  ])('given far too many wrong elements for %s, then their number is refused', async (url, body, code) => {
    expect((await ana.call('POST', url, body)).json()).toMatchObject({ statusCode: 400, code });
  });

  it('given a Content-Length that is too large, then 413 before any of the body is sent', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '1000000' };
    const call = request(`${server.origin}/api/auth/register`, { method: 'POST', headers });
    call.on('error', () => undefined).flushHeaders();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    expect([answer.statusCode, JSON.parse((await answer.setEncoding('utf8').toArray()).join(''))]).toEqual([
      413,
      expect.objectContaining({ message: 'That is too large' }),
    ]);
    call.destroy();
  });

  it.each([
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['XML', { 'content-type': 'application/xml' }],
    ['JSON without a type', { 'content-type': '' }],
  ])('given %s, then 415', async (_type, headers) => {
    expect(parseError(await raw('{"name":"x"}', headers))).toEqual([415, 'Only JSON is understood here']);
  });

  it.each([
    ['half of JSON', '{"name":'],
    ['__proto__', '{"name":"x","__proto__":{"isAdmin":true}}'],
    ['constructor.prototype', '{"name":"x","constructor":{"prototype":{"isAdmin":true}}}'],
    ['30,000 brackets', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['30,000 brackets in a field', `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['null', 'null'],
    ['a number too large for JSON', '1e309'],
  ])('given %s, then 400, and the answer does not repeat it', async (_body, payload) => {
    const answer = await raw(payload);
    expect(parseError(answer)[0]).toBe(400);
    expect(answer.body.length).toBeLessThan(200);
    expect(answer.body).not.toMatch(/isAdmin|\[\[|JSON\.parse|\bat /u);
  });

  it('given a compressed body, then 400 without decompressing it', async () => {
    const answer = await raw('{"name":"x"}', {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    expect(parseError(answer)[0]).toBe(400);
  });

  it('given no body, an empty one or {}, when a member leaves a family, then all three work', async () => {
    const payloads = [undefined, '', '{}'];
    for (const payload of payloads) {
      const { id } = await createFamily(ana);
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/families/${id}/leave`,
        headers: {
          authorization: `Bearer ${ana.token}`,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { payload }),
      });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
  });
});

it('given any JSON for any route, then the answer is never a 5xx', async () => {
  const calls = [
    '/api/geofences',
    '/api/auth/login',
    '/api/families',
    '/api/families/join-by-code',
    '/api/families/x/leave',
  ];
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        name: fc.jsonValue(),
        inviteCode: fc.jsonValue(),
        latitude: fc.oneof(fc.double(), fc.jsonValue()),
        radius: fc.oneof(fc.integer(), fc.jsonValue()),
        familyId: fc.jsonValue(),
        email: fc.oneof(fc.emailAddress(), fc.jsonValue()),
        password: fc.string(),
      },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), body, fc.webPath(), async (url, payload, path) => {
      expect((await raw(JSON.stringify(payload), undefined, url)).statusCode).toBeLessThan(500);
      expect(
        (await ana.call('GET', `/api/locations/history${path}?date=2025-01-01`)).statusCode,
      ).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});
