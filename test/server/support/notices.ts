import type { Database } from '#server/db/schema';

/** The stored notices that no device has received yet and that are not cleared, oldest first. */
export function unreceivedNotices(database: Database) {
  return database
    .selectFrom('notices')
    .selectAll()
    .where('id', 'not in', database.selectFrom('notice_devices').select('notice_id'))
    .where('cleared_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Whether the database knows that a visible page of the person has shown a notice to them. */
export async function hasPageShown(database: Database, recipientId: string): Promise<boolean> {
  const row = await database
    .selectFrom('notice_devices')
    .innerJoin('notices', 'notices.id', 'notice_devices.notice_id')
    .select('notices.id')
    .where('notices.recipient_id', '=', recipientId)
    .where('notice_devices.shown_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
