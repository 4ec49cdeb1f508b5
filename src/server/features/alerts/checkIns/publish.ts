import type { CheckInRow } from '#server/db/schema';
import type { Publisher } from '#server/publisher';
import { type CheckInReads, checkInsFor } from './views';

/** A check-in that has changed. `read`: notices to its owner that are outdated. */
interface Changed {
  readonly row: CheckInRow;
  readonly read?: readonly string[];
}

/** Sends changed check-ins to their owners and to those who watch them, each as they may see it. Never rejects. */
export type PublishCheckIns = (changes: readonly Changed[]) => Promise<void>;

/** @param onError receives errors, because what is published is stored already */
export function checkInPublisher(
  stored: CheckInReads,
  publisher: Pick<Publisher, 'checkInChanged' | 'alertsRead' | 'readAudience'>,
  onError: (error: unknown) => void,
): PublishCheckIns {
  async function publish(row: CheckInRow): Promise<void> {
    const watchers = await stored.checkIns.watchersOf([row.id]);
    for (const viewerId of [row.user_id, ...watchers.map(({ user_id }) => user_id)])
      for (const checkIn of await publisher.readAudience(() => checkInsFor(stored, viewerId, [row])))
        publisher.checkInChanged(viewerId, checkIn);
  }
  return async (changes) => {
    for (const { row, read = [] } of changes) {
      if (read.length > 0) publisher.alertsRead(row.user_id, [...read]);
      await publish(row).catch(onError);
    }
  };
}
