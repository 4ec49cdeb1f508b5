import { RecoveryCodes } from '#contract/factors';
import { SessionAnswer } from '#contract/session';
import {
  addPasskey,
  codeAt,
  cookieOf,
  factorsOf,
  ORIGIN,
  secondFactors,
  SecondFactorAsked,
} from './support/factors';
import { PASSWORD, callAs, parseAnswer, type Person } from './support/people';
import { openSocket } from './support/socket';
import { startTestServer } from './support/startTestServer';
import { useServerPerTest } from './support/useServer';

const { server, createPerson } = useServerPerTest({ env: { PUBLIC_URL: ORIGIN } });
const { login, answer, withTotp, challengeFor } = secondFactors(server);

describe('an authenticator app', () => {
  it('given an account without factors, then it signs in with its password as before', async () => {
    const ana = await createPerson();
    expect((await login(ana.email)).statusCode).toBe(200);
    expect(await factorsOf(ana)).toEqual([]);
  });

  it('given one that is begun and not confirmed, then the password alone signs in', async () => {
    const ana = await createPerson();
    await ana.call('POST', '/api/factors/totp', { currentPassword: PASSWORD });
    const wrong = await ana.call('POST', '/api/factors/totp/confirm', { code: '000000' });
    expect(wrong.json()).toMatchObject({ statusCode: 400, code: 'code_wrong' });
    expect((await login(ana.email)).statusCode).toBe(200);
  });

  it('given one, when the password is right, then only a code of it gives a token', async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    const refused = await login(ana.email);
    expect(refused.json()).toMatchObject({ statusCode: 401, code: 'secondFactorRequired' });
    expect(refused.body).not.toMatch(/token|email/u);
    expect(refused.headers['set-cookie']).toBeUndefined();
    const { challenge } = SecondFactorAsked.parse(refused.json());
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
    const ana = await createPerson();
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
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeFor(ana.email)));
    const code = codeAt(secret, server.clock.now());
    const statuses = await Promise.all(
      challenges.map(async (one) => (await answer(one, { code })).statusCode),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('given a password that was changed, then an open challenge is worth nothing', async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    const challenge = await challengeFor(ana.email);
    const asked = await server.database.selectFrom('factor_challenges').selectAll().execute();
    const body = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await ana.call('PUT', `/api/users/${ana.id}/password`, body)).statusCode).toBe(204);
    const code = codeAt(secret, server.clock.now());
    expect((await answer(challenge, { code })).json()).toMatchObject({ code: 'challenge_expired' });
    // It is stored now if the password was right just before it was changed.
    await server.database.insertInto('factor_challenges').values(asked).execute();
    expect((await answer(challenge, { code })).json()).toMatchObject({ code: 'challenge_expired' });
  });
});

describe('recovery codes', () => {
  it('given one, when it is typed in another form, then it signs in once, and its hash alone is stored', async () => {
    const ana = await createPerson();
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
    const ana = await createPerson();
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
  it("given another session's passed factor, then this one is still asked", async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    server.clock.move(11 * 60_000);
    const code = codeAt(secret, server.clock.now());
    expect((await answer(await challengeFor(ana.email), { code })).statusCode).toBe(200);
    const refused = await ana.call('POST', '/api/factors/totp', { currentPassword: PASSWORD });
    expect(refused.json()).toMatchObject({ code: 'second_factor_needed' });
  });

  it('given one that was begun before the account had a factor, then finishing it asks for the factor', async () => {
    const ana = await createPerson();
    const thief = parseAnswer(SessionAnswer, await login(ana.email)).token;
    const begun = await callAs(server.app, thief, 'POST', '/api/factors/totp', { currentPassword: PASSWORD });
    const { secret } = begun.json<{ secret: string }>();
    await addPasskey(ana);
    const code = codeAt(secret, server.clock.now());
    const finished = await callAs(server.app, thief, 'POST', '/api/factors/totp/confirm', { code });
    expect(finished.json()).toMatchObject({ statusCode: 403, code: 'second_factor_needed' });
  });

  it('given a bare token, when it adds a factor, then 400 asks for the password', async () => {
    const ana = await createPerson();
    for (const url of ['/api/factors/totp', '/api/factors/passkeys/options'])
      expect((await ana.call('POST', url)).json()).toMatchObject({ code: 'current_password_required' });
  });

  it('given another device, when a factor is added, then it gets an event', async () => {
    const ana = await createPerson();
    const other = parseAnswer(SessionAnswer, await login(ana.email)).token;
    const tab = await openSocket(server.origin, other, { extraHeaders: { origin: ORIGIN } });
    await withTotp(ana);
    expect(await tab.waitForEvent('account:changed')).toEqual({ change: 'factors' });
  });
});

describe('a passkey', () => {
  it('given one, when its assertion answers the challenge, then it signs in, and once only', async () => {
    const ana = await createPerson();
    const passkey = await addPasskey(ana);
    expect(passkey.recoveryCodes).toHaveLength(10);
    expect(await factorsOf(ana)).toMatchObject([{ kind: 'passkey' }]);
    const refused = SecondFactorAsked.parse((await login(ana.email)).json());
    expect(refused.passkey).toMatchObject({ challenge: refused.challenge, rpId: 'kinmap.example' });
    const assertion = passkey.assert(refused.challenge);
    expect((await answer(refused.challenge, { assertion })).statusCode).toBe(200);
    expect((await answer(refused.challenge, { assertion })).statusCode).toBe(401);
  });

  it('given an assertion of another site, challenge or key, or nonsense, then 401', async () => {
    const [ana, eve] = [await createPerson(), await createPerson()];
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
    const ana = await plain.createPerson();
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

describe('a change of the password', () => {
  const body = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
  const changePassword = (someone: Person, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/users/${someone.id}/password`,
      payload: body,
      headers: { authorization: `Bearer ${someone.token}`, ...headers },
    });

  it('given the factor was passed for it, then this browser signs in with the new password alone, once', async () => {
    const ana = await createPerson();
    await withTotp(ana);
    const cookie = cookieOf(await changePassword(ana));
    expect((await login(ana.email, body.newPassword)).json()).toMatchObject({ code: 'secondFactorRequired' });
    const again = await server.login(ana.email, body.newPassword, { headers: { cookie } });
    const { token } = parseAnswer(SessionAnswer, again);
    const next = await server.login(ana.email, body.newPassword, { headers: { cookie: cookieOf(again) } });
    expect(next.statusCode).toBe(401);
    // Ten minutes after the factor, not after the new session.
    server.clock.move(10 * 60_000);
    const change = await callAs(server.app, token, 'POST', '/api/factors/totp', {
      currentPassword: body.newPassword,
    });
    expect(change.json()).toMatchObject({ code: 'second_factor_needed' });
  });

  it('given a minute has passed, or another account, then the factor is asked for', async () => {
    const [ana, bo] = [await createPerson(), await createPerson('Bo')];
    await withTotp(ana);
    await withTotp(bo);
    const cookie = cookieOf(await changePassword(ana));
    expect((await server.login(bo.email, PASSWORD, { headers: { cookie } })).statusCode).toBe(401);
    server.clock.move(61_000);
    expect((await server.login(ana.email, body.newPassword, { headers: { cookie } })).statusCode).toBe(401);
  });

  it('given an account without a factor, then the answer sets no cookie', async () => {
    const ana = await createPerson();
    expect((await changePassword(ana)).headers['set-cookie']).toBeUndefined();
  });
});

describe('renewed recovery codes', () => {
  const renew = (someone: Person) =>
    someone.call('POST', '/api/factors/recovery-codes', { currentPassword: PASSWORD });
  const left = async (someone: Person) => (await someone.call('GET', '/api/factors/recovery-codes')).json();

  it('given some are used, when they are renewed, then ten others work and the old ones do not', async () => {
    const ana = await createPerson();
    const { recoveryCodes: old } = await withTotp(ana);
    const [first = '', second = ''] = old;
    expect((await answer(await challengeFor(ana.email), { code: first })).statusCode).toBe(200);
    expect(await left(ana)).toEqual({ left: 9 });
    const { recoveryCodes } = parseAnswer(RecoveryCodes, await renew(ana));
    expect(new Set([...old, ...recoveryCodes]).size).toBe(20);
    expect(await left(ana)).toEqual({ left: 10 });
    expect((await answer(await challengeFor(ana.email), { code: second })).statusCode).toBe(401);
    const [fresh = ''] = recoveryCodes;
    expect((await answer(await challengeFor(ana.email), { code: fresh })).statusCode).toBe(200);
  });

  it('given another device, when they are renewed, then it gets an event', async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    const code = codeAt(secret, server.clock.now());
    const other = parseAnswer(SessionAnswer, await answer(await challengeFor(ana.email), { code })).token;
    const tab = await openSocket(server.origin, other, { extraHeaders: { origin: ORIGIN } });
    await renew(ana);
    expect(await tab.waitForEvent('account:changed')).toEqual({ change: 'factors' });
  });

  it('given an account without a factor, when they are renewed, then 404 and none are made', async () => {
    const ana = await createPerson();
    expect((await renew(ana)).json()).toMatchObject({ statusCode: 404, code: 'factor_not_found' });
    expect(await left(ana)).toEqual({ left: 0 });
  });
});
