import type { LightMyRequestResponse } from 'fastify';
import { SessionAnswer } from '#contract/session';
import { addPasskey, codeAt, cookieOf, ORIGIN, secondFactors, SecondFactorAsked } from './support/factors';
import { callAs, parseAnswer, PASSWORD, type Person } from './support/people';
import { useServerPerTest } from './support/useServer';

const { server, createPerson } = useServerPerTest({ env: { PUBLIC_URL: ORIGIN } });
const { answer, withTotp, challengeFor } = secondFactors(server);

const QUARTER_HOUR = 15 * 60_000;
const wrong = { code: '000000' };
const limited = { statusCode: 429, code: 'codes_limited' };
const rightCode = (secret: string) => ({ code: codeAt(secret, server.clock.now()) });

/** Signs in with a code in a browser, which is known afterwards. */
async function signInWithCode({ email }: Person, secret: string): Promise<{ token: string; cookie: string }> {
  const passed = await answer(await challengeFor(email), rightCode(secret));
  server.clock.move(30_000);
  return { token: parseAnswer(SessionAnswer, passed).token, cookie: cookieOf(passed) };
}

/** A stranger who knows the password tries wrong codes, each from a new address. @returns the last answer */
async function guessAtSignIn({ email }: Person, count: number): Promise<LightMyRequestResponse> {
  let last: LightMyRequestResponse | undefined;
  for (let guess = 0; guess < count; guess += 1) {
    const from = { remoteAddress: `198.51.100.${guess}` };
    last = await answer(await challengeFor(email, from), wrong, from);
  }
  if (!last) throw new Error('No guess was made');
  return last;
}

/** A change that asks for the second factor once ten minutes have passed. */
const change = (token: string) =>
  callAs(server.app, token, 'POST', '/api/factors/totp', { currentPassword: PASSWORD });
const challengeOfChange = async (token: string) =>
  SecondFactorAsked.parse((await change(token)).json()).challenge;

describe('guessed codes at sign-in', () => {
  it('given five guesses of strangers, then a known browser, a recovery code and a passkey still get in', async () => {
    const ana = await createPerson();
    const { secret, recoveryCodes } = await withTotp(ana);
    const passkey = await addPasskey(ana);
    const { cookie } = await signInWithCode(ana, secret);
    expect((await guessAtSignIn(ana, 6)).json()).toMatchObject(limited);

    const known = { headers: { cookie } };
    const byCode = await answer(await challengeFor(ana.email, known), rightCode(secret), known);
    expect(byCode.statusCode).toBe(200);
    const [code = ''] = recoveryCodes;
    expect((await answer(await challengeFor(ana.email), { code })).statusCode).toBe(200);
    const challenge = await challengeFor(ana.email);
    expect((await answer(challenge, { assertion: passkey.assert(challenge) })).statusCode).toBe(200);
  });

  it('given guesses in every quarter of an hour, then strangers have 20 a week together', async () => {
    const ana = await createPerson();
    await withTotp(ana);
    const real = Date.now;
    let later = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + later);
    const answers: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      for (let guess = 0; guess < 5; guess += 1)
        answers.push((await answer(await challengeFor(ana.email), wrong)).statusCode);
      later += QUARTER_HOUR + 1_000;
    }
    clock.mockRestore();
    expect(answers.filter((status) => status === 401)).toHaveLength(20);
  });

  it('given a browser known from before the factor, then its guesses count as those of a stranger', async () => {
    const ana = await createPerson();
    const cookie = cookieOf(await server.login(ana.email, PASSWORD));
    const { secret } = await withTotp(ana);
    await guessAtSignIn(ana, 5);
    const early = { headers: { cookie } };
    const tried = await answer(await challengeFor(ana.email, early), rightCode(secret), early);
    expect(tried.json()).toMatchObject(limited);
  });

  it('given the browser in which the factor was added, then it has guesses of its own', async () => {
    const ana = await createPerson();
    const signedIn = await server.login(ana.email, PASSWORD);
    const { token } = parseAnswer(SessionAnswer, signedIn);
    const call = (url: string, payload: object) =>
      server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { authorization: `Bearer ${token}`, cookie: cookieOf(signedIn) },
      });
    const { secret } = (await call('/api/factors/totp', { currentPassword: PASSWORD })).json<{
      secret: string;
    }>();
    const known = {
      headers: { cookie: cookieOf(await call('/api/factors/totp/confirm', rightCode(secret))) },
    };
    server.clock.move(30_000);
    await guessAtSignIn(ana, 5);
    const passed = await answer(await challengeFor(ana.email, known), rightCode(secret), known);
    expect(passed.statusCode).toBe(200);
  });

  it('given wrong recovery codes, then 60 are tried in 15 minutes, and codes of the app go on working', async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    const challenge = await challengeFor(ana.email);
    const statuses: number[] = [];
    for (let guess = 0; guess < 61; guess += 1)
      statuses.push((await answer(challenge, { code: `AAAA-BBBB-CCCC-${guess}` })).statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect((await answer(challenge, rightCode(secret))).statusCode).toBe(200);
  });

  it('given a code with a space as apps show it, then it is right', async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    const code = rightCode(secret).code.replace(/^(.{3})/u, '$1 ');
    expect((await answer(await challengeFor(ana.email), { code })).statusCode).toBe(200);
  });
});

describe('guessed codes at changes of the account', () => {
  it('given a thief of a session who guesses, then the owner changes, signs in and is not limited', async () => {
    const ana = await createPerson();
    const thief = parseAnswer(SessionAnswer, await server.login(ana.email, PASSWORD)).token;
    const { secret } = await withTotp(ana);
    const stolen = await challengeOfChange(thief);
    for (let guess = 0; guess < 5; guess += 1) await answer(stolen, wrong);
    expect((await answer(stolen, rightCode(secret))).json()).toMatchObject(limited);

    server.clock.move(11 * 60_000);
    expect((await answer(await challengeOfChange(ana.token), rightCode(secret))).statusCode).toBe(200);
    expect((await change(ana.token)).statusCode).toBe(200);
    server.clock.move(30_000);
    expect((await answer(await challengeFor(ana.email), rightCode(secret))).statusCode).toBe(200);
  });

  it('given many sessions from before the factor, then they share 20 guesses a week', async () => {
    const ana = await createPerson();
    const thieves: string[] = [];
    for (let count = 0; count < 5; count += 1)
      thieves.push(parseAnswer(SessionAnswer, await server.login(ana.email, PASSWORD)).token);
    const { secret } = await withTotp(ana);
    const statuses: number[] = [];
    for (const thief of thieves) {
      const challenge = await challengeOfChange(thief);
      for (let guess = 0; guess < 5; guess += 1) statuses.push((await answer(challenge, wrong)).statusCode);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    server.clock.move(11 * 60_000);
    expect((await answer(await challengeOfChange(ana.token), rightCode(secret))).statusCode).toBe(200);
  });

  it('given wrong codes while an app is set up, then another session is not limited', async () => {
    const ana = await createPerson();
    const thief = parseAnswer(SessionAnswer, await server.login(ana.email, PASSWORD)).token;
    await change(thief);
    const confirm = (token: string, given: object) =>
      callAs(server.app, token, 'POST', '/api/factors/totp/confirm', given);
    for (let guess = 0; guess < 6; guess += 1) await confirm(thief, wrong);
    expect((await confirm(thief, wrong)).statusCode).toBe(429);
    const { secret } = (await change(ana.token)).json<{ secret: string }>();
    expect((await confirm(ana.token, rightCode(secret))).statusCode).toBe(200);
  });
});
