import { createFamily, joinFamily, leaveFamily, PASSWORD, type Person } from './support/people';
import { PICTURE } from './support/pictures';
import { closeSockets, flushSockets, waitUntil } from './support/socket';
import { closeTestServers, startTestServer, UNLIMITED } from './support/startTestServer';

afterEach(async () => {
  closeSockets();
  await closeTestServers();
});

const HOME = { latitude: 46.123456, longitude: 14.654321 };
const DAY_MS = 86_400_000;

async function startWithFamily(env = {}) {
  const server = await startTestServer({ env: { RATE_LIMITS: 'off', ...env } });
  const [ana, bo] = [await server.createPerson('Ana Kos'), await server.createPerson('Bo Kos')];
  const { id: familyId } = await createFamily(ana, bo);
  return { server, ana, bo, familyId };
}

describe('what is written down', () => {
  it('given every call, right and wrong, then the log at level trace holds no personal data', async () => {
    const { server, ana, bo, familyId } = await startWithFamily({ LOG_LEVEL: 'trace' });
    const tab = await ana.connect();
    const code =
      (await ana.call('GET', '/api/families')).json<{ inviteCode: string }[]>()[0]?.inviteCode ?? '';
    await tab.send('location:update', HOME);
    await tab.send('location:update', { ...HOME, note: 'Badfield' });
    await tab.send('sos:trigger', { ...HOME, message: 'Flat tyre' });
    await tab.send('message:send', { familyId, content: 'Hello soup' });
    await tab.send('Odd-event', { ...HOME });
    await ana.call('POST', '/api/geofences', { ...HOME, name: 'Grandma', radius: 100, familyId });
    await ana.call('POST', '/api/geofences', { ...HOME, name: 'Grandma', radius: 'Badfield', familyId });
    await ana.call('PUT', `/api/users/${ana.id}`, { phone: '+386 40 123', profileImage: PICTURE });
    await ana.call('POST', `/api/families/${familyId}/members`, { email: 'unknown.person@example.com' });
    await ana.call('GET', `/api/locations/history/${bo.id}?date=2025-01-02&tz=Europe/Ljubljana`);
    await ana.call('GET', `/api/users/${ana.id}/export`);
    await ana.call('POST', '/api/families/join-by-code', { inviteCode: code });
    await server.login(ana.email, 'Wrong one');
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    await bo.call('PUT', `/api/users/${bo.id}/password`, passwords);
    await server.app.inject({
      url: `/api/users/me?token=${ana.token}&email=${ana.email}`,
      headers: { 'user-agent': 'Fox\r\n1' },
    });
    await ana.call('DELETE', `/api/users/${ana.id}`, { password: PASSWORD });
    const log = server.log.join('');
    expect(log).toContain('"route":"/api/users/:id/export"');
    const secrets = [ana, bo].flatMap(({ id, email, token }) => [id, email, token]);
    const words = [
      '46.12',
      '14.65',
      'Badfield',
      'Flat tyre',
      'Hello soup',
      'Odd-event',
      'Grandma',
      '386 40',
      'iVBOR',
    ];
    const typed = [
      'unknown.person',
      '2025-01-02',
      'Ljubljana',
      'Wrong one',
      PASSWORD,
      'another horse',
      'Kos',
      'Fox',
    ];
    const found = [...secrets, ...words, ...typed, code, familyId].filter((secret) => log.includes(secret));
    expect(found).toEqual([]);
    // Every entry is one line.
    expect(server.log.every((line) => /^\{[^\n]*\}\n$/u.test(line))).toBe(true);
  });
});

const isAbout = (payload: unknown, { id }: Person): boolean => (payload as { userId?: string }).userId === id;

describe('the end of sharing', () => {
  it('given a thousand positions on their way, when their sender is removed, then neither side gets more', async () => {
    const { server, ana, bo, familyId } = await startWithFamily();
    const [anas, bos] = [await ana.connect(), await bo.connect()];
    const start = Date.now() - 2_000_000;
    const under = Array.from({ length: 1_000 }, (_, index) =>
      bos.raw.emitWithAck('location:update', {
        ...HOME,
        timestamp: new Date(start + index * 1_000).toISOString(),
      }),
    );
    const removal = await ana.call('DELETE', `/api/families/${familyId}/members/${bo.id}`);
    expect(removal.statusCode).toBe(204);
    // The news of the removal may come to its socket later than the answer.
    await bos.waitForEvent('family:changed');
    await flushSockets(anas);
    anas.received.length = 0;
    bos.received.length = 0;
    await anas.send('location:update', HOME);
    await anas.send('sos:trigger', HOME);
    await Promise.all(under);
    await flushSockets(anas, bos);
    expect(anas.received.filter(([event]) => event === 'location:updated')).toEqual([]);
    // A person's own devices get the person's own presence.
    expect(bos.received.filter(([, payload]) => !isAbout(payload, bo))).toEqual([]);
    const seen = (await ana.call('GET', '/api/locations/family')).json<{ userId: string }[]>();
    expect(seen.map(({ userId }) => userId)).toEqual([ana.id]);
    expect((await bo.call('GET', `/api/locations/history/${ana.id}?date=2025-01-01`)).statusCode).toBe(404);
    expect(await server.positionsOf(bo)).toHaveLength(1_000);
  });

  it.each([
    [
      'signs out everywhere',
      (who: Person) => who.call('POST', '/api/auth/sign-out-everywhere', { currentPassword: PASSWORD }),
    ],
    [
      'changes the password',
      (who: Person) =>
        who.call('PUT', `/api/users/${who.id}/password`, {
          currentPassword: PASSWORD,
          newPassword: 'another horse battery',
        }),
    ],
    [
      'deletes the account',
      (who: Person) => who.call('DELETE', `/api/users/${who.id}`, { password: PASSWORD }),
    ],
  ])(
    'given sending tabs, when their person %s, then they close, and the token is invalid',
    async (_what, end) => {
      const { server, bo } = await startWithFamily();
      const tabs = [await bo.connect(), await bo.connect()];
      const closed = tabs.map(({ raw }) => new Promise((resolve) => raw.once('disconnect', resolve)));
      let count = 0;
      const sending = setInterval(() => {
        count += 1;
        const timestamp = new Date(Date.now() - 1_000_000 + count).toISOString();
        for (const { raw } of tabs) raw.emit('location:update', { ...HOME, timestamp });
      }, 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await end(bo)).statusCode).toBe(204);
      await Promise.all(closed);
      clearInterval(sending);
      // Until nothing is being stored any more.
      await waitUntil(async () => {
        const stored = await server.positionsOf(bo);
        await new Promise((resolve) => setTimeout(resolve, 200));
        return (await server.positionsOf(bo)).length === stored.length;
      });
      expect((await bo.call('GET', '/api/users/me')).statusCode).toBe(401);
      await expect(bo.connect()).rejects.toThrow('unauthorized');
    },
  );

  it('given members who all leave and remove each other at once, then the family has an admin or no member', async () => {
    const server = await startTestServer(UNLIMITED);
    const people = await Promise.all(Array.from({ length: 12 }, () => server.createPerson()));
    const [founder, ...others] = people;
    if (!founder) throw new Error('There is no founder');
    const { id, inviteCode } = await createFamily(founder);
    for (const other of others) await joinFamily(other, inviteCode);
    for (const other of others.slice(0, 3))
      await founder.call('PUT', `/api/families/${id}/members/${other.id}`, { isAdmin: true });
    await Promise.all(
      people
        .slice(0, 10)
        .flatMap((one, index) => [
          leaveFamily(one, id),
          one.call('DELETE', `/api/families/${id}/members/${people[(index + 1) % 12]?.id ?? ''}`),
        ]),
    );
    const left = await server.database
      .selectFrom('family_members')
      .selectAll()
      .where('family_id', '=', id)
      .execute();
    expect(left.length === 0 || left.some(({ is_admin }) => is_admin === 1)).toBe(true);
  });
});

describe('consent', () => {
  it('given positions from before the family, then neither sees the other’s until they send a new one', async () => {
    const server = await startTestServer(UNLIMITED);
    const [ana, bo] = [await server.createPerson(), await server.createPerson()];
    const tabs = [await ana.connect(), await bo.connect()];
    const before = { ...HOME, timestamp: new Date(Date.now() - 60_000).toISOString() };
    for (const tab of tabs) await tab.send('location:update', before);
    await createFamily(ana, bo);
    for (const viewer of [ana, bo]) {
      const around = (await viewer.call('GET', '/api/locations/family')).json<{ userId: string }[]>();
      expect(around.map(({ userId }) => userId)).toEqual([viewer.id]);
    }
    for (const tab of tabs) await tab.send('location:update', { latitude: 1, longitude: 2 });
    for (const viewer of [ana, bo])
      expect((await viewer.call('GET', '/api/locations/family')).json<{ userId: string }[]>()).toHaveLength(
        2,
      );
  });
});

it('given one position past its retention time, then a daily job deletes it as the newest one, too', async () => {
  const timers = jest.spyOn(globalThis, 'setInterval');
  const { server, ana, bo } = await startWithFamily({ LOCATION_RETENTION_DAYS: '7' });
  const daily = timers.mock.calls.filter(([, every]) => every === DAY_MS).map(([work]) => work);
  timers.mockRestore();
  await (await ana.connect()).send('location:update', HOME);
  const seen = async () => (await bo.call('GET', '/api/locations/family')).json<unknown[]>();
  expect(await seen()).toHaveLength(1);
  server.clock.move(9 * DAY_MS);
  for (const work of daily) work();
  await waitUntil(async () => (await seen()).length === 0);
  expect(await server.database.selectFrom('latest_locations').selectAll().execute()).toEqual([]);
});

it('given a long-running server, when the retention time is over, then a daily job deletes older rows', async () => {
  const timers = jest.spyOn(globalThis, 'setInterval');
  const { server, ana } = await startWithFamily({ LOCATION_RETENTION_DAYS: '7' });
  const daily = timers.mock.calls.filter(([, every]) => every === DAY_MS).map(([work]) => work);
  timers.mockRestore();
  expect(daily.length).toBeGreaterThan(0);
  const tab = await ana.connect();
  await tab.send('location:update', HOME);
  server.clock.move(6 * DAY_MS);
  await tab.send('location:update', { latitude: 1, longitude: 2 });
  server.clock.move(2 * DAY_MS);
  for (const work of daily) work();
  await waitUntil(async () => (await server.positionsOf(ana)).length === 1);
  await server.close();
  const again = await startTestServer({ dataDir: server.dataDir });
  // Opened by the clock of the machine, which keeps both; so what is gone was forgotten by the daily work.
  expect((await again.positionsOf(ana)).map(({ latitude }) => latitude)).toEqual([1]);
});
