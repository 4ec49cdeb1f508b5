import { holdMove } from './support/heldMoves';
import { createFamily } from './support/people';
import { flushSockets, waitUntil } from './support/socket';
import { countWaiting, openTestStore } from './support/testStores';
import { useServerPerTest } from './support/useServer';
import { createGeofence, SCHOOL } from './support/walks';

const { server, createPerson } = useServerPerTest({ env: { RATE_LIMITS: 'off' } });

it('given a position that is being stored, when its sender is removed, then the family does not get it', async () => {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  const { id: familyId } = await createFamily(ana, bo);
  await createGeofence(ana, familyId);
  const [anas, bos] = [await ana.connect(), await bo.connect()];
  await bos.send('location:update', { ...SCHOOL, timestamp: new Date(Date.now() - 60_000).toISOString() });
  const other = await openTestStore(server.dataDir);
  const lock = await other.startTransaction().execute();
  // The position waits for this row, after its transaction has read the families.
  await lock.updateTable('geofence_watches').set({ replays: 0 }).where('user_id', '=', bo.id).execute();
  const update = bos.send('location:update', SCHOOL);
  await waitUntil(async () => (await countWaiting(other)) === 1);
  const removal = await ana.call('DELETE', `/api/families/${familyId}/members/${bo.id}`);
  expect(removal.statusCode).toBe(204);
  await flushSockets(anas);
  anas.received.length = 0;
  await lock.rollback().execute();
  expect(await update).toEqual({ ok: true });
  await flushSockets(anas);
  expect(anas.received).toEqual([]);
  await other.destroy();
});

it('given a caller who moves, when a member is removed before that is sent, then it is not sent to them', async () => {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  const { id: familyId } = await createFamily(ana, bo);
  const anas = await ana.connect();
  const letMoveGo = await holdMove(anas, server.dataDir);
  const bos = await bo.connect();
  const removal = await ana.call('DELETE', `/api/families/${familyId}/members/${bo.id}`);
  expect(removal.statusCode).toBe(204);
  await letMoveGo();
  await flushSockets(bos);
  expect(bos.received.map(([event]) => event)).not.toContain('sos:moved');
});

it('given a message that is being stored, when its author is removed, then the removal waits for it', async () => {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  const { id: familyId } = await createFamily(ana, bo);
  const bos = await bo.connect();
  await bos.send('message:send', { familyId, content: 'first' });
  const other = await openTestStore(server.dataDir);
  const lock = await other.startTransaction().execute();
  await lock.updateTable('chat_heads').set({ sequence: 1 }).where('family_id', '=', familyId).execute();
  const message = bos.send('message:send', { familyId, content: 'second' });
  await waitUntil(async () => (await countWaiting(other)) === 1);
  const removal = ana.call('DELETE', `/api/families/${familyId}/members/${bo.id}`);
  await waitUntil(async () => (await countWaiting(other)) === 2);
  await lock.rollback().execute();
  expect(await message).toMatchObject({ ok: true });
  expect((await removal).statusCode).toBe(204);
  await other.destroy();
});
