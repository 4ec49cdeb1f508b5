import { randomUUID } from 'node:crypto';
import type { CheckIn, CheckInNews } from '#contract/checkIns';
import { callAs, createFamily, joinEarlier, leaveFamily, type Person } from './support/people';
import { closeSockets, type TestSocket, waitUntil } from './support/socket';
import {
  closeTestServers,
  severalPolls,
  startTestServer,
  type TestServer,
  UNLIMITED,
} from './support/startTestServer';
import { openTestStore } from './support/testStores';

/** The states of a check-in where two processes, a restart or a change of the family come in between. */

const MINUTE_MS = 60_000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer(UNLIMITED);
});
afterEach(async () => {
  closeSockets();
  await closeTestServers();
});

/** Ada, who goes somewhere; Ben, the admin, and Cleo, who watch. */
async function createWatchedFamily() {
  const [ada, ben, cleo] = [
    await server.createPerson('Ada'),
    await server.createPerson('Ben'),
    await server.createPerson('Cleo'),
  ];
  const family = await createFamily(ben, ada, cleo);
  await joinEarlier(server.database, family.id);
  return { ada, ben, cleo, family, bensTab: await ben.connect(), cleosTab: await cleo.connect() };
}

const inputFor = (...people: Person[]) => ({
  clientId: randomUUID(),
  placeName: 'Home',
  dueAt: new Date(server.clock.now() + 30 * MINUTE_MS).toISOString(),
  graceMinutes: 10,
  people: people.map(({ id }) => id),
  shareLast: false,
});
const start = async (ada: Person, ...people: Person[]): Promise<CheckIn> =>
  (await ada.call('POST', '/api/checkins', inputFor(...people))).json<CheckIn>();
const listed = async (person: Person): Promise<CheckIn[]> =>
  (await person.call('GET', '/api/checkins')).json<CheckIn[]>();
const stateIs = (person: Person, state: string): Promise<void> =>
  waitUntil(async () => (await listed(person))[0]?.state === state);
const whatOf = ({ received }: TestSocket): string[] =>
  received.flatMap(([event, payload]) => (event === 'checkin:alert' ? [(payload as CheckInNews).what] : []));
const isTold = (tab: TestSocket, ...what: string[]): Promise<void> =>
  waitUntil(() => JSON.stringify(whatOf(tab)) === JSON.stringify(what));
const storedKinds = async () =>
  (await server.database.selectFrom('notices').select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  );
/** Another process on the same store, with the same clock. */
const startSecond = async () =>
  startTestServer({
    ...UNLIMITED,
    dataDir: server.dataDir,
    deps: { clock: server.clock, database: await openTestStore(server.dataDir) },
  });

describe('two processes', () => {
  it('given one id at both at once, then there is one check-in, of which one notice is stored', async () => {
    const { ada, ben } = await createWatchedFamily();
    const second = await startSecond();
    const input = inputFor(ben);
    const answers = await Promise.all(
      [server, second].map(({ app }) => callAs(app, ada.token, 'POST', '/api/checkins', input)),
    );
    const ids = answers.map((answer) => answer.json<CheckIn>().id);
    expect(ids[0]).toBe(ids[1]);
    expect(await storedKinds()).toEqual(['checkin']);
  });

  it('given it ends at one while it is extended at the other, then it is over, and told once', async () => {
    const { ada, ben } = await createWatchedFamily();
    const second = await startSecond();
    const { id } = await start(ada, ben);
    const [ended, extended] = await Promise.all([
      ada.call('POST', `/api/checkins/${id}/end`, { how: 'arrived' }),
      callAs(second.app, ada.token, 'POST', `/api/checkins/${id}/extend`, { minutes: 10 }),
    ]);
    expect(ended.statusCode).toBe(200);
    expect([200, 409]).toContain(extended.statusCode);
    expect((await listed(ada))[0]?.state).toBe('arrived');
    // Its start and its end: an extension is no news.
    expect(await storedKinds()).toEqual(['checkin', 'checkin']);
  });
});

it('given its extra time ended while the server was off, then it is told once at the start', async () => {
  const { ada, ben } = await createWatchedFamily();
  await start(ada, ben);
  server.clock.move(31 * MINUTE_MS);
  await stateIs(ada, 'asking');
  const { dataDir, clock } = server;
  await server.close();
  clock.move(60 * MINUTE_MS);
  server = await startTestServer({ ...UNLIMITED, dataDir, deps: { clock } });
  await waitUntil(async () => (await storedKinds()).includes('checkinMissed'));
  await severalPolls();
  expect(await storedKinds()).toEqual(['checkin', 'checkinAsked', 'checkinMissed']);
});

describe('changes of the family', () => {
  it('given the owner leaves, then those who watched see it no more and are not told that it was missed', async () => {
    const { ada, ben, family, bensTab } = await createWatchedFamily();
    await start(ada, ben);
    await isTold(bensTab, 'started');
    await leaveFamily(ada, family.id);
    expect(await listed(ben)).toEqual([]);
    server.clock.move(31 * MINUTE_MS);
    await stateIs(ada, 'asking');
    server.clock.move(10 * MINUTE_MS);
    await stateIs(ada, 'missed');
    await severalPolls();
    expect(whatOf(bensTab)).toEqual(['started']);
  });

  it('given one who watches is removed after it was missed, then only the other is told again', async () => {
    const { ada, ben, cleo, family, bensTab, cleosTab } = await createWatchedFamily();
    await start(ada, ben, cleo);
    server.clock.move(31 * MINUTE_MS);
    await stateIs(ada, 'asking');
    server.clock.move(10 * MINUTE_MS);
    await isTold(cleosTab, 'started', 'missed');
    await ben.call('DELETE', `/api/families/${family.id}/members/${cleo.id}`);
    server.clock.move(15 * MINUTE_MS);
    await isTold(bensTab, 'started', 'missed', 'missed');
    await severalPolls();
    expect(whatOf(cleosTab)).toEqual(['started', 'missed']);
  });
});
