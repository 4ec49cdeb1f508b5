import { sql } from 'kysely';
import type { Queries } from '#server/db/schema';
import { membersVisibleTo } from '#server/features/families/visibility';

/**
 * SQL: the notices of a person that are not cleared, told in families in which that person still is, and the subject too. A
 * call for help stays when the caller has left or was removed since.
 */
export function visibleNotices(db: Queries, recipientId: string) {
  return ownNotices(db, recipientId).where(({ exists }) =>
    exists(
      familiesOfNotice(db, recipientId).where(
        sql<boolean>`(notices.kind = 'sos' or member.user_id = notices.subject_id)`,
      ),
    ),
  );
}

function ownNotices(db: Queries, recipientId: string) {
  return db
    .selectFrom('notices')
    .selectAll('notices')
    .where('recipient_id', '=', recipientId)
    .where('cleared_at', 'is', null);
}

/** SQL: the members of those families of the recipient in which a notice is told, the recipient included. */
function familiesOfNotice(db: Queries, recipientId: string) {
  return db
    .selectFrom(membersVisibleTo(db, recipientId).as('member'))
    .select('member.user_id')
    .where(sql<boolean>`notices.family_ids like '%"' || member.family_id || '"%'`);
}

/** SQL: the alerts in the inbox of a person. */
export const inboxOf = (db: Queries, recipientId: string) =>
  visibleNotices(db, recipientId).where('kind', '!=', 'message');
