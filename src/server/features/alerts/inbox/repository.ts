import { ALERTS_KEPT } from '#contract/limits';
import type { Queries } from '#server/db/schema';
import { asNotice, type StoredNotice } from '../notice';
import { inboxOf, newestOfCalls } from './visibility';

/** Some notices by id, or all up to one of them. */
export type NoticeSelection = { readonly ids: readonly string[] } | { readonly upTo: string };

/** Higher counts are reported as this number. */
const MAX_UNREAD_COUNT = ALERTS_KEPT;

/** The SQL of inboxes. */
export function inboxRepository(db: Queries) {
  return {
    /** A page of a person's inbox, newest first. @param before id of the last notice of the page before */
    async list(recipientId: string, before: string | undefined, limit: number): Promise<StoredNotice[]> {
      const rows = await newestOfCalls(db, inboxOf(db, recipientId))
        .$if(before !== undefined, (query) => query.where('notices.id', '<', before ?? ''))
        .orderBy('notices.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(asNotice);
    },

    /** At most MAX_UNREAD_COUNT, because counting thousands would delay other requests. */
    async countUnread(recipientId: string): Promise<number> {
      const unread = newestOfCalls(db, inboxOf(db, recipientId)).where('read_at', 'is', null);
      const { count } = await db
        .selectFrom(unread.clearSelect().select('notices.id').limit(MAX_UNREAD_COUNT).as('unread'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Marks a person's own notices as read. @returns the ids of those that were unread */
    async markRead(recipientId: string, which: NoticeSelection, now: number): Promise<string[]> {
      const unread = db
        .updateTable('notices')
        .set({ read_at: now })
        .where('recipient_id', '=', recipientId)
        .where('kind', '!=', 'message')
        .where('read_at', 'is', null);
      const chosen =
        'upTo' in which ? unread.where('id', '<=', which.upTo) : unread.where('id', 'in', which.ids);
      return (await chosen.returning('id').execute()).map(({ id }) => id);
    },

    /** Hides a person's own notices up to one of them. They count as read. */
    async clear(recipientId: string, upTo: string, now: number): Promise<void> {
      await db
        .updateTable('notices')
        .set(({ fn, val }) => ({ cleared_at: now, read_at: fn.coalesce('read_at', val(now)) }))
        .where('recipient_id', '=', recipientId)
        .where('kind', '!=', 'message')
        .where('cleared_at', 'is', null)
        .where('id', '<=', upTo)
        .execute();
    },
  };
}
export type InboxRepository = ReturnType<typeof inboxRepository>;
