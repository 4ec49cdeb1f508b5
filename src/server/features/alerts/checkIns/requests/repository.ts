import type { CheckInRequestRow, Queries } from '#server/db/schema';
import { peopleVisibleTo } from '#server/features/families/visibility';

/** A request with the names of both. */
export type NamedRequest = CheckInRequestRow & { readonly fromName: string; readonly toName: string };

/** Most requests in one answer, the newest. */
const LISTED = 100;
/** Requests that one look of the timer takes. */
const DUE_AT_ONCE = 50;

/** The SQL of requests for check-ins. */
export function checkInRequestRepository(db: Queries) {
  return {
    async insert(row: CheckInRequestRow): Promise<void> {
      await db.insertInto('checkin_requests').values(row).execute();
    },

    find: (id: string): Promise<NamedRequest | undefined> =>
      named(db).where('checkin_requests.id', '=', id).executeTakeFirst(),

    findOpen: (fromId: string, toId: string): Promise<NamedRequest | undefined> =>
      named(db)
        .where('from_id', '=', fromId)
        .where('to_id', '=', toId)
        .where('state', '=', 'open')
        .executeTakeFirst(),

    /** To and from a person, as far as they may still see the other one, newest first. */
    list: (userId: string): Promise<NamedRequest[]> =>
      named(db)
        .where(({ or, eb }) => or([eb('from_id', '=', userId), eb('to_id', '=', userId)]))
        .where('from_id', 'in', peopleVisibleTo(db, userId))
        .where('to_id', 'in', peopleVisibleTo(db, userId))
        .orderBy('checkin_requests.created_at', 'desc')
        .orderBy('checkin_requests.id', 'desc')
        .limit(LISTED)
        .execute(),

    /** Closes an open request. @returns false when it is already closed */
    async close(id: string, state: 'accepted' | 'declined' | 'expired'): Promise<boolean> {
      const result = await db
        .updateTable('checkin_requests')
        .set({ state })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow();
      return result.numUpdatedRows > 0n;
    },

    /** Open ones that were made up to this moment. */
    openSince: (moment: number): Promise<NamedRequest[]> =>
      named(db)
        .where('state', '=', 'open')
        .where('checkin_requests.created_at', '<=', moment)
        .limit(DUE_AT_ONCE)
        .execute(),

    /** Marks the notices of a request as read once it is answered or has expired. @returns their ids */
    async markNoticesRead(requestId: string, recipientId: string, now: number): Promise<string[]> {
      const rows = await db
        .updateTable('notices')
        .set({ read_at: now })
        .where('recipient_id', '=', recipientId)
        .where('about', '=', `request:${requestId}`)
        .where('read_at', 'is', null)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Deletes requests that were made up to this moment. */
    async deleteBefore(moment: number): Promise<void> {
      await db.deleteFrom('checkin_requests').where('created_at', '<=', moment).execute();
    },
  };
}
export type CheckInRequestRepository = ReturnType<typeof checkInRequestRepository>;

const named = (db: Queries) =>
  db
    .selectFrom('checkin_requests')
    .innerJoin('users as asker', 'asker.id', 'from_id')
    .innerJoin('users as asked', 'asked.id', 'to_id')
    .selectAll('checkin_requests')
    .select(['asker.name as fromName', 'asked.name as toName']);
