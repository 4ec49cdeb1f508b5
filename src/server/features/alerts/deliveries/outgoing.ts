import type { NotifySettings } from '#contract/notifications';
import { familyOfChatTag } from '#shared/chatNotification';
import { isQuiet } from '#shared/quietHours';
import type { DeliveryRow } from '#server/db/schema';
import type { ChatRepository } from '#server/features/chat/repository';
import type { MessageContent } from '../messages/repository';
import type { InboxRepository } from '../inbox/repository';
import type { NoticeContent } from '../notice';
import type { NotifySettingsRepository } from '../settings/repository';
import type { DeliveryRepository, NoticeToSend } from './repository';
import { SENDING_RULES } from './rules';

/** The notice that is sent. */
export type Announcement = (NoticeContent | MessageContent) & {
  /** What it replaces; see `Notice.about`. */
  readonly about: string;
  /** The name of the person whom it is about. */
  readonly subjectName: string;
  /** It is the server's repeat of an SOS. */
  readonly isRepeat: boolean;
};

/** A notice as a channel sends it. */
export interface Outgoing {
  readonly notice: Announcement;
  readonly recipientId: string;
  readonly settings: NotifySettings;
  /** In epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Unread alerts of the recipient. */
  readonly unread: number;
}

/** Why a notice is no longer sent. */
export interface NotSent {
  readonly dropped: 'gone' | 'expired' | 'outdated' | 'read' | 'shown' | 'quiet';
}

/** What is read before a notice is sent. */
export interface OutgoingStore {
  readonly deliveries: Pick<DeliveryRepository, 'notice' | 'isShown' | 'isCallOutdated' | 'isReplaced'>;
  readonly inbox: Pick<InboxRepository, 'countUnread'>;
  readonly settings: Pick<NotifySettingsRepository, 'of'>;
  readonly chat: Pick<ChatRepository, 'hasRead'>;
}

/**
 * Looks again whether a notice may and should be sent: time has passed since it was written, and a person may have left or
 * read it.
 * @param now in epoch milliseconds
 */
export async function readOutgoing(
  { deliveries, inbox, settings, chat }: OutgoingStore,
  { notice_id: id }: DeliveryRow,
  now: number,
): Promise<Outgoing | NotSent> {
  const row = await deliveries.notice(id);
  if (!row) return { dropped: 'gone' };
  const { recipient_id: recipientId, created_at: createdAt, expires_at: expiresAt } = row;
  if (expiresAt <= now) return { dropped: 'expired' };
  const notice = asAnnouncement(row);
  if (await isOutdated(deliveries, row)) return { dropped: 'outdated' };
  const isMessageRead =
    notice.kind === 'message' &&
    (await chat.hasRead(familyOfChatTag(notice.about), recipientId, notice.payload.sequence));
  if (row.read_at !== null || isMessageRead) return { dropped: 'read' };
  const wanted = await settings.of(recipientId);
  const { onEveryDevice, ignoresQuiet } = SENDING_RULES[notice.kind];
  if (!onEveryDevice && (await deliveries.isShown(id))) return { dropped: 'shown' };
  if (!ignoresQuiet && isQuiet(wanted, now)) return { dropped: 'quiet' };
  return {
    notice,
    recipientId,
    settings: wanted,
    createdAt,
    expiresAt,
    unread: await inbox.countUnread(recipientId),
  };
}

/** Whether what has happened since makes a notice untrue. A retry may come after what replaces it. */
async function isOutdated(
  { isCallOutdated, isReplaced }: OutgoingStore['deliveries'],
  { id, kind }: NoticeToSend,
): Promise<boolean> {
  if (kind === 'sos') return isCallOutdated(id);
  return (kind === 'joined' || kind.startsWith('checkin')) && isReplaced(id);
}

/** The cast is safe because only the repositories of notices write these columns. */
const asAnnouncement = ({ kind, payload, about, subjectName, ...row }: NoticeToSend): Announcement => ({
  about,
  subjectName,
  isRepeat: row.is_repeat === 1,
  ...({ kind, payload: JSON.parse(payload) as unknown } as NoticeContent | MessageContent),
});
