import { createClient } from 'redis';
import { type OwnRedis, startOwnRedis } from '../support/stores';
import { holdMove } from './support/heldMoves';
import { callAs, createFamily, type FamilyOfTwo, joinFamily, type Person } from './support/people';
import { closeSockets, flushSockets, openSocket } from './support/socket';
import { closeTestServers, startTestServer, TEST_SECRET, type TestServer } from './support/startTestServer';
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

const remove = async ({ app }: TestServer, member: Person): Promise<void> => {
  const { id, ana } = family;
  const answer = await callAs(app, ana.token, 'DELETE', `/api/families/${id}/members/${member.id}`);
  expect(answer.statusCode).toBe(204);
};

/** A message to the other process and back. */
const across = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 220));

/** What the processes send to all others. */
const CHANNEL = 'kinmap#/#';

/** @returns a function that sends again what processes have sent to each other while the work was done */
async function recordMessages(work: () => Promise<unknown>): Promise<() => Promise<void>> {
  const [sender, receiver] = [createClient({ url: redis.url }), createClient({ url: redis.url })];
  await Promise.all([sender.connect(), receiver.connect()]);
  const messages: string[] = [];
  await receiver.sSubscribe(CHANNEL, (message) => messages.push(message));
  await work();
  receiver.destroy();
  return async () => {
    for (const message of messages) await sender.sPublish(CHANNEL, message);
    sender.destroy();
  };
}

it('given a caller who moves, when a member is removed elsewhere before that is sent, then not to them', async () => {
  const { ana, bo } = family;
  const anas = await openSocket(one.origin, ana.token);
  const letMoveGo = await holdMove(anas, one.dataDir);
  const bos = await openSocket(one.origin, bo.token);
  await remove(two, bo);
  await bos.waitForEvent('family:changed');
  await letMoveGo();
  await flushSockets(bos);
  expect(bos.received.map(([event]) => event)).not.toContain('sos:moved');
});

it('given a member who joins, when that is known elsewhere after their removal, then they get nothing', async () => {
  const { ana, inviteCode } = family;
  const cy = await one.createPerson('Cy');
  const [anas, cys] = [await openSocket(one.origin, ana.token), await openSocket(two.origin, cy.token)];
  const sendAgain = await recordMessages(async () => {
    await joinFamily(cy, inviteCode);
    await cys.waitForEvent('family:changed');
  });
  await anas.send('location:update', SCHOOL);
  await cys.waitForEvent('location:updated');
  await remove(one, cy);
  await across();
  await sendAgain();
  await across();
  await flushSockets(cys);
  cys.received.length = 0;
  await anas.send('message:send', { familyId: family.id, content: 'hello' });
  await anas.waitForEvent('message:received');
  await across();
  await flushSockets(cys);
  expect(cys.received).toEqual([]);
});
