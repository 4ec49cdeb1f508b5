import { unreceivedNotices } from './support/notices';
import { SosAck } from '#contract/sos';
import { startOwnRedis, type OwnRedis } from '../support/stores';
import {
  callAs,
  createFamily,
  joinEarlier,
  joinFamily,
  parseError,
  PASSWORD,
  type Person,
} from './support/people';
import { connectApp, sendJson } from './support/phoneApps';
import {
  closeSockets,
  connectError,
  flushSockets,
  openSocket,
  type TestSocket,
  waitUntil,
} from './support/socket';
import { closeTestServers, startTestServer, TEST_SECRET, type TestServer } from './support/startTestServer';
import { createGeofence, createWalker, receivedCrossings } from './support/walks';

/** Two processes, as far as they can know of each other: one database, one Redis, nothing else in common. */

const HERE = { latitude: 46.05, longitude: 14.5, accuracy: 8 };
const OK = { ok: true };

let redis: OwnRedis;
let one: TestServer;
let two: TestServer;
let [atOne, atTwo]: string[] = [];
let [ana, bo]: Person[] = [];
let familyId: string;
let inviteCode: string;

beforeAll(async () => {
  redis = await startOwnRedis();
});
beforeEach(async () => {
  const env = { REDIS_URL: redis.url, JWT_SECRET: TEST_SECRET, PHONES_OVER_HTTP: 'on' };
  one = await startTestServer({ env });
  two = await startTestServer({ env, dataDir: one.dataDir });
  [atOne, atTwo] = [one.origin, two.origin];
  [ana, bo] = [await one.createPerson('Ana'), await one.createPerson('Bo')];
  ({ id: familyId, inviteCode } = await createFamily(ana, bo));
});
afterEach(async () => {
  closeSockets();
  await closeTestServers();
});
afterAll(() => redis.stop());

const at = (origin: string | undefined, person: Person | undefined): Promise<TestSocket> =>
  openSocket(origin ?? '', person?.token);
const someone = (person: Person | undefined): Person => {
  if (!person) throw new Error('No such person');
  return person;
};
/** A message to the other process and back. */
const across = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 220));

it('given members at two processes, when one moves, writes and types, then the others receive each once', async () => {
  const [mine, myOther, theirs] = [await at(atOne, ana), await at(atTwo, ana), await at(atTwo, bo)];
  expect(await mine.send('location:update', HERE)).toEqual(OK);
  expect(await mine.send('message:send', { familyId, content: 'hello' })).toMatchObject(OK);
  await theirs.waitForEvent('message:received');
  await myOther.waitForEvent('message:received');
  await across();
  for (const tab of [myOther, theirs]) {
    const events = tab.received.map(([event]) => event);
    expect(events.filter((event) => event === 'location:updated')).toHaveLength(1);
    expect(events.filter((event) => event === 'message:received')).toHaveLength(1);
  }
});

it('given a new member at the other process, when they join by a call there, then both hear each other', async () => {
  const cy = await two.createPerson('Cy');
  const [mine, theirs] = [await at(atOne, ana), await at(atOne, cy)];
  await joinFamily(cy, inviteCode);
  await theirs.waitForEvent('family:changed');
  await mine.waitForEvent('family:changed');
  await mine.send('location:update', HERE);
  expect(await theirs.waitForEvent('location:updated')).toMatchObject({ userId: someone(ana).id });
});

it('given a member with tabs at both, when they are removed, then neither tab gets anything any more', async () => {
  const [mine, theirs, theirOther] = [await at(atOne, ana), await at(atOne, bo), await at(atTwo, bo)];
  const removed = await someone(ana).call('DELETE', `/api/families/${familyId}/members/${someone(bo).id}`);
  expect(removed.statusCode).toBe(204);
  await theirOther.waitForEvent('family:changed');
  for (const tab of [theirs, theirOther]) tab.received.length = 0;
  expect(await mine.send('location:update', HERE)).toEqual(OK);
  await across();
  await flushSockets(theirs, theirOther);
  expect([theirs.received, theirOther.received]).toEqual([[], []]);
  const page = await callAs(two.app, someone(bo).token, 'GET', `/api/messages/family/${familyId}`);
  expect(page.statusCode).toBe(404);
});

it('given tabs at both, when the person signs out everywhere at one, then the tab at the other is closed', async () => {
  const theirs = await at(atTwo, bo);
  const closed = theirs.closed;
  const answer = await someone(bo).call('POST', '/api/auth/sign-out-everywhere', {
    currentPassword: PASSWORD,
  });
  expect(answer.statusCode).toBeLessThan(300);
  await closed;
  expect(await connectError(atTwo ?? '', someone(bo).token)).toBe('unauthorized');
});

it('given a session with a tab at both, when it signs out at one, then the other tab is closed', async () => {
  const theirs = await at(atTwo, bo);
  const closed = new Promise((resolve) => theirs.raw.once('disconnect', resolve));
  expect((await someone(bo).call('POST', '/api/auth/sign-out')).statusCode).toBe(204);
  await closed;
  expect(await connectError(atTwo ?? '', someone(bo).token)).toBe('unauthorized');
});

it('given a tab at one process, when the person signs in at the other, then the tab gets an event', async () => {
  const mine = await at(atOne, ana);
  const { email } = someone(ana);
  await callAs(two.app, undefined, 'POST', '/api/auth/login', { email, password: PASSWORD });
  expect(await mine.waitForEvent('session:created')).toMatchObject({ address: '127.0.0.1' });
});

it('given a member at the other process, when an SOS is sent, then they get it once and it is not kept', async () => {
  const [mine, theirs] = [await at(atOne, ana), await at(atTwo, bo)];
  expect(await mine.send('sos:trigger', { latitude: 46.05, longitude: 14.5 })).toMatchObject(OK);
  await theirs.waitForEvent('sos:alert');
  await waitUntil(async () => (await unreceivedNotices(one.database)).length === 0);
  expect(theirs.received.filter(([event]) => event === 'sos:alert')).toHaveLength(1);
});

it('given an open call, then it is repeated once in all, and answered and ended at any process', async () => {
  const device = (origin: string | undefined, person: Person | undefined) =>
    openSocket(origin ?? '', someone(person).token, { auth: { token: someone(person).token, device: 'd' } });
  const [mine, theirs] = [await device(atOne, ana), await device(atTwo, bo)];
  const { id } = SosAck.parse(await mine.send('sos:trigger', HERE));
  await theirs.waitForEvent('sos:alert');
  expect(await mine.send('sos:move', { id, latitude: 46.1, longitude: 14.5 })).toEqual(OK);
  expect(await theirs.waitForEvent('sos:moved')).toMatchObject({ id, latitude: 46.1 });
  for (const server of [one, two]) server.clock.move(60_000);
  const alerts = () => theirs.received.filter(([event]) => event === 'sos:alert');
  await waitUntil(() => alerts().length === 2);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(alerts().map(([, alert]) => alert)).toMatchObject([{ repeat: 0 }, { repeat: 1 }]);
  await callAs(two.app, someone(bo).token, 'POST', `/api/sos/${id}/answers`, { answer: 'coming' });
  const changed = (tab: TestSocket) => tab.received.filter(([event]) => event === 'sos:changed');
  await waitUntil(() => JSON.stringify(changed(mine)).includes('"coming"'));
  await callAs(two.app, someone(ana).token, 'POST', `/api/sos/${id}/close`, { ending: 'safe' });
  await waitUntil(() => [mine, theirs].every((tab) => JSON.stringify(changed(tab)).includes('"safe"')));
});

it('given the fixes of one person through both processes in turn, then there is one entry and one exit', async () => {
  await joinEarlier(one.database, familyId);
  await createGeofence(someone(ana), familyId);
  const [tab, other, watcher] = [await at(atOne, bo), await at(atTwo, bo), await at(atOne, ana)];
  let start = Date.now() - 600_000;
  for (const metres of [900, 900, 0, 0, 0, 900, 900, 900]) {
    for (const socket of [tab, other]) await createWalker(socket, (start += 20_000)).to(metres);
    // Five a second are allowed at each.
    await across();
  }
  await waitUntil(() => receivedCrossings(watcher).length >= 2);
  await across();
  expect(receivedCrossings(watcher)).toEqual([
    ['entered', 'School'],
    ['exited', 'School'],
  ]);
}, 60_000);

it('given wrong invitation codes at both processes in turn, then they count together', async () => {
  const cy = await one.createPerson('Cy');
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const { app } = attempt % 2 === 0 ? one : two;
    const body = { inviteCode: 'ABCDEFGHJK' };
    statuses.push((await callAs(app, cy.token, 'POST', '/api/families/join-by-code', body)).statusCode);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
});

it('given members of one family, then every process names the same home, in three digits at most', async () => {
  const homes = [];
  for (const [{ app }, person] of [
    [one, ana],
    [two, ana],
    [two, bo],
  ] as const)
    homes.push((await callAs(app, person?.token, 'GET', '/api/families')).headers['set-cookie']);
  expect(new Set(homes).size).toBe(1);
  expect(homes[0]).toMatch(/^kinmap-home=\d{1,3}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/u);
  const alone = await startTestServer({ dataDir: one.dataDir });
  expect((await callAs(alone.app, ana?.token, 'GET', '/api/families')).headers['set-cookie']).toBeUndefined();
});

describe('Redis that says nothing', () => {
  const pause = (): void => void process.kill(redis.pid(), 'SIGSTOP');
  const resume = (): void => void process.kill(redis.pid(), 'SIGCONT');
  afterEach(resume);

  it('given a hanging Redis, then each process serves its members, counts guesses, and recovers', async () => {
    const cy = await one.createPerson('Cy');
    await joinFamily(cy, inviteCode);
    const [mine, near, far] = [await at(atOne, ana), await at(atOne, cy), await at(atTwo, bo)];
    pause();
    expect(await mine.send('location:update', HERE)).toEqual(OK);
    expect(await near.waitForEvent('location:updated')).toMatchObject({ userId: someone(ana).id });
    await waitUntil(() => two.log.some((line) => line.includes('Redis is unavailable')));
    const wrong = { email: someone(bo).email, password: 'wrong password' };
    const guesses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      guesses.push((await callAs(two.app, undefined, 'POST', '/api/auth/login', wrong)).statusCode);
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
    expect(parseError(await callAs(two.app, undefined, 'POST', '/api/auth/login', wrong))[0]).toBe(429);

    // Removed at the first process; the second one finds out by looking.
    await someone(ana).call('DELETE', `/api/families/${familyId}/members/${someone(bo).id}`);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    far.received.length = 0;
    const closed = [mine, far].map((tab) => tab.closed);
    resume();
    await Promise.all(closed);
    const again = await at(atTwo, cy);
    expect(await (await at(atOne, ana)).send('location:update', HERE)).toEqual(OK);
    expect(await again.waitForEvent('location:updated')).toMatchObject({ userId: someone(ana).id });
    expect(far.received.filter(([event]) => event === 'location:updated')).toEqual([]);
  });

  it('given no Redis at the start, then a process starts without it and connects once it is there', async () => {
    await redis.stop();
    const env = { REDIS_URL: redis.url, JWT_SECRET: TEST_SECRET };
    const late = await startTestServer({ env, dataDir: one.dataDir });
    const tab = await openSocket(late.origin, ana?.token);
    expect(await tab.send('location:update', HERE)).toEqual(OK);
    redis = await startOwnRedis(redis.port);
    await waitUntil(() =>
      [one, two, late].every(({ log }) => log.some((line) => line.includes('Redis is available again'))),
    );
    // Each of them makes all close their connections within 3 s.
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    const [mine, theirs] = [await openSocket(late.app.listeningOrigin, ana?.token), await at(atOne, bo)];
    await across();
    await mine.send('location:update', HERE);
    expect(await theirs.waitForEvent('location:updated')).toMatchObject({ userId: ana?.id });
  });
});

// Last, because the Redis of the test before is new: an address may register 30 people an hour.
it('given calls of a phone at two processes, then ten a minute are new calls, and the others are moves', async () => {
  const phone = await connectApp(one, someone(ana));
  const begun = Math.floor(Date.now() / 1_000) * 1_000;
  for (let call = 0; call < 14; call += 1) {
    const body = { lat: 46 + call / 100, lon: 14.5, alarm: 'sos', timestamp: begun - call * 1_000 };
    expect((await sendJson(call % 2 === 0 ? one : two, 'osmand', phone.key, body)).statusCode).toBe(200);
  }
  const calls = (await unreceivedNotices(one.database)).filter(({ kind }) => kind === 'sos');
  expect(calls).toHaveLength(10);
});
