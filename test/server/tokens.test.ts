import { createHmac } from 'node:crypto';
import { callAs, parseError, type Person } from './support/people';
import { connectError, openSocket } from './support/socket';
import { startTestServer, TEST_SECRET } from './support/startTestServer';
import { useServer } from './support/useServer';

const { server, createPerson } = useServer();
let ana: Person;
let bo: Person;
beforeAll(async () => {
  [ana, bo] = [await createPerson(), await createPerson()];
});

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const decoded = (token: string, part: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString());

/** A good token with some claims and header fields changed, signed with the server's key unless stated otherwise. */
function forged(header: object, claims: object, sign: { key?: string; hash?: string } = {}): string {
  const content = `${encoded({ ...decoded(ana.token, 0), ...header })}.${encoded({ ...decoded(ana.token, 1), ...claims })}`;
  const signature = createHmac(sign.hash ?? 'sha256', sign.key ?? TEST_SECRET)
    .update(content)
    .digest('base64url');
  return `${content}.${signature}`;
}

const now = () => Math.floor(Date.now() / 1_000);
const month = 30 * 24 * 3_600;

const forgeries: [string, () => string | undefined][] = [
  ['no token', () => undefined],
  ['nonsense', () => 'nonsense'],
  ['an empty signature', () => ana.token.replace(/[^.]*$/u, '')],
  ['alg none', () => `${encoded({ alg: 'none', typ: 'kinmap-session+jwt' })}.${ana.token.split('.')[1]}.`],
  ['alg nOnE with a signature', () => forged({ alg: 'nOnE' }, {})],
  ['HS512 with our key', () => forged({ alg: 'HS512' }, {}, { hash: 'sha512' })],
  ['RS256 in the header', () => forged({ alg: 'RS256' }, {})],
  ['another key', () => forged({}, {}, { key: 'x'.repeat(44) })],
  ['an empty key', () => forged({}, {}, { key: '' })],
  [
    'a kid that points elsewhere, with an empty key',
    () => forged({ kid: '../../dev/null', jku: 'http://127.0.0.1/' }, {}, { key: '' }),
  ],
  [
    'another person in it, with the old signature',
    () => {
      const [header, , signature] = ana.token.split('.');
      return `${header}.${encoded({ ...decoded(ana.token, 1), sub: bo.id })}.${signature}`;
    },
  ],
  ['another type', () => forged({ typ: 'JWT' }, {})],
  ['another issuer', () => forged({}, { iss: 'other' })],
  ['another audience', () => forged({}, { aud: 'other' })],
  ['no expiry', () => forged({}, { exp: undefined })],
  ['an expiry as text', () => forged({}, { exp: String(now() + 1_000) })],
  ['an expiry 61 s ago', () => forged({}, { exp: now() - 61 })],
  ['an issue time 31 days ago that has not expired', () => forged({}, { iat: now() - month - 86_400 })],
  ['an issue time two days ahead', () => forged({}, { iat: now() + 2 * 86_400, exp: now() + 3 * 86_400 })],
  ['a start far ahead', () => forged({}, { nbf: now() + 3_600 })],
  ['no version', () => forged({}, { ver: undefined })],
  ['another version', () => forged({}, { ver: 1 })],
  ['a version as text', () => forged({}, { ver: '0' })],
  ['no subject', () => forged({}, { sub: undefined })],
  ['an unknown subject', () => forged({}, { sub: 'nobody' })],
  ['10,000 characters', () => 'a'.repeat(10_000)],
];

describe.each(forgeries)('given a token with %s', (_what, make) => {
  it('when it is used, then 401 over HTTP and "unauthorized" for a socket', async () => {
    expect(parseError(await callAs(server.app, make(), 'GET', '/api/users/me'))).toEqual([
      401,
      'Please sign in',
    ]);
    expect(await connectError(server.origin, make())).toBe('unauthorized');
  });
});

describe('a good token', () => {
  it('given the same claims signed with our key, then it works, so each forgery fails for its change only', async () => {
    expect((await callAs(server.app, forged({}, {}), 'GET', '/api/users/me')).statusCode).toBe(200);
    expect(
      (await callAs(server.app, forged({}, { exp: now() - 30 }), 'GET', '/api/users/me')).statusCode,
    ).toBe(200);
    expect(
      (
        await callAs(
          server.app,
          forged({}, { iat: now() - month + 30, exp: now() + 30 }),
          'GET',
          '/api/users/me',
        )
      ).statusCode,
    ).toBe(200);
  });

  it('given it in the query or under another scheme, then it does not count', async () => {
    const inQuery = await server.app.inject({ url: `/api/users/me?token=${ana.token}` });
    const basic = await server.app.inject({
      url: '/api/users/me',
      headers: { authorization: `Basic ${ana.token}` },
    });
    expect([inQuery.statusCode, basic.statusCode]).toEqual([401, 401]);
  });

  it('given a token that is not a text, when a socket opens with it, then it is unauthorized', async () => {
    expect(await connectError(server.origin, undefined, { auth: { token: { a: 1 } } })).toBe('unauthorized');
    expect(await connectError(server.origin, undefined, { auth: { token: [ana.token] } })).toBe(
      'unauthorized',
    );
  });

  it('given the version of the person was raised, then every older token is invalid', async () => {
    const someone = await createPerson();
    await server.database
      .updateTable('users')
      .set({ token_version: 1 })
      .where('id', '=', someone.id)
      .execute();
    expect((await someone.call('GET', '/api/users/me')).statusCode).toBe(401);
    expect(await connectError(server.origin, someone.token)).toBe('unauthorized');
  });
});

it('given 30 days and a minute have passed, then the token is invalid, and one day before it is valid', async () => {
  const aged = await startTestServer();
  const someone = await aged.createPerson();
  aged.clock.move(29 * 86_400_000);
  expect((await someone.call('GET', '/api/users/me')).statusCode).toBe(200);
  aged.clock.move(86_400_000 + 62_000);
  expect((await someone.call('GET', '/api/users/me')).statusCode).toBe(401);
});

it('given a clock set back an hour, when the server restarts, then sessions go on', async () => {
  const ahead = await startTestServer();
  const someone = await ahead.createPerson();
  await ahead.close();
  const corrected = await startTestServer({ dataDir: ahead.dataDir });
  corrected.clock.move(-3_600_000);
  expect((await callAs(corrected.app, someone.token, 'GET', '/api/users/me')).statusCode).toBe(200);
  expect((await openSocket(corrected.origin, someone.token)).raw.connected).toBe(true);
});
