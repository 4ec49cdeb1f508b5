import { gunzipSync } from 'node:zlib';
import { SessionAnswer, User } from '#contract/session';
import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMON_PASSWORDS } from '#server/features/session/commonPasswords';
import { isCommonPassword } from '#shared/commonPasswords';
import { ARGON2_COST, argon2Hasher, boundedHasher } from '#server/features/session/passwords';
import { DomainError } from '#server/domainError';
import { callAs, parseAnswer, parseError, PASSWORD } from './support/people';
import { startTestServer } from './support/startTestServer';
import { useServer } from './support/useServer';

const { server, createPerson } = useServer();

const post = (url: string, body: object) => callAs(server.app, undefined, 'POST', url, body);
const register = (body: object) => post('/api/auth/register', body);
const login = (email: string, password: string) => post('/api/auth/login', { email, password });

describe('registering', () => {
  it('given name, email, phone and password, when a person registers, then they get a working token', async () => {
    const answer = await register({
      name: ' Bo ',
      email: ' Bo@Example.COM ',
      phone: '+386 1',
      password: PASSWORD,
    });
    const { token, user } = parseAnswer(SessionAnswer, answer, 201);
    expect(user).toEqual({
      id: user.id,
      name: 'Bo',
      email: 'bo@example.com',
      phone: '+386 1',
      sharesPhone: false,
      profileImage: null,
    });
    expect(parseAnswer(User, await callAs(server.app, token, 'GET', '/api/users/me'))).toEqual(user);
  });

  it('given a taken email in capitals, when a person registers, then 409 says only that', async () => {
    const { email } = await createPerson();
    const answer = await register({ name: 'Eve', email: email.toUpperCase(), password: PASSWORD });
    expect(parseError(answer)).toEqual([409, 'An account with this email already exists']);
  });

  it('given ten people who register the same email at once, then one gets it', async () => {
    const body = { name: 'Ten', email: 'ten@example.com', password: PASSWORD };
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await register(body)).statusCode),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
  });

  it('given a stored password, then it is argon2id with the parameters of the contract', async () => {
    const stored = await argon2Hasher().hash(PASSWORD);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
    expect(ARGON2_COST).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect(await argon2Hasher().verify(stored, PASSWORD)).toBe(true);
    expect(await argon2Hasher().verify(stored, `${PASSWORD} `)).toBe(false);
  });

  it('given an outdated hash, when its owner signs in, then it is replaced by a stronger one', async () => {
    const { email, id } = await createPerson();
    const weaker = await argon2Hasher({ memoryCost: 8, timeCost: 1, parallelism: 1 }).hash(PASSWORD);
    const stronger = await startTestServer({
      dataDir: server.dataDir,
      env: { RATE_LIMITS: 'off' },
      deps: { passwords: argon2Hasher({ memoryCost: 16, timeCost: 2, parallelism: 1 }) },
    });
    const users = server.database.updateTable('users').where('id', '=', id);
    await users.set({ password_hash: weaker }).execute();
    const stored = async (): Promise<string> =>
      (
        await server.database
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).password_hash;
    const signIn = (password: string) => stronger.login(email, password);
    expect((await signIn('not this one')).statusCode).toBe(401);
    expect(await stored()).toBe(weaker);
    expect((await signIn(PASSWORD)).statusCode).toBe(200);
    const renewed = await stored();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=16,t=2,p=1\$/u);
    expect((await signIn(PASSWORD)).statusCode).toBe(200);
    expect(await stored()).toBe(renewed);
    await stronger.close();
  });

  it('given two passwords of 128 characters that differ in the last one, then they are different passwords', async () => {
    const email = 'long@example.com';
    const password = `${'🔑 é'.repeat(31)}abcd`.slice(0, 127);
    expect((await register({ name: 'Long', email, password: `${password}1` })).statusCode).toBe(201);
    expect((await login(email, `${password}2`)).statusCode).toBe(401);
    expect((await login(email, `${password}1`)).statusCode).toBe(200);
  });
});

describe('a common password', () => {
  const sentence = 'This password is one of the most common ones, please choose another';
  const common = dictionary['passwords-common'].filter((one) => one.length >= 8);

  it('given a list of leaked passwords, then each one that is long enough is refused', () => {
    expect(common.length).toBeGreaterThan(3_000);
    expect(common.filter((one) => !isCommonPassword(one, COMMON_PASSWORDS))).toEqual([]);
  });

  it.each([
    'password',
    'Password1',
    '12345678',
    'QWERTYUIOP',
    ' iloveyou ',
    'trustno1',
    'kinmap2026',
    'KinmapKinmap!',
  ])(
    'given %p, when a person registers with it, then 400 says so and no account exists',
    async (password) => {
      const email = `common${password.length}@example.com`;
      const answer = await register({ name: 'Bo', email, password });
      expect(parseError(answer)).toEqual([400, sentence]);
      expect((await login(email, password)).statusCode).toBe(401);
    },
  );

  it('given a page that asks for them, then each refused one is in the list, packed where that is taken', async () => {
    const [plain, packed] = await Promise.all(
      ['identity', 'br, gzip'].map((encoding) =>
        server.app.inject({ url: '/common-passwords.txt', headers: { 'accept-encoding': encoding } }),
      ),
    );
    expect(plain?.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=86400',
    });
    expect(new Set(plain?.body.split('\n'))).toEqual(new Set(common));
    expect(packed?.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed?.rawPayload ?? '').toString()).toBe(plain?.body);
  });

  it('given one that only holds a common one, then it is taken', () => {
    expect(
      ['password of the house', 'my 12345678 sheep', 'kinmap for the zoo'].filter((one) =>
        isCommonPassword(one, COMMON_PASSWORDS),
      ),
    ).toEqual([]);
  });
});

describe('signing in', () => {
  it('given the right password, when a person signs in with stray capitals, then they get a token', async () => {
    const { email, id } = await createPerson();
    const { user } = parseAnswer(SessionAnswer, await login(` ${email.toUpperCase()}`, PASSWORD));
    expect(user.id).toBe(id);
  });

  it('given a wrong password or an unknown email, when tried, then both answers are the same bytes', async () => {
    const { email } = await createPerson();
    const wrong = await login(email, 'not this one');
    const unknown = await login('nobody@example.com', 'not this one');
    expect(parseError(wrong)).toEqual([401, 'Invalid email or password']);
    expect(unknown.body).toBe(wrong.body);
    expect(Object.keys(unknown.headers).toSorted()).toEqual(Object.keys(wrong.headers).toSorted());
  });
});

describe('the queue of hashes', () => {
  it('given a full queue of hashes, when one more comes, then it gets 503 and the others finish', async () => {
    const release: (() => void)[] = [];
    const stuck = () => new Promise<string>((resolve) => release.push(() => resolve('hash')));
    const hasher = boundedHasher(
      { hash: stuck, verify: async () => true, isOutdated: () => false },
      { atWork: 2, waiting: 3 },
    );
    const accepted = Array.from({ length: 5 }, () => hasher.hash('x'));
    const refused = await hasher.hash('x').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({ statusCode: 503, retryAfter: 2 });
    expect(release).toHaveLength(2);
    for (let done = 0; done < 5; done += 1) {
      release[done]?.();
      await new Promise(setImmediate);
    }
    expect(await Promise.all(accepted)).toHaveLength(5);
  });
});
