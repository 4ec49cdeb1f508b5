import type { Database } from '#server/db/schema';

/** The stored notices that no device has received yet, oldest first. */
export function unreceivedNotices(database: Database) {
  return database
    .selectFrom('notices')
    .selectAll()
    .where('id', 'not in', database.selectFrom('notice_devices').select('notice_id'))
    .orderBy('id')
    .execute();
}
