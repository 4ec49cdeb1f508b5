import { sql } from 'kysely';
import { type TestSocket, waitUntil } from './socket';
import { countWaiting, openTestStore } from './testStores';
import { SCHOOL } from './walks';

/**
 * Sends an SOS and a move of its caller, and holds the move while its audience is being read (PostgreSQL only). No one else
 * may be connected until then, because news of the SOS would be read beside it.
 * @returns what lets the move go, and resolves when the caller has got it
 */
export async function holdMove(caller: TestSocket, dataDir: string): Promise<() => Promise<void>> {
  const { id } = (await caller.send('sos:trigger', { ...SCHOOL, clientId: 'one' })) as unknown as {
    id: string;
  };
  await caller.waitForEvent('sos:changed');
  const other = await openTestStore(dataDir);
  const lock = await other.startTransaction().execute();
  // The people called are read from this table, beside those who see the caller.
  await sql`lock table sos_people in access exclusive mode`.execute(lock);
  const move = caller.send('sos:move', { id, ...SCHOOL });
  await waitUntil(async () => (await countWaiting(other, 'select * from "sos_people"')) === 1);
  return async () => {
    await lock.rollback().execute();
    expect(await move).toEqual({ ok: true });
    await caller.waitForEvent('sos:moved');
    await other.destroy();
  };
}
