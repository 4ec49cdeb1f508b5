import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Channel } from '../deliveries/dispatch';
import type { Announcement } from '../deliveries/outgoing';
import { SENDING_RULES } from '../deliveries/rules';
import { notificationText } from '../push/payload';
import type { ChannelRepository } from './repository';
import type { SendToChannel } from './senders';
import { webSlots } from './webSlots';

/** What one address gets besides calls for help; a member's device can make up an arrival every few seconds. */
const PER_ADDRESS = { points: 60, duration: 3_600 };

/** When a request that found no slot is due again. */
const BUSY_RETRY_MS = { emergency: 2_000, other: 30_000 } as const;

/** Sends notices by email, ntfy and webhooks. @param isLimited false in load tests */
export function channelDelivery(
  channels: Pick<ChannelRepository, 'byId'>,
  send: SendToChannel,
  isLimited: boolean,
): Channel {
  const inSlot = webSlots();
  const perAddress = isLimited ? new RateLimiterMemory(PER_ADDRESS) : undefined;
  return async ({ notice_id: id, target_id, attempts }, { notice, recipientId, settings, createdAt }) => {
    const channel = await channels.byId(recipientId, target_id);
    if (!channel?.confirmed_at) return { kind: 'refused', reason: 'gone' };
    const { kind } = notice;
    // Further attempts are not counted.
    const { isEmergency } = SENDING_RULES[kind];
    const isCounted = !isEmergency && attempts === 1;
    if (isCounted && (await isReached(perAddress, target_id))) return { kind: 'refused', reason: 'limit' };
    const { title, body, path } = notificationText(notice, settings);
    const message = {
      kind,
      id: sentId(id, notice),
      at: createdAt,
      title,
      text: body,
      url: channel.origin + path,
    };
    if (channel.kind === 'email') return send(channel, message);
    const answer = await inSlot(recipientId, () => send(channel, message));
    return answer ?? { kind: 'busy', afterMs: BUSY_RETRY_MS[isEmergency ? 'emergency' : 'other'] };
  };
}

/** All messages of a chat share one notice, and receivers drop what comes again with the same id. */
const sentId = (noticeId: string, notice: Announcement): string =>
  notice.kind === 'message' ? `${noticeId}:${notice.payload.sequence}` : noticeId;

const isReached = async (limiter: RateLimiterMemory | undefined, key: string): Promise<boolean> =>
  (await limiter?.consume(key).catch(() => null)) === null;
