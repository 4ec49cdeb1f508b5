import type { Queries } from './schema';

/** Deletes the devices of sessions that have been ended, or of all of a person's sessions. */
export async function deletePushDevices(
  db: Queries,
  whose: { readonly sessionIds: readonly string[] } | { readonly userId: string },
): Promise<void> {
  const devices = db.deleteFrom('push_devices');
  await (
    'userId' in whose
      ? devices.where('user_id', '=', whose.userId)
      : devices.where('session_id', 'in', whose.sessionIds)
  ).execute();
}
