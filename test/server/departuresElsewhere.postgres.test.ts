import { sql } from 'kysely';
import { type OwnRedis, startOwnRedis } from '../support/stores';
import { callAs, createFamily, type FamilyOfTwo } from './support/people';
import { closeSockets, flushSockets, openSocket, waitUntil } from './support/socket';
import { closeTestServers, startTestServer, TEST_SECRET, type TestServer } from './support/startTestServer';
import { countWaiting, openTestStore } from './support/testStores';
import { SCHOOL } from './support/walks';

/** Members who join and leave at another process than the one with their sockets. */

let redis: OwnRedis;
let one: TestServer;
let two: TestServer;
let family: FamilyOfTwo;

beforeAll(async () => {
  redis = await startOwnRedis();
});
beforeEach(async () => {
  const env = { REDIS_URL: redis.url, JWT_SECRET: TEST_SECRET, RATE_LIMITS: 'off' };
  one = await startTestServer({ env });
  two = await startTestServer({ env, dataDir: one.dataDir });
  const [ana, bo] = [await one.createPerson('Ana'), await one.createPerson('Bo')];
  family = { ana, bo, ...(await createFamily(ana, bo)) };
});
afterEach(async () => {
  closeSockets();
  await closeTestServers();
});
afterAll(() => redis.stop());

const removeBo = async ({ app }: TestServer): Promise<void> => {
  const { id, ana, bo } = family;
  const answer = await callAs(app, ana.token, 'DELETE', `/api/families/${id}/members/${bo.id}`);
  expect(answer.statusCode).toBe(204);
};

it('given a caller who moves, when a member is removed elsewhere before that is sent, then not to them', async () => {
  const { ana, bo } = family;
  const anas = await openSocket(one.origin, ana.token);
  const call = { ...SCHOOL, clientId: 'one' };
  const { id } = (await anas.send('sos:trigger', call)) as unknown as { id: string };
  // Nothing else about the call is read after that while Bo is offline.
  await anas.waitForEvent('sos:changed');
  const other = await openTestStore(one.dataDir);
  const lock = await other.startTransaction().execute();
  // The people called are read from this table, beside those who see the caller.
  await sql`lock table sos_people in access exclusive mode`.execute(lock);
  const move = anas.send('sos:move', { id, ...SCHOOL });
  await waitUntil(async () => (await countWaiting(other, 'select * from "sos_people"')) === 1);
  const bos = await openSocket(one.origin, bo.token);
  await removeBo(two);
  await bos.waitForEvent('family:changed');
  await lock.rollback().execute();
  expect(await move).toEqual({ ok: true });
  await anas.waitForEvent('sos:moved');
  await flushSockets(bos);
  expect(bos.received.map(([event]) => event)).not.toContain('sos:moved');
  await other.destroy();
});
