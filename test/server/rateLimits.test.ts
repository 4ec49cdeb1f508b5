import { addressKey, rateLimitsOn } from '#server/http/rateLimits';
import { createFamily, parseError, PASSWORD } from './support/people';
import { startTestServer, UNLIMITED } from './support/startTestServer';
import { useServerPerTest } from './support/useServer';

const { server, createPerson } = useServerPerTest({});

const login = (email: string, password: string, remoteAddress = '203.0.113.1', headers = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress,
    headers,
  });
const register = (index: number, remoteAddress: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    remoteAddress,
    payload: { name: 'x', email: `new${index}@example.com`, password: PASSWORD },
  });
/** A position of so many seconds ago. */
const fix = (index: number) => ({
  latitude: 1,
  longitude: 2,
  timestamp: new Date(Date.now() - index * 1_000).toISOString(),
});
const statuses = async (calls: (() => Promise<{ statusCode: number }>)[]): Promise<number[]> => {
  const all: number[] = [];
  for (const call of calls) all.push((await call()).statusCode);
  return all;
};
const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('guessing a password', () => {
  it('given ten wrong ones from one address, then the right one gets 429 there, and 200 elsewhere', async () => {
    const { email } = await createPerson();
    expect(await statuses(times(10, () => () => login(email, 'wrong password')))).toEqual(
      times(10, () => 401),
    );
    const refused = await login(email, PASSWORD);
    expect(parseError(refused)).toEqual([429, 'That was too often, please wait a moment']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect((await login(email, PASSWORD, '203.0.113.2')).statusCode).toBe(200);
  });

  it('given 30 guesses at once, then no more than ten are tried', async () => {
    const { email } = await createPerson();
    const answers = await Promise.all(times(30, () => login(email, 'wrong password')));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });

  it('given 20 accounts with 5 guesses each from one address, then it gets 429', async () => {
    const guesses = times(100, (index) => () => login(`victim${index % 20}@example.com`, 'wrong password'));
    const all = await statuses(guesses);
    expect(all.filter((status) => status === 401)).toHaveLength(50);
    expect(all.at(-1)).toBe(429);
  });

  it('given a clock set back an hour, then the wait is no longer than the limit lasts', async () => {
    const { email } = await createPerson();
    await statuses(times(10, () => () => login(email, 'wrong password')));
    const real = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() - 3_600_000);
    const refused = await login(email, PASSWORD);
    clock.mockRestore();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  it('given 40 right ones, then none is refused', async () => {
    const { email } = await createPerson();
    expect(await statuses(times(40, () => () => login(email, PASSWORD)))).toEqual(times(40, () => 200));
  });

  it('given an invented X-Forwarded-For with each guess, then they still count for the real address', async () => {
    const { email } = await createPerson();
    const all = await statuses(
      times(
        11,
        (index) => () =>
          login(email, 'wrong password', '203.0.113.1', { 'x-forwarded-for': `198.51.100.${index}` }),
      ),
    );
    expect(all.at(-1)).toBe(429);
  });
});

it('given 30 accounts made from one address, then the next gets 429, and another address does not', async () => {
  const all = await statuses(times(31, (index) => () => register(index, '203.0.113.1')));
  expect(all).toEqual([...times(30, () => 201), 429]);
  expect((await register(99, '203.0.113.2')).statusCode).toBe(201);
});

it('given common passwords, then refusing them uses up no tries, neither to register nor to change one', async () => {
  const common = 'iloveyou1';
  const bad = { name: 'x', email: 'common@example.com', password: common };
  const made = times(
    40,
    () => () => server.app.inject({ method: 'POST', url: '/api/auth/register', payload: bad }),
  );
  expect(await statuses(made)).toEqual(times(40, () => 400));
  const ana = await createPerson();
  const change = (currentPassword: string, newPassword: string) => () =>
    ana.call('PUT', `/api/users/${ana.id}/password`, { currentPassword, newPassword });
  expect(await statuses(times(15, () => change(PASSWORD, common)))).toEqual(times(15, () => 400));
  expect(await statuses(times(11, () => change('wrong password', 'a new long one')))).toEqual([
    ...times(10, () => 400),
    429,
  ]);
});

it('given ten wrong invitation codes, then a right one gets 429; right ones before do not count', async () => {
  const ana = await createPerson();
  const { inviteCode } = await createFamily(ana);
  const join = (code: string) => () => ana.call('POST', '/api/families/join-by-code', { inviteCode: code });
  expect(await statuses(times(15, () => join(inviteCode)))).toEqual(times(15, () => 200));
  expect(await statuses(times(10, () => join('WRONG00000')))).toEqual(times(10, () => 404));
  expect((await join(inviteCode)()).statusCode).toBe(429);
});

it('given 20 positions at once from two tabs, then five are stored, and a second later it goes on', async () => {
  const [ana, bo] = [await createPerson(), await createPerson()];
  const [first, second] = [await ana.connect(), await ana.connect()];
  const bos = await bo.connect();
  const replies = await Promise.all(
    times(20, (index) => (index % 2 === 0 ? first : second).send('location:update', fix(index))),
  );
  expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(5);
  expect(
    replies.filter((reply) => 'error' in reply && reply.error.startsWith('That was too often')),
  ).toHaveLength(15);
  expect(await bos.send('location:update', fix(0))).toEqual({ ok: true });
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  expect(await first.send('location:update', fix(30))).toEqual({ ok: true });
  expect(await server.positionsOf(ana)).toHaveLength(6);
});

it('given a position for each second of a week that came late, then the next such one gets 429', async () => {
  const limits = rateLimitsOn();
  await limits.consume('queuedLocation', 'ana', undefined, 7 * 24 * 3_600);
  await expect(limits.consume('queuedLocation', 'ana')).rejects.toMatchObject({ statusCode: 429 });
  await limits.consume('queuedLocation', 'bo');
});

it('given 1,300 calls in a minute from one address, then some get 429, and health checks never do', async () => {
  const answers = await Promise.all(
    times(1_300, () => server.app.inject({ url: '/login', remoteAddress: '203.0.113.1' })),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(100);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await server.app.inject({ url: '/livez', remoteAddress: '203.0.113.1' })).statusCode).toBe(200);
});

it('given 120 days of history in a minute, then the next gets 429, and another person does not', async () => {
  const [ana, bo] = [await createPerson(), await createPerson()];
  const day = (someone: typeof ana) => () =>
    someone.call('GET', `/api/locations/history/${someone.id}?date=2026-01-01`);
  expect(await statuses(times(121, () => day(ana)))).toEqual([...times(120, () => 200), 429]);
  expect((await day(bo)()).statusCode).toBe(200);
});

it('given 60 deletions of history in an hour, then the next gets 429, and another person does not', async () => {
  const [ana, bo] = [await createPerson(), await createPerson()];
  const remove = (someone: typeof ana) => () =>
    someone.call('DELETE', '/api/locations/history?date=2026-01-01');
  expect(await statuses(times(61, () => remove(ana)))).toEqual([...times(60, () => 204), 429]);
  expect((await remove(bo)()).statusCode).toBe(204);
});

it('given 240 pages of messages in a minute, then the next gets 429, and another member does not', async () => {
  const [ana, bo] = [await createPerson(), await createPerson()];
  const { id } = await createFamily(ana, bo);
  const page = (someone: typeof ana) => () => someone.call('GET', `/api/messages/family/${id}`);
  expect(await statuses(times(241, () => page(ana)))).toEqual([...times(240, () => 200), 429]);
  expect((await page(bo)()).statusCode).toBe(200);
});

it.each([
  ['an inbox', '/api/alerts'],
  ['check-ins', '/api/checkins'],
])(
  'given 60 reads of %s in a minute, then the next gets 429, and another person does not',
  async (_what, path) => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const all = await statuses(times(61, () => () => ana.call('GET', path)));
    expect(all).toEqual([...times(60, () => 200), 429]);
    expect((await bo.call('GET', path)).statusCode).toBe(200);
  },
);

it('given 120 changes of places and families in a minute, then the next get 429, but leaving works', async () => {
  const [ana, bo] = [await createPerson(), await createPerson()];
  const { id } = await createFamily(ana, bo);
  const place = { familyId: id, name: 'Home', latitude: 1, longitude: 2, radius: 100 };
  const { id: placeId } = (await bo.call('POST', '/api/geofences', place)).json<{ id: string }>();
  const rename = (someone: typeof ana) => (number: number) => () =>
    someone.call('PUT', `/api/geofences/${placeId}`, { name: `Place ${number}` });
  // Ana created the family, which counts.
  expect(await statuses(times(120, rename(ana)))).toEqual([...times(119, () => 200), 429]);
  const others = [
    () => ana.call('POST', '/api/geofences', place),
    () => ana.call('DELETE', `/api/geofences/${placeId}`),
    () => ana.call('PUT', `/api/families/${id}`, { name: 'Other' }),
    () => ana.call('POST', `/api/families/${id}/invite-code`),
    () => ana.call('PUT', `/api/families/${id}/members/${bo.id}`, { isAdmin: true }),
    () => ana.call('POST', '/api/families', { name: 'Third' }),
  ];
  expect(await statuses(others)).toEqual(others.map(() => 429));
  expect((await rename(bo)(0)()).statusCode).toBe(200);
  expect((await ana.call('POST', `/api/families/${id}/leave`)).statusCode).toBe(204);
});

it('given RATE_LIMITS=off, then nothing is limited and the log warns', async () => {
  const open = await startTestServer(UNLIMITED);
  await Promise.all(times(40, () => open.createPerson()));
  expect(open.log.some((line) => line.includes('RATE_LIMITS=off'))).toBe(true);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('given the address %s, then it counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});
