import { randomUUID } from 'node:crypto';
import type { CheckIn, CheckInNews, CheckInRequest } from '#contract/checkIns';
import { ALERTS_KEPT } from '#contract/limits';
import { createFamily, joinEarlier, leaveFamily, parseError, type Person } from './support/people';
import { closeSockets, type TestSocket, waitUntil } from './support/socket';
import {
  closeTestServers,
  severalPolls,
  startTestServer,
  type TestServer,
  UNLIMITED,
} from './support/startTestServer';
import { openTestStore } from './support/testStores';
import { createGeofence, createWalker, SCHOOL } from './support/walks';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer(UNLIMITED);
});
afterEach(async () => {
  closeSockets();
  await closeTestServers();
});

/** Ada, who goes somewhere; Ben and Cleo, her family, of whom only Ben watches. */
async function createWatchedFamily() {
  const [ada, ben, cleo] = [
    await server.createPerson('Ada'),
    await server.createPerson('Ben'),
    await server.createPerson('Cleo'),
  ];
  const family = await createFamily(ada, ben, cleo);
  await joinEarlier(server.database, family.id);
  return { ada, ben, cleo, family, bensTab: await ben.connect() };
}

const inMinutes = (minutes: number): string =>
  new Date(server.clock.now() + minutes * MINUTE_MS).toISOString();

const inputFor = (ben: Person, fields: object = {}) => ({
  clientId: randomUUID(),
  placeName: 'Home',
  dueAt: inMinutes(30),
  graceMinutes: 10,
  people: [ben.id],
  shareLast: false,
  ...fields,
});

const start = async (ada: Person, ben: Person, fields: object = {}): Promise<CheckIn> =>
  (await ada.call('POST', '/api/checkins', inputFor(ben, fields))).json<CheckIn>();
const listed = async (person: Person): Promise<CheckIn[]> =>
  (await person.call('GET', '/api/checkins')).json<CheckIn[]>();
const end = (person: Person, id: string, how = 'arrived') =>
  person.call('POST', `/api/checkins/${id}/end`, { how });
const extend = (person: Person, id: string, minutes = 10) =>
  person.call('POST', `/api/checkins/${id}/extend`, { minutes });

const newsOf = ({ received }: TestSocket): CheckInNews[] =>
  received.flatMap(([event, payload]) => (event === 'checkin:alert' ? [payload as CheckInNews] : []));
const whatOf = (tab: TestSocket): string[] => newsOf(tab).map(({ what }) => what);
const receivesAlerts = (tab: TestSocket, ...what: string[]): Promise<void> =>
  waitUntil(() => JSON.stringify(whatOf(tab)) === JSON.stringify(what));
const stateIs = (person: Person, state: string): Promise<void> =>
  waitUntil(async () => (await listed(person))[0]?.state === state);

describe('the way of a check-in', () => {
  it('given no answer, then the owner is asked, and watchers get two alerts that it was missed', async () => {
    const { ada, ben, cleo, bensTab } = await createWatchedFamily();
    const adasTab = await ada.connect();
    const { id } = await start(ada, ben);
    await receivesAlerts(bensTab, 'started');
    server.clock.move(30 * MINUTE_MS);
    await receivesAlerts(adasTab, 'asked');
    expect((await listed(ben))[0]).toMatchObject({ id, state: 'asking', lastPosition: null });
    server.clock.move(10 * MINUTE_MS);
    await receivesAlerts(bensTab, 'started', 'missed');
    server.clock.move(15 * MINUTE_MS);
    await receivesAlerts(bensTab, 'started', 'missed', 'missed');
    server.clock.move(HOUR_MS);
    expect((await end(ada, id)).json()).toMatchObject({ state: 'arrived' });
    await receivesAlerts(bensTab, 'started', 'missed', 'missed', 'arrived');
    expect(newsOf(bensTab).at(-1)?.lateMinutes).toBe(85);
    expect(await listed(cleo)).toEqual([]);
  });

  it('given a watcher has seen that it was missed, then they get no second alert', async () => {
    const { ada, ben, bensTab } = await createWatchedFamily();
    const { id } = await start(ada, ben);
    await ben.call('POST', `/api/checkins/${id}/seen`);
    server.clock.move(31 * MINUTE_MS);
    await stateIs(ada, 'asking');
    server.clock.move(10 * MINUTE_MS);
    await receivesAlerts(bensTab, 'started', 'missed');
    expect((await listed(ada))[0]?.people[0]?.seenAt).toBeNull();
    const seen = (await ben.call('POST', `/api/checkins/${id}/seen`)).json<CheckIn>();
    expect(seen.people).toEqual([{ userId: ben.id, name: 'Ben', seenAt: expect.any(String) as string }]);
    server.clock.move(16 * MINUTE_MS);
    await waitUntil(
      async () =>
        (await server.database.selectFrom('checkins').select('next_at').executeTakeFirst())?.next_at === null,
    );
    expect(whatOf(bensTab)).toEqual(['started', 'missed']);
  });

  it('given an extension, then it runs until the new time, and no longer than a day in all', async () => {
    const { ada, ben } = await createWatchedFamily();
    const { id, dueAt } = await start(ada, ben);
    const later = (await extend(ada, id)).json<CheckIn>();
    expect(Date.parse(later.dueAt) - Date.parse(dueAt)).toBe(10 * MINUTE_MS);
    server.clock.move(41 * MINUTE_MS);
    await stateIs(ada, 'asking');
    const again = (await extend(ada, id, 20)).json<CheckIn>();
    expect(again.state).toBe('running');
    expect(Date.parse(again.dueAt)).toBeGreaterThan(server.clock.now() + 19 * MINUTE_MS);
    expect(parseError(await extend(ada, id, 1_400))).toEqual([
      400,
      'A check-in can last at most 24 hours in all',
    ]);
  });

  it('given the owner has answered, then the question is read on their devices', async () => {
    const { ada, ben } = await createWatchedFamily();
    const adasTab = await ada.connect();
    const { id } = await start(ada, ben);
    server.clock.move(31 * MINUTE_MS);
    await receivesAlerts(adasTab, 'asked');
    await end(ada, id);
    await adasTab.waitForEvent('alerts:read');
    const inbox = (await ada.call('GET', '/api/alerts')).json<{ unread: number }>();
    expect(inbox.unread).toBe(0);
  });

  it.each(['arrived', 'cancelled'])('given it is %s, then nothing changes it any more', async (how) => {
    const { ada, ben, bensTab } = await createWatchedFamily();
    const { id } = await start(ada, ben);
    expect((await end(ada, id, how)).json()).toMatchObject({ state: how });
    await receivesAlerts(bensTab, 'started', how);
    const over = [409, 'The check-in is over'];
    expect(parseError(await end(ada, id, 'arrived'))).toEqual(over);
    expect(parseError(await end(ada, id, 'cancelled'))).toEqual(over);
    expect(parseError(await extend(ada, id))).toEqual(over);
    server.clock.move(HOUR_MS);
    await severalPolls();
    expect(whatOf(bensTab)).toEqual(['started', how]);
  });

  it('given it was missed, then it can be neither extended nor cancelled', async () => {
    const { ada, ben } = await createWatchedFamily();
    const { id } = await start(ada, ben, { graceMinutes: 5 });
    server.clock.move(31 * MINUTE_MS);
    await stateIs(ada, 'asking');
    server.clock.move(10 * MINUTE_MS);
    await stateIs(ada, 'missed');
    expect((await extend(ada, id)).statusCode).toBe(409);
    expect((await end(ada, id, 'cancelled')).statusCode).toBe(409);
    expect((await end(ada, id)).statusCode).toBe(200);
  });
});

describe('who may do what', () => {
  it('given one who watches, then they see it and change nothing; others do not learn of it', async () => {
    const { ada, ben, cleo } = await createWatchedFamily();
    const { id } = await start(ada, ben);
    expect(parseError(await end(ben, id))).toEqual([403, 'Only the person on the way may change this']);
    expect((await extend(ben, id)).statusCode).toBe(403);
    for (const call of [end(cleo, id), extend(cleo, id), cleo.call('POST', `/api/checkins/${id}/seen`)])
      expect(parseError(await call)).toEqual([404, 'There is no such check-in']);
  });

  it('given one who watches and leaves, then they see and hear nothing more', async () => {
    const { ada, ben, family, bensTab } = await createWatchedFamily();
    const { id } = await start(ada, ben);
    await receivesAlerts(bensTab, 'started');
    await leaveFamily(ben, family.id);
    expect(await listed(ben)).toEqual([]);
    expect((await ben.call('POST', `/api/checkins/${id}/seen`)).statusCode).toBe(404);
    await end(ada, id);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(whatOf(bensTab)).toEqual(['started']);
    expect((await listed(ada))[0]?.people).toEqual([]);
  });

  it.each([
    ['a stranger', (stranger: Person) => ({ people: [stranger.id] }), [404, 'This person was not found']],
    ['no one', () => ({ people: [] }), [400, 'Choose at least one person']],
    ['a past time', () => ({ dueAt: inMinutes(-1) }), [400, 'The time must be within the next 24 hours']],
    ['a late time', () => ({ dueAt: inMinutes(1_450) }), [400, 'The time must be within the next 24 hours']],
    ['another place', () => ({ geofenceId: 'none' }), [404, 'This geofence was not found']],
    ['a blank place', () => ({ placeName: ' ' }), [400, 'Where you are going is required']],
    ['7 minutes', () => ({ graceMinutes: 7 }), [400, 'The extra time must be 5, 10, 15 or 30 minutes']],
  ])('given %s, then it is not started', async (_what, fieldsFor, expected) => {
    const { ada, ben } = await createWatchedFamily();
    const stranger = await server.createPerson('Eve');
    const answer = await ada.call('POST', '/api/checkins', inputFor(ben, fieldsFor(stranger)));
    expect(parseError(answer)).toEqual(expected);
  });

  it('given a repeated clientId, then there is one check-in; given another, then the first goes on', async () => {
    const { ada, ben, bensTab } = await createWatchedFamily();
    const input = inputFor(ben);
    const answers = await Promise.all([1, 2].map(() => ada.call('POST', '/api/checkins', input)));
    const [one, two] = answers.map((answer) => answer.json<CheckIn>());
    expect(one?.id).toBe(two?.id);
    await receivesAlerts(bensTab, 'started');
    expect(parseError(await ada.call('POST', '/api/checkins', inputFor(ben)))).toEqual([
      409,
      'You have started a check-in already',
    ]);
    await end(ada, one?.id ?? '');
    expect((await ada.call('POST', '/api/checkins', input)).json()).toMatchObject({ state: 'arrived' });
  });
});

describe('places and positions', () => {
  it('given the owner enters the place while sharing, then the check-in is over', async () => {
    const { ada, ben, family, bensTab } = await createWatchedFamily();
    const { id: geofenceId } = await createGeofence(ben, family.id, { notifyEntry: false });
    const adasTab = await ada.connect();
    await createWalker(adasTab, Date.now() - 600_000).to(900);
    await start(ada, ben, { geofenceId, placeName: 'School' });
    await createWalker(adasTab, Date.now()).to(500, 0, 0);
    await receivesAlerts(bensTab, 'started', 'arrived');
    await waitUntil(() => adasTab.received.filter(([event]) => event === 'checkin:changed').length === 2);
    expect((await listed(ada))[0]).toMatchObject({ state: 'arrived', geofenceId });
  });

  it('given the entry is from before the start, then it goes on', async () => {
    const { ada, ben, family } = await createWatchedFamily();
    const { id: geofenceId } = await createGeofence(ben, family.id);
    const walker = createWalker(await ada.connect(), Date.now() - 600_000);
    await walker.to(900);
    await start(ada, ben, { geofenceId });
    await walker.to(0, 0);
    expect((await listed(ada))[0]?.state).toBe('running');
  });

  /** Ada starts a check-in to the place where she is; her newest fix is so many metres from it, and so many minutes old. */
  async function startAtPlace(metres: number, age: number) {
    const { ada, ben, family, bensTab } = await createWatchedFamily();
    const { id: geofenceId } = await createGeofence(ben, family.id, {
      notifyEntry: false,
      notifyExit: false,
    });
    const tab = await ada.connect();
    await createWalker(tab).to(0, 0, 0);
    await start(ada, ben, { geofenceId });
    server.clock.move((30 - age) * MINUTE_MS - 60_000);
    await createWalker(tab, server.clock.now()).to(metres, metres);
    expect((await listed(ada))[0]?.state).toBe('running');
    server.clock.move((1 + age) * MINUTE_MS);
    return { ada, bensTab };
  }

  it('given the owner never leaves the place, when it is due, then they have arrived', async () => {
    const { bensTab } = await startAtPlace(5, 0);
    await receivesAlerts(bensTab, 'started', 'arrived');
    expect(newsOf(bensTab).at(-1)?.lateMinutes).toBeNull();
  });

  it.each([
    ['has left the place', 900, 0],
    ['was seen there too long ago', 5, 25],
  ])('given the owner %s, when it is due, then they are asked', async (_where, metres, age) => {
    const { ada } = await startAtPlace(metres, age);
    await stateIs(ada, 'asking');
    expect((await listed(ada))[0]?.endedAt).toBeNull();
  });

  it('given the owner is asked at the place, when a fix says so, then no one hears that they are late', async () => {
    const { ada, bensTab } = await startAtPlace(5, 25);
    await stateIs(ada, 'asking');
    await createWalker(await ada.connect(), server.clock.now()).to(5);
    server.clock.move(10 * MINUTE_MS);
    await receivesAlerts(bensTab, 'started', 'arrived');
    expect((await listed(ada))[0]?.state).toBe('arrived');
  });

  it.each([
    ['someone else', 'running'],
    ['the owner', 'arrived'],
  ])('given %s moves the place to the owner on the way, then it is %s', async (mover, state) => {
    const { ada, ben, family } = await createWatchedFamily();
    const { id: geofenceId } = await createGeofence(ben, family.id, { latitude: SCHOOL.latitude + 1 });
    const walker = createWalker(await ada.connect(), Date.now());
    await start(ada, ben, { geofenceId });
    const by = mover === 'the owner' ? ada : ben;
    expect((await by.call('PUT', `/api/geofences/${geofenceId}`, SCHOOL)).statusCode).toBe(200);
    await walker.to(900, 0, 0);
    expect((await listed(ada))[0]?.state).toBe(state);
  });

  it.each([
    ['shared on the way', false, true],
    ['of before', false, false],
    ['of before, which is wanted', true, true],
  ])('given a position %s, when it is missed, then it is shown as agreed', async (when, shareLast, shown) => {
    const { ada, ben, bensTab } = await createWatchedFamily();
    const tab = await ada.connect();
    const share = () => tab.send('location:update', { latitude: 46.05, longitude: 14.5 });
    if (when !== 'shared on the way') await share();
    await start(ada, ben, { shareLast });
    if (when === 'shared on the way') await share();
    expect((await listed(ben))[0]?.lastPosition).toBeNull();
    server.clock.move(31 * MINUTE_MS);
    await stateIs(ben, 'asking');
    server.clock.move(10 * MINUTE_MS);
    await receivesAlerts(bensTab, 'started', 'missed');
    const [one] = await listed(ben);
    expect(one?.lastPosition === null).toBe(!shown);
    expect(newsOf(bensTab).at(-1)?.lastPositionAt).toBe(one?.lastPosition?.timestamp ?? null);
  });
});

describe('time', () => {
  it('given a server that was off when it was due, then it asks at its start, and waits for the answer', async () => {
    const { ada, ben } = await createWatchedFamily();
    await start(ada, ben);
    const { dataDir, clock } = server;
    await server.close();
    server = await startTestServer({
      ...UNLIMITED,
      dataDir,
      deps: { clock: { now: () => clock.now() + 2 * HOUR_MS } },
    });
    const state = async () =>
      (await server.database.selectFrom('checkins').selectAll().executeTakeFirst())?.state;
    await waitUntil(async () => (await state()) === 'asking');
    const row = await server.database.selectFrom('checkins').selectAll().executeTakeFirstOrThrow();
    expect(row.next_at).toBeGreaterThan(clock.now() + 2 * HOUR_MS + 4 * MINUTE_MS);
    expect(row.user_id).toBe(ada.id);
    await server.close();
  });

  it('given two processes, then each timer is run by one of them', async () => {
    const { ada, ben } = await createWatchedFamily();
    const second = await startTestServer({
      ...UNLIMITED,
      dataDir: server.dataDir,
      deps: { clock: server.clock, database: await openTestStore(server.dataDir) },
    });
    await start(ada, ben);
    server.clock.move(31 * MINUTE_MS);
    await stateIs(ada, 'asking');
    server.clock.move(10 * MINUTE_MS);
    const storedKinds = async () =>
      (await server.database.selectFrom('notices').select('kind').orderBy('id').execute()).map(
        ({ kind }) => kind,
      );
    await waitUntil(async () => (await storedKinds()).includes('checkinMissed'));
    await severalPolls();
    expect(await storedKinds()).toEqual(['checkin', 'checkinAsked', 'checkinMissed']);
    await second.close();
  });

  it('given check-ins and requests of a month ago, then they are deleted', async () => {
    const { ada, ben } = await createWatchedFamily();
    await start(ada, ben);
    await ada.call('POST', '/api/checkin-requests', { userId: ben.id });
    const { dataDir } = server;
    const later = Date.now() + 31 * 24 * HOUR_MS;
    await server.close();
    server = await startTestServer({ ...UNLIMITED, dataDir, deps: { clock: { now: () => later } } });
    const left = async () => {
      const tables = ['checkins', 'checkin_people', 'checkin_requests'] as const;
      const read = tables.map((table) => server.database.selectFrom(table).selectAll().execute());
      return (await Promise.all(read)).flat();
    };
    await waitUntil(async () => (await left()).length === 0);
    expect(await left()).toEqual([]);
    await server.close();
  });
});

it('given a member with more check-ins than are listed, then those of others are still listed', async () => {
  const { ada, ben, cleo } = await createWatchedFamily();
  const { id } = await start(cleo, ben);
  for (let round = 0; round < 205; round += 1) await end(ada, (await start(ada, ben)).id, 'cancelled');
  const seen = await listed(ben);
  expect(seen.at(-1)?.id).toBe(id);
  expect(seen.length).toBeLessThanOrEqual(21);
  expect(seen.map(({ startedAt }) => startedAt)).toEqual(
    seen
      .map(({ startedAt }) => startedAt)
      .toSorted()
      .toReversed(),
  );
});

it('given more news of check-ins than are kept, then the newest stay, and that one was missed', async () => {
  const { ada, ben, cleo } = await createWatchedFamily();
  await start(cleo, ben, { graceMinutes: 5 });
  server.clock.move(31 * MINUTE_MS);
  await stateIs(cleo, 'asking');
  server.clock.move(6 * MINUTE_MS);
  await stateIs(cleo, 'missed');
  let last = '';
  for (let round = 0; round < ALERTS_KEPT / 2 + 5; round += 1) {
    const { id } = await start(ada, ben);
    await end(ada, id, 'cancelled');
    last = id;
  }
  const notices = await server.database
    .selectFrom('notices')
    .select(['kind', 'about'])
    .where('recipient_id', '=', ben.id)
    .orderBy('id')
    .execute();
  expect(notices.filter(({ kind }) => kind === 'checkinMissed')).toHaveLength(1);
  const news = notices.filter(({ kind }) => kind === 'checkin');
  expect(news).toHaveLength(ALERTS_KEPT);
  expect(news.at(-1)?.about).toBe(`checkin:${last}`);
});

describe('requests', () => {
  const ask = async (from: Person, to: Person, text?: string) =>
    (await from.call('POST', '/api/checkin-requests', { userId: to.id, text })).json<CheckInRequest>();
  const answer = (person: Person, id: string, body: object) =>
    person.call('POST', `/api/checkin-requests/${id}/answer`, body);

  it('given a request, when it is accepted with a check-in, then the one who asked watches it', async () => {
    const { ada, ben, bensTab } = await createWatchedFamily();
    const adasTab = await ada.connect();
    const { id } = await ask(ben, ada, ' Tell me ');
    expect(await adasTab.waitForEvent('request:alert')).toMatchObject({ requestId: id, text: 'Tell me' });
    const accepted = await answer(ada, id, { accept: true, checkin: inputFor(ben) });
    expect(accepted.json()).toMatchObject({ id, state: 'accepted' });
    await receivesAlerts(bensTab, 'started');
    expect(bensTab.received.map(([event]) => event)).toContain('request:changed');
    const inbox = (await ada.call('GET', '/api/alerts')).json<{ unread: number }>();
    expect(inbox.unread).toBe(0);
  });

  it('given a request, when it is declined, then the asker gets an alert, and may ask again', async () => {
    const { ada, ben, bensTab } = await createWatchedFamily();
    const { id } = await ask(ben, ada);
    expect((await ask(ben, ada)).id).toBe(id);
    await answer(ada, id, { accept: false });
    expect(await bensTab.waitForEvent('request:alert')).toMatchObject({ what: 'declined', userName: 'Ada' });
    expect(parseError(await answer(ada, id, { accept: true }))).toEqual([
      409,
      'The request was answered or has expired',
    ]);
    expect((await ask(ben, ada)).id).not.toBe(id);
  });

  it('given a check-in that cannot be started, then the request stays open', async () => {
    const { ada, ben } = await createWatchedFamily();
    const { id } = await ask(ben, ada);
    const refused = await answer(ada, id, { accept: true, checkin: inputFor(ben, { dueAt: inMinutes(-5) }) });
    expect(refused.statusCode).toBe(400);
    expect((await answer(ada, id, { accept: true })).json()).toMatchObject({ state: 'accepted' });
  });

  it('given no answer for twelve hours, then it expires for both', async () => {
    const { ada, ben, bensTab } = await createWatchedFamily();
    const { id } = await ask(ben, ada);
    server.clock.move(12 * HOUR_MS);
    await waitUntil(() =>
      bensTab.received.some(([, payload]) => (payload as CheckInRequest).state === 'expired'),
    );
    expect((await answer(ada, id, { accept: true })).statusCode).toBe(409);
  });

  it('given a stranger, oneself, or a member who has left, then there is no request', async () => {
    const { ada, ben, cleo, family } = await createWatchedFamily();
    const eve = await server.createPerson('Eve');
    expect((await eve.call('POST', '/api/checkin-requests', { userId: ada.id })).statusCode).toBe(404);
    expect((await ada.call('POST', '/api/checkin-requests', { userId: ada.id })).statusCode).toBe(400);
    const { id } = await ask(ben, ada);
    expect((await answer(cleo, id, { accept: true })).statusCode).toBe(404);
    await leaveFamily(ben, family.id);
    expect((await answer(ada, id, { accept: true })).statusCode).toBe(404);
    expect((await ada.call('GET', '/api/checkin-requests')).json()).toEqual([]);
  });
});

describe('alerts that are wanted once', () => {
  const once = (viewer: Person, person: Person, body: object, method: 'PUT' | 'DELETE' = 'PUT') =>
    viewer.call(method, `/api/users/${person.id}/once`, body);
  const listOnce = async (viewer: Person, person: Person): Promise<unknown> =>
    (await viewer.call('GET', `/api/users/${person.id}/once`)).json();

  it('given a place without alerts, then only the member who wanted a once-only alert gets it, and once', async () => {
    const { ada, ben, cleo, family, bensTab } = await createWatchedFamily();
    const cleosTab = await cleo.connect();
    const { id: geofenceId } = await createGeofence(ben, family.id, {
      notifyEntry: false,
      notifyExit: false,
    });
    const wanted = { geofenceId, kind: 'arrival' };
    expect((await once(ben, ada, wanted)).statusCode).toBe(204);
    expect(await listOnce(ben, ada)).toEqual([wanted]);
    const all = await Promise.all([ben, cleo].map((viewer) => viewer.call('GET', '/api/once-alerts')));
    expect(all.map((answer): unknown => answer.json())).toEqual([[{ userId: ada.id, ...wanted }], []]);
    const walker = createWalker(await ada.connect());
    await walker.to(900, 0, 0);
    await bensTab.waitForEvent('geofence:entered');
    expect(await listOnce(ben, ada)).toEqual([]);
    await walker.to(900, 900, 0, 0);
    const crossings = ({ received }: TestSocket) =>
      received.filter(([event]) => event.startsWith('geofence:')).map(([event]) => event);
    expect([crossings(bensTab), crossings(cleosTab)]).toEqual([['geofence:entered'], []]);
  });

  it('given a place with alerts for all, then its alert comes once and the once-only alert is removed', async () => {
    const { ada, ben, family, bensTab } = await createWatchedFamily();
    const { id: geofenceId } = await createGeofence(ben, family.id);
    await once(ben, ada, { geofenceId, kind: 'arrival' });
    await createWalker(await ada.connect()).to(900, 0, 0);
    await bensTab.waitForEvent('geofence:entered');
    expect(
      await server.database.selectFrom('notices').where('recipient_id', '=', ben.id).selectAll().execute(),
    ).toHaveLength(1);
    expect(await listOnce(ben, ada)).toEqual([]);
  });

  it('given an arrival from before it was asked for, when it is reported late, then the alert still waits', async () => {
    const { ada, ben, family, bensTab } = await createWatchedFamily();
    const { id: geofenceId } = await createGeofence(ben, family.id, { notifyEntry: false });
    const wanted = { geofenceId, kind: 'arrival' };
    await once(ben, ada, wanted);
    const tab = await ada.connect();
    await createWalker(tab, Date.now() - 3 * HOUR_MS).to(900, 0, 0, 900, 900);
    expect(await listOnce(ben, ada)).toEqual([wanted]);
    await createWalker(tab).to(900, 0, 0);
    await bensTab.waitForEvent('geofence:entered');
    expect(await listOnce(ben, ada)).toEqual([]);
  });

  it('given an arrival after it was asked for, when it is reported late, then the inbox has it', async () => {
    const { ada, ben, family } = await createWatchedFamily();
    const { id: geofenceId } = await createGeofence(ben, family.id, { notifyEntry: false });
    await once(ben, ada, { geofenceId, kind: 'arrival' });
    const soon = server.clock.now() + MINUTE_MS;
    server.clock.move(2 * HOUR_MS);
    await createWalker(await ada.connect(), soon).to(900, 0, 0);
    await waitUntil(async () => ((await listOnce(ben, ada)) as unknown[]).length === 0);
    const { alerts } = (await ben.call('GET', '/api/alerts')).json<{ alerts: { kind: string }[] }>();
    expect(alerts.map(({ kind }) => kind)).toContain('arrival');
  });

  it('given a place of others, oneself, or a wish taken back, then there is none', async () => {
    const { ada, ben, family } = await createWatchedFamily();
    const eve = await server.createPerson('Eve');
    const other = await createFamily(eve);
    const theirs = await createGeofence(eve, other.id);
    const ours = await createGeofence(ben, family.id);
    const statusOf = async (geofenceId: string, viewer = ben, person = ada) =>
      (await once(viewer, person, { geofenceId, kind: 'departure' })).statusCode;
    expect([await statusOf(theirs.id), await statusOf(ours.id, eve), await statusOf(ours.id, ada)]).toEqual([
      404, 404, 400,
    ]);
    await statusOf(ours.id);
    await once(ben, ada, { geofenceId: ours.id, kind: 'departure' }, 'DELETE');
    expect(await listOnce(ben, ada)).toEqual([]);
  });
});
