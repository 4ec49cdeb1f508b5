import { type ExpressionBuilder, sql } from 'kysely';
import type { Queries, Schema } from '#server/db/schema';
import { membersVisibleTo, membershipsOf } from '#server/features/families/visibility';

/** SQL: the notices of a person that are not cleared and that they may still see. */
export const visibleNotices = (db: Queries, recipientId: string) =>
  ownNotices(db, recipientId).where(isStillVisibleTo(db, recipientId));

/**
 * SQL: whether a notice is of a family in which its recipient still is, and the subject too. A call for help stays when
 * the caller has left or was removed since, and so does that it is over.
 */
export function isStillVisibleTo(db: Queries, recipientId: string) {
  const mine = db.selectFrom(membershipsOf(db, [recipientId]).as('mine')).select('mine.family_id');
  // Found by its key: comparing each notice with all members of all families would take seconds.
  const subject = membersVisibleTo(db, recipientId).where(
    'theirs.user_id',
    '=',
    sql.ref<string>('notices.subject_id'),
  );
  return ({ and, eb, exists, or }: ExpressionBuilder<Schema, 'notices'>) =>
    or([
      and([eb('kind', 'in', ['sos', 'sosEnded']), exists(mine.where(isAboutFamily('mine.family_id')))]),
      exists(subject.where(isAboutFamily('theirs.family_id'))),
    ]);
}

const isAboutFamily = (family: string) =>
  sql<boolean>`notices.family_ids like '%"' || ${sql.ref(family)} || '"%'`;

function ownNotices(db: Queries, recipientId: string) {
  return db
    .selectFrom('notices')
    .selectAll('notices')
    .where('recipient_id', '=', recipientId)
    .where('cleared_at', 'is', null);
}

/** SQL: the alerts in the inbox of a person. */
export const inboxOf = (db: Queries, recipientId: string) =>
  visibleNotices(db, recipientId).where('kind', '!=', 'message');

/** SQL: without the older alerts of an SOS; the inbox shows the newest. */
export function newestOfCalls(db: Queries, inbox: ReturnType<typeof inboxOf>) {
  const newer = db
    .selectFrom('notices as newer')
    .select('newer.id')
    .where('newer.sos_id', '=', sql.ref<string>('notices.sos_id'))
    .where('newer.recipient_id', '=', sql.ref<string>('notices.recipient_id'))
    .where('newer.id', '>', sql.ref<string>('notices.id'))
    .where('newer.kind', '=', 'sos')
    .where('newer.cleared_at', 'is', null);
  return inbox.where(({ or, eb, not, exists }) => or([eb('kind', '!=', 'sos'), not(exists(newer))]));
}
