import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { generateSync } from 'otplib';
import { Factor, RecoveryCodes, TotpStart } from '#contract/factors';
import { SessionAnswer } from '#contract/session';
import { PASSWORD, callAs, createPerson, parseAnswer, type Person } from './support/people';
import { closeSockets, openSocket } from './support/socket';
import { closeTestServers, startTestServer, type TestServer } from './support/startTestServer';

const ORIGIN = 'https://kinmap.example';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: ORIGIN } });
});
afterEach(async () => {
  closeSockets();
  await closeTestServers();
});

const post = (url: string, body: object) => callAs(server.app, undefined, 'POST', url, body);
const login = (email: string, password = PASSWORD) => post('/api/auth/login', { email, password });
const answer = (challenge: string, given: object) => post('/api/auth/second-factor', { challenge, ...given });
const codeAt = (secret: string, now: number): string =>
  generateSync({ secret, epoch: Math.floor(now / 1_000) });
const asked = z.object({
  code: z.string(),
  challenge: z.string(),
  passkey: z.optional(z.object({ challenge: z.string(), rpId: z.string() })),
});
const factorsOf = async (someone: Person) =>
  parseAnswer(z.array(Factor), await someone.call('GET', '/api/factors'));

/** Gives a person an authenticator app. The next code is free: time moves on by a step. */
async function withTotp(someone: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await someone.call('POST', '/api/factors/totp', { currentPassword: PASSWORD });
  const { secret } = parseAnswer(TotpStart, begun);
  const code = codeAt(secret, server.clock.now());
  const confirmed = await someone.call('POST', '/api/factors/totp/confirm', { code });
  server.clock.move(30_000);
  return { secret, ...parseAnswer(RecoveryCodes, confirmed) };
}
async function challengeFor(email: string): Promise<string> {
  const refused = await login(email);
  expect(refused.statusCode).toBe(401);
  return asked.parse(refused.json()).challenge;
}

describe('an authenticator app', () => {
  it('given an account without factors, then it signs in with its password as before', async () => {
    const ana = await createPerson(server.app);
    expect((await login(ana.email)).statusCode).toBe(200);
    expect(await factorsOf(ana)).toEqual([]);
  });

  it('given one that is begun and not confirmed, then the password alone signs in', async () => {
    const ana = await createPerson(server.app);
    await ana.call('POST', '/api/factors/totp', { currentPassword: PASSWORD });
    const wrong = await ana.call('POST', '/api/factors/totp/confirm', { code: '000000' });
    expect(wrong.json()).toMatchObject({ statusCode: 400, code: 'code_wrong' });
    expect((await login(ana.email)).statusCode).toBe(200);
  });

  it('given one, when the password is right, then only a code of it gives a token', async () => {
    const ana = await createPerson(server.app);
    const { secret } = await withTotp(ana);
    const refused = await login(ana.email);
    expect(refused.json()).toMatchObject({ statusCode: 401, code: 'secondFactorRequired' });
    expect(refused.body).not.toMatch(/token|email/u);
    expect(refused.headers['set-cookie']).toBeUndefined();
    const { challenge } = asked.parse(refused.json());
    expect((await answer(challenge, { code: '000000' })).json()).toMatchObject({
      statusCode: 401,
      code: 'second_factor_wrong',
    });
    const passed = await answer(challenge, { code: codeAt(secret, server.clock.now()) });
    const { token, user } = parseAnswer(SessionAnswer, passed);
    expect(user.id).toBe(ana.id);
    expect((await callAs(server.app, token, 'GET', '/api/users/me')).statusCode).toBe(200);
  });

  it('given a used code or challenge, when it is used again, then it gives nothing', async () => {
    const ana = await createPerson(server.app);
    const { secret } = await withTotp(ana);
    const [first, second] = [await challengeFor(ana.email), await challengeFor(ana.email)];
    const code = codeAt(secret, server.clock.now());
    expect((await answer(first, { code })).statusCode).toBe(200);
    expect((await answer(second, { code })).json()).toMatchObject({ code: 'second_factor_wrong' });
    server.clock.move(30_000);
    const next = codeAt(secret, server.clock.now());
    expect((await answer(first, { code: next })).json()).toMatchObject({ code: 'challenge_expired' });
    server.clock.move(6 * 60_000);
    const later = codeAt(secret, server.clock.now());
    expect((await answer(second, { code: later })).json()).toMatchObject({ code: 'challenge_expired' });
  });

  it('given the same code four times at once, then it is accepted once', async () => {
    const ana = await createPerson(server.app);
    const { secret } = await withTotp(ana);
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeFor(ana.email)));
    const code = codeAt(secret, server.clock.now());
    const statuses = await Promise.all(
      challenges.map(async (one) => (await answer(one, { code })).statusCode),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('given five wrong codes, then even the right one has to wait, and the password is not limited', async () => {
    const ana = await createPerson(server.app);
    const { secret } = await withTotp(ana);
    for (let guess = 0; guess < 5; guess += 1)
      await answer(await challengeFor(ana.email), { code: '000000' });
    const right = { code: codeAt(secret, server.clock.now()) };
    expect((await answer(await challengeFor(ana.email), right)).statusCode).toBe(429);
    for (let count = 0; count < 12; count += 1) await challengeFor(ana.email);
  });

  it('given a password that was changed, then an open challenge is worth nothing', async () => {
    const ana = await createPerson(server.app);
    const { secret } = await withTotp(ana);
    const challenge = await challengeFor(ana.email);
    const body = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await ana.call('PUT', `/api/users/${ana.id}/password`, body)).statusCode).toBe(204);
    const code = codeAt(secret, server.clock.now());
    expect((await answer(challenge, { code })).json()).toMatchObject({ code: 'challenge_expired' });
  });
});

describe('recovery codes', () => {
  it('given one, when it is typed in another form, then it signs in once, and its hash alone is stored', async () => {
    const ana = await createPerson(server.app);
    const { recoveryCodes } = await withTotp(ana);
    expect(recoveryCodes).toHaveLength(10);
    const [first = ''] = recoveryCodes;
    const stored = JSON.stringify(await server.database.selectFrom('recovery_codes').selectAll().execute());
    expect(stored).not.toContain(first.replaceAll('-', ''));
    const typed = { code: ` ${first.toLowerCase().replaceAll('-', ' ')}` };
    expect((await answer(await challengeFor(ana.email), typed)).statusCode).toBe(200);
    expect((await answer(await challengeFor(ana.email), typed)).statusCode).toBe(401);
  });

  it('given the last factor is removed, then the password signs in again and no code is left', async () => {
    const ana = await createPerson(server.app);
    await withTotp(ana);
    const [factor] = await factorsOf(ana);
    const remove = (currentPassword: string) =>
      ana.call('DELETE', `/api/factors/${factor?.id}`, { currentPassword });
    expect((await remove('wrong password')).json()).toMatchObject({ code: 'wrong_current_password' });
    expect((await remove(PASSWORD)).statusCode).toBe(204);
    expect((await login(ana.email)).statusCode).toBe(200);
    expect(await server.database.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
  });
});

describe('changes of the account', () => {
  const changes: [string, (someone: Person) => ReturnType<Person['call']>][] = [
    [
      'the password',
      (someone) =>
        someone.call('PUT', `/api/users/${someone.id}/password`, {
          currentPassword: PASSWORD,
          newPassword: 'another horse battery',
        }),
    ],
    [
      'the email',
      (someone) =>
        someone.call('PUT', `/api/users/${someone.id}`, {
          email: 'new@example.org',
          currentPassword: PASSWORD,
        }),
    ],
    ['a factor', (someone) => someone.call('POST', '/api/factors/totp', { currentPassword: PASSWORD })],
    [
      'a passkey',
      (someone) => someone.call('POST', '/api/factors/passkeys/options', { currentPassword: PASSWORD }),
    ],
    ['a removal', (someone) => someone.call('DELETE', '/api/factors/none', { currentPassword: PASSWORD })],
  ];
  it.each(changes)(
    'given a factor long ago, when %s is changed, then it is asked for once',
    async (_what, change) => {
      const ana = await createPerson(server.app);
      const { secret } = await withTotp(ana);
      server.clock.move(11 * 60_000);
      const refused = await change(ana);
      expect(refused.json()).toMatchObject({ statusCode: 403, code: 'second_factor_needed' });
      const { challenge } = asked.parse(refused.json());
      const code = codeAt(secret, server.clock.now());
      expect((await answer(challenge, { code })).json()).toMatchObject({ user: { id: ana.id } });
      expect((await change(ana)).statusCode).not.toBe(403);
    },
  );

  it("given another session's passed factor, then this one is still asked", async () => {
    const ana = await createPerson(server.app);
    const { secret } = await withTotp(ana);
    server.clock.move(11 * 60_000);
    const code = codeAt(secret, server.clock.now());
    expect((await answer(await challengeFor(ana.email), { code })).statusCode).toBe(200);
    const refused = await ana.call('POST', '/api/factors/totp', { currentPassword: PASSWORD });
    expect(refused.json()).toMatchObject({ code: 'second_factor_needed' });
  });

  it('given one that was begun before the account had a factor, then finishing it asks for the factor', async () => {
    const ana = await createPerson(server.app);
    const thief = parseAnswer(SessionAnswer, await login(ana.email)).token;
    const begun = await callAs(server.app, thief, 'POST', '/api/factors/totp', { currentPassword: PASSWORD });
    const { secret } = begun.json<{ secret: string }>();
    await addPasskey(ana);
    const code = codeAt(secret, server.clock.now());
    const finished = await callAs(server.app, thief, 'POST', '/api/factors/totp/confirm', { code });
    expect(finished.json()).toMatchObject({ statusCode: 403, code: 'second_factor_needed' });
  });

  it('given a bare token, when it adds a factor, then 400 asks for the password', async () => {
    const ana = await createPerson(server.app);
    for (const url of ['/api/factors/totp', '/api/factors/passkeys/options'])
      expect((await ana.call('POST', url)).json()).toMatchObject({ code: 'current_password_required' });
  });

  it('given another device, when a factor is added, then it is told', async () => {
    const ana = await createPerson(server.app);
    const other = parseAnswer(SessionAnswer, await login(ana.email)).token;
    const tab = await openSocket(await server.listen(), other, { extraHeaders: { origin: ORIGIN } });
    await withTotp(ana);
    expect(await tab.waitForEvent('account:changed')).toEqual({ change: 'factors' });
  });
});

describe('a passkey', () => {
  it('given one, when its assertion answers the challenge, then it signs in, and once only', async () => {
    const ana = await createPerson(server.app);
    const passkey = await addPasskey(ana);
    expect(await factorsOf(ana)).toMatchObject([{ kind: 'passkey' }]);
    const refused = asked.parse((await login(ana.email)).json());
    expect(refused.passkey).toMatchObject({ challenge: refused.challenge, rpId: 'kinmap.example' });
    const assertion = passkey.assert(refused.challenge);
    expect((await answer(refused.challenge, { assertion })).statusCode).toBe(200);
    expect((await answer(refused.challenge, { assertion })).statusCode).toBe(401);
  });

  it('given an assertion of another site, challenge or key, or nonsense, then 401', async () => {
    const [ana, eve] = [await createPerson(server.app), await createPerson(server.app)];
    const [passkey, other] = [await addPasskey(ana), await addPasskey(eve)];
    const challenge = await challengeFor(ana.email);
    const good = passkey.assert(challenge);
    const bad = [
      passkey.assert(challenge, 'https://evil.example'),
      passkey.assert('another-challenge'),
      other.assert(challenge),
      { ...other.assert(challenge), id: good.id, rawId: good.id },
      { ...good, response: { ...good.response, authenticatorData: 'AAAA' } },
    ];
    for (const assertion of bad.slice(0, 4))
      expect((await answer(challenge, { assertion })).json()).toMatchObject({ code: 'second_factor_wrong' });
    expect((await answer(challenge, { assertion: bad[4] })).json()).toMatchObject({
      code: 'second_factor_wrong',
    });
  });

  it('given a server without a public address, then it offers none', async () => {
    const plain = await startTestServer();
    const ana = await createPerson(plain.app);
    const options = (host: string) =>
      plain.app.inject({
        method: 'POST',
        url: '/api/factors/passkeys/options',
        payload: { currentPassword: PASSWORD },
        headers: { authorization: `Bearer ${ana.token}`, host },
      });
    expect((await options('192.0.2.1:3000')).json()).toMatchObject({ code: 'passkeys_unavailable' });
    expect((await options('localhost:3000')).json()).toMatchObject({ rp: { id: 'localhost' } });
  });
});

/** Registers a passkey that the test signs with itself. */
async function addPasskey(someone: Person) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = createHash('sha256').update(someone.id).digest();
  const begun = await someone.call('POST', '/api/factors/passkeys/options', { currentPassword: PASSWORD });
  const { challenge } = begun.json<{ challenge: string }>();
  const authData = Buffer.concat([
    authenticatorData(0x41),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    coseKey(publicKey),
  ]);
  const attestation = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData('webauthn.create', challenge, ORIGIN),
      attestationObject: Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]).toString('base64url'),
    },
  };
  const added = await someone.call('POST', '/api/factors/passkeys', { attestation });
  expect(parseAnswer(RecoveryCodes, added, 201).recoveryCodes).toHaveLength(10);
  return {
    assert(given: string, origin = ORIGIN) {
      const data = authenticatorData(0x01);
      const clientDataJSON = clientData('webauthn.get', given, origin);
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
      const signature = createSign('sha256')
        .update(Buffer.concat([data, hash]))
        .sign(privateKey);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

/** @param flags user present, and whether a new key follows */
function authenticatorData(flags: number): Buffer {
  const rp = createHash('sha256').update('kinmap.example').digest();
  return Buffer.concat([rp, Buffer.from([flags, 0, 0, 0, 0])]);
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

/** A P-256 key in the form of COSE. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}
