import { sql } from 'kysely';
import type { Queries } from './schema';

/** SQL: the device that a delivery went to, while it is its recipient's. It is deleted with its session. */
export const deviceOfDelivery = (db: Queries) =>
  db
    .selectFrom('push_devices')
    .innerJoin('notices', 'notices.recipient_id', 'push_devices.user_id')
    .select('push_devices.id')
    .where('push_devices.id', '=', sql.ref<string>('deliveries.target_id'))
    .where('notices.id', '=', sql.ref<string>('deliveries.notice_id'));

/** Deletes the devices of a session that has been ended, or of all of a person's sessions. */
export async function deletePushDevices(
  db: Queries,
  whose: { readonly sessionId: string } | { readonly userId: string },
): Promise<void> {
  const devices = db.deleteFrom('push_devices');
  await (
    'userId' in whose
      ? devices.where('user_id', '=', whose.userId)
      : devices.where('session_id', '=', whose.sessionId)
  ).execute();
}
