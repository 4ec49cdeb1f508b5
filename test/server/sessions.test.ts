import * as z from 'zod/mini';
import { SessionInfo } from '#contract/signedInDevices';
import { SessionAnswer } from '#contract/session';
import { LAST_USED_PRECISION_MS } from '#server/signedIn';
import { jwtTokens } from '#server/features/session/tokens';
import {
  callAs,
  createPerson,
  parseAnswer,
  parseError,
  PASSWORD,
  type Person,
  sessionOf,
} from './support/people';
import { connectError, flushSockets, openSocket, waitUntil } from './support/socket';
import { startTestServer, TEST_SECRET, UNLIMITED } from './support/startTestServer';
import { useServer } from './support/useServer';

const { server } = useServer();

const PHONE = 'Mozilla/5.0 (Android 15) Firefox/140.0';

interface Client {
  cookie?: string;
  userAgent?: string;
  address?: string;
}

/** Signs in again, as another device unless it has a cookie. */
async function signIn(
  { email }: Person,
  { cookie, userAgent = PHONE, address = '203.0.113.7' }: Client = {},
) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: PASSWORD },
    remoteAddress: address,
    headers: { 'user-agent': userAgent, ...(cookie === undefined ? {} : { cookie }) },
  });
  const { token } = parseAnswer(SessionAnswer, answer);
  return { token, id: sessionOf(token), cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
}

const listAs = async (token: string): Promise<SessionInfo[]> =>
  parseAnswer(z.array(SessionInfo), await callAs(server.app, token, 'GET', '/api/sessions'));
const statusOf = async (token: string): Promise<number> =>
  (await callAs(server.app, token, 'GET', '/api/users/me')).statusCode;
const endAs = (token: string, id: string, currentPassword = PASSWORD) =>
  callAs(server.app, token, 'DELETE', `/api/sessions/${id}`, { currentPassword });
const signOut = (token: string) => callAs(server.app, token, 'POST', '/api/auth/sign-out');

describe('signing out', () => {
  it('given two devices, when one signs out, then its token and sockets end at once and the other stays', async () => {
    const ana = await createPerson(server.app);
    const other = await signIn(ana);
    const [mine, theirs] = [
      await openSocket(server.origin, ana.token),
      await openSocket(server.origin, other.token),
    ];
    const closed = new Promise((resolve) => mine.raw.once('disconnect', resolve));
    expect((await signOut(ana.token)).statusCode).toBe(204);
    await closed;
    expect([await statusOf(ana.token), await statusOf(other.token)]).toEqual([401, 200]);
    expect(await connectError(server.origin, ana.token)).toBe('unauthorized');
    expect(theirs.raw.connected).toBe(true);
    expect((await signOut(ana.token)).statusCode).toBe(401);
  });

  it('given a token at two servers on one database, when one signs out, then it is invalid at both', async () => {
    const ana = await createPerson(server.app);
    const second = await startTestServer({ dataDir: server.dataDir, env: { RATE_LIMITS: 'off' } });
    const me = () => callAs(second.app, ana.token, 'GET', '/api/users/me');
    expect((await me()).statusCode).toBe(200);
    await signOut(ana.token);
    expect((await me()).statusCode).toBe(401);
    await second.close();
  });
});

describe('the list of devices', () => {
  it('given two sign-ins, when they are listed, then each has its client and one is the current', async () => {
    const ana = await createPerson(server.app);
    const phone = await signIn(ana);
    const sessions = await listAs(phone.token);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ current }) => current)).toMatchObject({
      id: phone.id,
      address: '203.0.113.7',
      userAgent: PHONE,
    });
    expect(sessions.find(({ current }) => !current)).toMatchObject({
      id: ana.sessionId,
      address: '127.0.0.1',
    });
  });

  it('given a browser that signs in again, then its earlier session ends and the list has it once', async () => {
    const ana = await createPerson(server.app);
    const first = await signIn(ana);
    const again = await signIn(ana, { cookie: first.cookie });
    expect((await listAs(again.token)).map(({ id }) => id).toSorted()).toEqual(
      [ana.sessionId, again.id].toSorted(),
    );
    expect(await statusOf(first.token)).toBe(401);
  });

  it('given calls within minutes, then the last use is written once, and again later with the address', async () => {
    const clocked = await startTestServer(UNLIMITED);
    const ana = await createPerson(clocked.app);
    const stored = () => clocked.database.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const { created_at } = await stored();
    const call = () =>
      clocked.app.inject({
        url: '/api/users/me',
        remoteAddress: '198.51.100.4',
        headers: { authorization: `Bearer ${ana.token}`, 'user-agent': PHONE },
      });
    await call();
    expect(await stored()).toMatchObject({ last_used_at: created_at, address: '127.0.0.1' });
    clocked.clock.move(LAST_USED_PRECISION_MS + 60_000);
    await call();
    const used = await stored();
    expect(used).toMatchObject({ address: '198.51.100.4', user_agent: PHONE });
    expect(used.last_used_at).toBeGreaterThan(created_at + LAST_USED_PRECISION_MS);
  });

  it('given a session that uses only its socket, then its last use is written with its events and its end', async () => {
    const clocked = await startTestServer(UNLIMITED);
    const ana = await clocked.createPerson();
    const lastUsed = async () =>
      (await clocked.database.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()).last_used_at;
    const socket = await ana.connect();
    const hour = 3_600_000;
    const send = () => socket.send('typing:start', { familyId: 'none' });
    clocked.clock.move(hour);
    await send();
    await waitUntil(async () => (await lastUsed()) > Date.now() + hour - 60_000);
    const first = await lastUsed();
    clocked.clock.move(LAST_USED_PRECISION_MS - 10_000);
    await send();
    expect(await lastUsed()).toBe(first);
    clocked.clock.move(hour);
    socket.raw.close();
    await waitUntil(async () => (await lastUsed()) >= first + hour);
  });

  it('given more sign-ins than a person may have, then the ones used longest ago end', async () => {
    const ana = await createPerson(server.app);
    const tokens: string[] = [];
    for (let count = 0; count < 100; count += 1) tokens.push((await signIn(ana)).token);
    expect(await statusOf(ana.token)).toBe(401);
    expect(await listAs(tokens.at(-1) ?? '')).toHaveLength(100);
  });

  it('given sessions whose tokens have expired, when the server starts, then they are gone', async () => {
    const aged = await startTestServer();
    await createPerson(aged.app);
    const month = 33 * 86_400_000;
    await aged.database
      .updateTable('sessions')
      .set({ created_at: Date.now() - month })
      .execute();
    await aged.close();
    const again = await startTestServer({ dataDir: aged.dataDir });
    await again.app.ready();
    expect(await again.database.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});

describe('ending another session', () => {
  it('given the password, when one device ends another, then its token and sockets end at once', async () => {
    const ana = await createPerson(server.app);
    const lost = await signIn(ana);
    const tab = await openSocket(server.origin, lost.token);
    const closed = new Promise((resolve) => tab.raw.once('disconnect', resolve));
    expect((await endAs(ana.token, lost.id)).statusCode).toBe(204);
    await closed;
    expect(await statusOf(lost.token)).toBe(401);
    expect((await listAs(ana.token)).map(({ id }) => id)).toEqual([ana.sessionId]);
  });

  it('given a bare token, when it ends sessions, then 400 asks for the password and nothing has ended', async () => {
    const ana = await createPerson(server.app);
    const other = await signIn(ana);
    const without = await callAs(server.app, ana.token, 'DELETE', `/api/sessions/${other.id}`);
    const everywhere = await callAs(server.app, ana.token, 'POST', '/api/auth/sign-out-everywhere');
    expect([parseError(without), parseError(everywhere)]).toEqual([
      [400, 'The current password is required'],
      [400, 'The current password is required'],
    ]);
    expect(parseError(await endAs(ana.token, other.id, 'wrong password'))).toEqual([
      400,
      'The current password is not right',
    ]);
    expect(await statusOf(other.token)).toBe(200);
  });

  it("given another person's session or none, when it is ended, then 404 with the same words", async () => {
    const [ana, bo] = [await createPerson(server.app), await createPerson(server.app)];
    const answers = [await endAs(ana.token, bo.sessionId), await endAs(ana.token, 'none')];
    expect(answers.map(parseError)).toEqual([
      [404, 'This device is not signed in'],
      [404, 'This device is not signed in'],
    ]);
    expect(await statusOf(bo.token)).toBe(200);
  });

  it('given ten wrong passwords, when a session is ended, then even the right one has to wait', async () => {
    const limited = await startTestServer();
    const ana = await createPerson(limited.app);
    const end = (currentPassword: string) =>
      ana.call('DELETE', `/api/sessions/${ana.sessionId}`, { currentPassword });
    for (let guess = 0; guess < 10; guess += 1) await end('wrong password');
    expect(parseError(await end(PASSWORD))[0]).toBe(429);
    // A thief of one session cannot keep the owner from ending it.
    const own = parseAnswer(
      SessionAnswer,
      await callAs(limited.app, undefined, 'POST', '/api/auth/login', {
        email: ana.email,
        password: PASSWORD,
      }),
    );
    const url = `/api/sessions/${ana.sessionId}`;
    const body = { currentPassword: PASSWORD };
    expect((await callAs(limited.app, own.token, 'DELETE', url, body)).statusCode).toBe(204);
  });

  it('given a password change, then no session of the account is left', async () => {
    const ana = await createPerson(server.app);
    await signIn(ana);
    const body = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await ana.call('PUT', `/api/users/${ana.id}/password`, body)).statusCode).toBe(204);
    const left = await server.database
      .selectFrom('sessions')
      .where('user_id', '=', ana.id)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
  });
});

describe('a new sign-in', () => {
  it('given another device, when a user signs in, then only their other devices get an event', async () => {
    const [ana, bo] = [await createPerson(server.app), await createPerson(server.app)];
    const [mine, bos] = [
      await openSocket(server.origin, ana.token),
      await openSocket(server.origin, bo.token),
    ];
    const { id, token } = await signIn(ana);
    expect(await mine.waitForEvent('session:created')).toEqual({
      id,
      createdAt: (await listAs(token)).find(({ current }) => current)?.createdAt,
      address: '203.0.113.7',
      userAgent: PHONE,
    });
    await flushSockets(bos);
    expect(bos.received).toEqual([]);
  });
});

describe('a token from before sessions were stored', () => {
  const oldToken = ({ id }: Person, before = 60_000): Promise<string> =>
    jwtTokens(TEST_SECRET, { now: () => Date.now() - before }).sign(id, 0);

  it('given its first use, when it is listed, then it is one session with the time of its sign-in', async () => {
    const ana = await createPerson(server.app);
    const token = await oldToken(ana);
    const statuses = await Promise.all(Array.from({ length: 5 }, () => statusOf(token)));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const sessions = await listAs(token);
    expect(sessions).toHaveLength(2);
    const current = sessions.find((session) => session.current);
    expect(Date.now() - Date.parse(current?.createdAt ?? '')).toBeGreaterThan(59_000);
  });

  it('given it signs out, then it stays invalid, and the row shows nothing of its client', async () => {
    const ana = await createPerson(server.app);
    const token = await oldToken(ana);
    const id = (await listAs(token)).find(({ current }) => current)?.id ?? '';
    expect((await signOut(token)).statusCode).toBe(204);
    expect([await statusOf(token), await statusOf(token)]).toEqual([401, 401]);
    const row = await server.database
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toMatchObject({ address: '', user_agent: '', browser_id: null });
    expect((await listAs(ana.token)).map((session) => session.id)).toEqual([ana.sessionId]);
  });
});
