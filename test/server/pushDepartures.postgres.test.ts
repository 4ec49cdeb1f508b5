import { sql } from 'kysely';
import type { DeliveryEntry } from '#contract/notifications';
import { waitUntil } from './support/socket';
import { countWaiting, openTestStore } from './support/testStores';
import { usePushServer } from './support/useServer';

const { service, server } = usePushServer();

it('given a push that is being read, when its recipient is removed, then it is not sent', async () => {
  const { id: familyId, ana, bo } = await server.createFamilyOfTwo();
  const { publicKey } = (await bo.call('GET', '/api/push')).json<{ publicKey: string }>();
  expect((await bo.call('PUT', '/api/push/device', service.subscribe(publicKey))).statusCode).toBe(200);
  const anas = await ana.connect();
  const other = await openTestStore(server.dataDir);
  const lock = await other.startTransaction().execute();
  // Read after the notice itself, with whether its recipient may see it.
  await sql`lock table notify_settings in access exclusive mode`.execute(lock);
  await anas.send('sos:trigger', { latitude: 46.05, longitude: 14.5, message: 'help' });
  await waitUntil(async () => (await countWaiting(other, 'select * from "notify_settings"')) === 1);
  const removal = await ana.call('DELETE', `/api/families/${familyId}/members/${bo.id}`);
  expect(removal.statusCode).toBe(204);
  await lock.rollback().execute();
  await waitUntil(async () => {
    const [sent] = (await bo.call('GET', '/api/notify/log')).json<DeliveryEntry[]>();
    return sent?.state !== 'waiting';
  });
  expect(service.received).toEqual([]);
  await other.destroy();
});
