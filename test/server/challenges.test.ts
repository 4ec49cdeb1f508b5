import { FACTORS_PER_USER } from '#contract/limits';
import { SessionAnswer } from '#contract/session';
import {
  codeAt,
  createPasskey,
  factorsOf,
  ORIGIN,
  secondFactors,
  SecondFactorAsked,
} from './support/factors';
import { callAs, parseAnswer, parseError, PASSWORD, type Person } from './support/people';
import { startTestServer } from './support/startTestServer';
import { useServerPerTest } from './support/useServer';

const { server, createPerson } = useServerPerTest({ env: { PUBLIC_URL: ORIGIN, RATE_LIMITS: 'off' } });
const { answer, withTotp, challengeFor } = secondFactors(server);

const body = { currentPassword: PASSWORD };
const expired = [404, 'This was begun too long ago, please begin again'];
const signIn = async ({ email }: Person): Promise<string> =>
  parseAnswer(SessionAnswer, await server.login(email, PASSWORD)).token;
const startTotp = async (token: string): Promise<string> =>
  (await callAs(server.app, token, 'POST', '/api/factors/totp', body)).json<{ secret: string }>().secret;
const confirmTotp = (token: string, secret: string) =>
  callAs(server.app, token, 'POST', '/api/factors/totp/confirm', {
    code: codeAt(secret, server.clock.now()),
  });
const startPasskey = async (token: string): Promise<string> =>
  (await callAs(server.app, token, 'POST', '/api/factors/passkeys/options', body)).json<{
    challenge: string;
  }>().challenge;
const addPasskey = (token: string, challenge: string, name: string) => {
  const { attestation } = createPasskey(challenge, name);
  return callAs(server.app, token, 'POST', '/api/factors/passkeys', { attestation });
};
const stored = () => server.database.selectFrom('factor_challenges').selectAll().execute();

describe('open challenges', () => {
  it('given a session that asks for changes again and again, then only its newest challenge is open', async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    server.clock.move(11 * 60_000);
    const challenges: string[] = [];
    for (let count = 0; count < 5; count += 1)
      challenges.push(
        SecondFactorAsked.parse((await ana.call('POST', '/api/factors/totp', body)).json()).challenge,
      );
    expect((await stored()).map(({ id }) => id)).toEqual(challenges.slice(-1));
    const code = codeAt(secret, server.clock.now());
    expect((await answer(challenges[0] ?? '', { code })).json()).toMatchObject({ code: 'challenge_expired' });
    expect((await answer(challenges[4] ?? '', { code })).statusCode).toBe(200);
  });

  it('given sign-ins from one address, then the newest five challenges are open, and none of others ends', async () => {
    const ana = await createPerson();
    const { secret } = await withTotp(ana);
    const owners = await challengeFor(ana.email, { remoteAddress: '203.0.113.1' });
    for (let count = 0; count < 8; count += 1)
      await challengeFor(ana.email, { remoteAddress: '198.51.100.1' });
    expect(await stored()).toHaveLength(6);
    expect((await answer(owners, { code: codeAt(secret, server.clock.now()) })).statusCode).toBe(200);
  });

  it('given expired challenges and an unconfirmed app, when the server starts, then they are gone', async () => {
    const ana = await createPerson();
    const bo = await createPerson('Bo');
    await withTotp(ana);
    await challengeFor(ana.email);
    await startTotp(bo.token);
    const old = Date.now() - 20 * 60_000;
    await server.database.updateTable('factor_challenges').set({ expires_at: old }).execute();
    await server.database.updateTable('factors').set({ created_at: old }).execute();
    await server.close();
    const again = await startTestServer({ dataDir: server.dataDir });
    expect(await again.database.selectFrom('factor_challenges').selectAll().execute()).toEqual([]);
    const factors = await again.database.selectFrom('factors').select('user_id').execute();
    expect(factors).toEqual([{ user_id: ana.id }]);
  });
});

describe('a factor that is begun', () => {
  it('given it was begun by another session, then it cannot be confirmed', async () => {
    const ana = await createPerson();
    const thief = await signIn(ana);
    const [secret, challenge] = [await startTotp(thief), await startPasskey(thief)];
    expect(parseError(await confirmTotp(ana.token, secret))).toEqual(expired);
    expect((await addPasskey(ana.token, challenge, 'one')).json()).toMatchObject({ code: 'passkey_invalid' });
    expect((await confirmTotp(thief, secret)).statusCode).toBe(200);
  });

  it('given it was begun more than ten minutes ago, then it cannot be confirmed', async () => {
    const ana = await createPerson();
    const [secret, challenge] = [await startTotp(ana.token), await startPasskey(ana.token)];
    server.clock.move(10 * 60_000);
    expect(parseError(await confirmTotp(ana.token, secret))).toEqual(expired);
    expect((await addPasskey(ana.token, challenge, 'one')).json()).toMatchObject({ code: 'passkey_invalid' });
    expect(await factorsOf(ana)).toEqual([]);
  });

  it('given another factor is confirmed, then what was begun before is gone', async () => {
    const ana = await createPerson();
    const other = await signIn(ana);
    await startTotp(other);
    await startPasskey(other);
    const challenge = await startPasskey(ana.token);
    expect((await confirmTotp(ana.token, await startTotp(ana.token))).statusCode).toBe(200);
    expect(await stored()).toEqual([]);
    expect((await addPasskey(ana.token, challenge, 'one')).json()).toMatchObject({ code: 'passkey_invalid' });
    expect(await server.database.selectFrom('factors').selectAll().execute()).toHaveLength(1);
  });

  it('given an account that lacks one factor to the limit, when three are added at once, then one is', async () => {
    const ana = await createPerson();
    await withTotp(ana);
    const factor = await server.database.selectFrom('factors').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: FACTORS_PER_USER - 2 }, (_, index) => ({
      ...factor,
      id: `factor${index}`,
    }));
    await server.database.insertInto('factors').values(more).execute();
    const sessions: string[] = [];
    for (let count = 0; count < 3; count += 1)
      sessions.push(await signInPassed(ana, factor.totp_secret ?? ''));
    const challenges = await Promise.all(sessions.map((token) => startPasskey(token)));
    const added = await Promise.all(
      sessions.map((token, index) => addPasskey(token, challenges[index] ?? '', `key${index}`)),
    );
    expect(added.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(await factorsOf(ana)).toHaveLength(FACTORS_PER_USER);
  });
});

/** A new session that has passed the second factor. */
async function signInPassed({ email }: Person, secret: string): Promise<string> {
  server.clock.move(30_000);
  const code = codeAt(secret, server.clock.now());
  return parseAnswer(SessionAnswer, await answer(await challengeFor(email), { code })).token;
}
