import { sql } from 'kysely';
import { chatTag } from '#shared/chatNotification';
import type { Queries } from '#server/db/schema';
import type { NewMessage } from '#server/features/chat/newMessage';
import { visibility } from '#server/features/families/visibility';
import { SENDING_RULES } from '../deliveries/rules';

/** What the notification of a chat message is made of. */
export interface MessageContent {
  readonly kind: 'message';
  readonly payload: { readonly sequence: number; readonly text: string };
}

/** The SQL of notifications of chat messages. */
export function messageNoticeRepository(db: Queries) {
  return {
    /**
     * Notes a message for those members who are notified of messages on closed pages. It takes the place of an earlier one
     * of the same conversation.
     * @param now in epoch milliseconds
     * @returns the ids of the notices
     */
    async add(message: NewMessage, newId: () => string, now: number): Promise<string[]> {
      const recipients = await recipientsOf(db, message);
      if (recipients.length === 0) return [];
      const renewed = {
        subject_id: message.authorId,
        payload: JSON.stringify({ sequence: message.sequence, text: message.text }),
        created_at: now,
        expires_at: now + SENDING_RULES.message.expiresAfterMs,
      };
      const rows = recipients.map((recipientId) => ({
        id: newId(),
        recipient_id: recipientId,
        family_ids: JSON.stringify([message.familyId]),
        kind: 'message' as const,
        about: chatTag(message.familyId),
        read_at: null,
        cleared_at: null,
        ...renewed,
      }));
      const notices = await db
        .insertInto('notices')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['recipient_id', 'about'])
            .where('kind', '=', sql.lit('message'))
            .doUpdateSet(renewed),
        )
        .returning('id')
        .execute();
      return notices.map(({ id }) => id);
    },
  };
}
export type MessageNoticeRepository = ReturnType<typeof messageNoticeRepository>;

/** The other members whom messages can reach without an open page, and who have not switched them off. */
async function recipientsOf(db: Queries, { familyId, authorId }: NewMessage): Promise<string[]> {
  const members = await visibility(db).otherMembers(familyId, authorId);
  if (members.length === 0) return [];
  const reachable = db
    .selectFrom('push_devices')
    .select('user_id')
    .where('user_id', 'in', members)
    .union(
      db
        .selectFrom('notify_channels')
        .select('user_id')
        .where('user_id', 'in', members)
        .where('confirmed_at', 'is not', null)
        .where('scope', '=', 'all'),
    );
  const rows = await db
    .selectFrom(reachable.as('reachable'))
    .leftJoin('notify_settings', 'notify_settings.user_id', 'reachable.user_id')
    .select('reachable.user_id')
    .where(({ eb, or }) =>
      or([eb('notify_settings.messages', 'is', null), eb('notify_settings.messages', '=', 1)]),
    )
    .execute();
  return rows.map(({ user_id }) => user_id);
}
