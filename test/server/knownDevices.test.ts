import type { LightMyRequestResponse } from 'fastify';
import { DEVICE_TOKEN_SECONDS } from '#server/http/deviceCookie';
import { callAs, createFamily, parseError, PASSWORD } from './support/people';
import { startTestServer } from './support/startTestServer';
import { useServerPerTest } from './support/useServer';

const { server, createPerson } = useServerPerTest({});

const tooOften = [429, 'That was too often, please wait a moment'];

interface From {
  address?: string;
  cookie?: string | undefined;
}
const login = (email: string, password: string, { address = '203.0.113.1', cookie }: From = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress: address,
    headers: cookie === undefined ? {} : { cookie },
  });
/** The cookie that a browser sends back after this answer. */
const cookieOf = (answer: LightMyRequestResponse): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';
/** Wrong guesses, each from a new address. */
async function guesses(email: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let guess = 0; guess < count; guess += 1) {
    const answer = await login(email, 'wrong password', { address: `198.51.100.${guess}` });
    statuses.push(answer.statusCode);
  }
  return statuses;
}

it('given guesses from many addresses, then 30 an hour are tried, and a known browser still gets in', async () => {
  const { email } = await createPerson();
  const cookie = cookieOf(await login(email, PASSWORD, { address: '203.0.113.50' }));
  expect((await guesses(email, 40)).filter((status) => status === 401)).toHaveLength(30);
  const stranger = await login(email, PASSWORD, { address: '203.0.113.51' });
  expect(parseError(stranger)).toEqual(tooOften);
  expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(3_000);
  const owner = await login(email, PASSWORD, { address: '198.51.100.1', cookie });
  expect(owner.statusCode).toBe(200);
});

it('given an address that has used up its tries, then a known browser still gets in', async () => {
  const { email } = await createPerson();
  const cookie = cookieOf(await login(email, PASSWORD));
  for (let guess = 0; guess < 60; guess += 1) await login(`victim${guess}@example.com`, 'wrong password');
  expect((await login(email, PASSWORD)).statusCode).toBe(429);
  expect((await login(email, PASSWORD, { cookie })).statusCode).toBe(200);
});

it('given a stolen device token, then it allows ten guesses, and the owner gets in elsewhere', async () => {
  const { email } = await createPerson();
  const cookie = cookieOf(await login(email, PASSWORD));
  for (let guess = 0; guess < 10; guess += 1) await login(email, 'wrong password', { cookie });
  expect(parseError(await login(email, PASSWORD, { cookie }))).toEqual(tooOften);
  expect((await login(email, PASSWORD, { address: '203.0.113.9' })).statusCode).toBe(200);
});

it('given a device token that is forged, expired, of another account or none, then it does not count', async () => {
  const [victim, thief] = [await createPerson(), await createPerson()];
  const theirs = cookieOf(await login(thief.email, PASSWORD));
  const owners = cookieOf(await login(victim.email, PASSWORD));
  await guesses(victim.email, 30);
  const forged = `${owners.slice(0, -6)}AAAAAA`;
  for (const cookie of [
    theirs,
    forged,
    `kinmap-device=${victim.token}`,
    'kinmap-device',
    `kinmap-device=${'x'.repeat(9_000)}`,
  ])
    expect((await login(victim.email, PASSWORD, { cookie })).statusCode).toBe(429);
  server.clock.move((DEVICE_TOKEN_SECONDS + 1) * 1_000);
  expect((await login(victim.email, PASSWORD, { cookie: owners })).statusCode).toBe(429);
});

it('given marks of 25 sign-ins in wrong hands, then all of them together have 60 guesses an hour', async () => {
  const { email } = await createPerson();
  const cookies: string[] = [];
  for (let count = 0; count < 25; count += 1) cookies.push(cookieOf(await login(email, PASSWORD)));
  const statuses: number[] = [];
  for (let guess = 0; guess < 100; guess += 1)
    statuses.push((await login(email, 'wrong password', { cookie: cookies[guess % 25] })).statusCode);
  expect(statuses.filter((status) => status === 401)).toHaveLength(60);
  expect((await login(email, PASSWORD, { address: '203.0.113.9' })).statusCode).toBe(200);
});

it('given a mark from before a new password or signing out everywhere, then the browser is a stranger', async () => {
  for (const endAll of [
    { method: 'POST', url: '/api/auth/sign-out-everywhere', payload: { currentPassword: PASSWORD } },
    {
      method: 'PUT',
      url: '/api/users/me/password',
      payload: { currentPassword: PASSWORD, newPassword: 'another horse battery' },
    },
  ] as const) {
    const { id, email, token } = await createPerson();
    const cookie = cookieOf(await login(email, PASSWORD));
    const url = endAll.url.replace('/me/', `/${id}/`);
    const ended = await callAs(server.app, token, endAll.method, url, endAll.payload);
    expect(ended.statusCode).toBe(204);
    await guesses(email, 30);
    expect((await login(email, 'wrong password', { cookie })).statusCode).toBe(429);
  }
});

it('given a browser that signs in twice, then both marks count as one browser', async () => {
  const { email } = await createPerson();
  const first = cookieOf(await login(email, PASSWORD));
  const second = cookieOf(await login(email, PASSWORD, { cookie: first }));
  for (let guess = 0; guess < 10; guess += 1)
    await login(email, 'wrong password', { cookie: guess % 2 === 0 ? first : second });
  expect(parseError(await login(email, PASSWORD, { cookie: second }))).toEqual(tooOften);
});

it('given a device token, then it is no session', async () => {
  const { email } = await createPerson();
  const mark = cookieOf(await login(email, PASSWORD)).split('=')[1];
  expect((await callAs(server.app, mark, 'GET', '/api/users/me')).statusCode).toBe(401);
});

it('given a sign-in, then its cookie is HttpOnly and SameSite, and over TLS bound to the host', async () => {
  const { email } = await createPerson();
  expect(String((await login(email, PASSWORD)).headers['set-cookie'])).toMatch(
    /^kinmap-device=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/u,
  );
  const proxied = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
  const made = await proxied.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { name: 'Bo', email: 'bo@example.com', password: PASSWORD },
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(String(made.headers['set-cookie'])).toMatch(
    /^__Host-kinmap-device=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/u,
  );
});

it('given a wrong password, then no cookie comes with the answer', async () => {
  const { email } = await createPerson();
  expect((await login(email, 'wrong password')).headers['set-cookie']).toBeUndefined();
});

it('given many accounts behind one address, when they guess invitation codes, then 30 an hour are tried', async () => {
  const founder = await createPerson();
  const { inviteCode } = await createFamily(founder);
  const guessers = await Promise.all(Array.from({ length: 6 }, () => createPerson()));
  const statuses: number[] = [];
  for (let guess = 0; guess < 36; guess += 1) {
    const guesser = guessers[guess % 6];
    const answer = await guesser?.call('POST', '/api/families/join-by-code', {
      inviteCode: `0000000${100 + guess}`,
    });
    statuses.push(answer?.statusCode ?? 0);
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(30);
  const right = await guessers[0]?.call('POST', '/api/families/join-by-code', { inviteCode });
  expect(right?.statusCode).toBe(429);
  expect(Number(right?.headers['retry-after'])).toBeGreaterThan(3_000);
});
