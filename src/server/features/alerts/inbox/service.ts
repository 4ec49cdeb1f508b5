import type { InboxAlert } from '#contract/inbox';
import type { Clock } from '#server/clock';
import type { Publisher } from '#server/publisher';
import { asInboxAlert } from './inboxAlert';
import type { InboxRepository, NoticeSelection } from './repository';

/** The alerts of the last 30 days of one person, the same on all of their devices. */
export interface InboxService {
  /** Newest first. `unread` counts the whole inbox. */
  list(
    userId: string,
    page: { before?: string | undefined; limit: number },
  ): Promise<{ alerts: InboxAlert[]; unread: number }>;
  /** Marks alerts as read on all devices: devices that have not received them yet get none. */
  markRead(userId: string, which: NoticeSelection): Promise<void>;
  /** Clears all alerts up to one of them on all devices. */
  clear(userId: string, upTo: string): Promise<void>;
}

export interface InboxDeps {
  inbox: InboxRepository;
  publisher: Publisher;
  clock: Clock;
}

/** @see InboxService */
export function inboxService({ inbox, publisher, clock }: InboxDeps): InboxService {
  return {
    async list(userId, { before, limit }) {
      const [notices, unread] = await Promise.all([
        inbox.list(userId, before, limit),
        inbox.countUnread(userId),
      ]);
      return { alerts: notices.map(asInboxAlert), unread };
    },
    async markRead(userId, which) {
      const ids = await inbox.markRead(userId, which, clock.now());
      if (ids.length > 0) publisher.alertsRead(userId, ids);
    },
    async clear(userId, upTo) {
      await inbox.clear(userId, upTo, clock.now());
      publisher.alertsCleared(userId, upTo);
    },
  };
}
