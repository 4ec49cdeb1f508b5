import type { Clock } from '#server/clock';
import type { DeliveryRow } from '#server/db/schema';
import type { NotSent, Outgoing } from './outgoing';
import type { DeliveryResult } from './repository';
import { retryDelayMs, SENDING_RULES } from './rules';

/** What a channel learned when it sent. */
export type ChannelAnswer =
  | { readonly kind: 'accepted' }
  /** `reason`: one word for the log of deliveries. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** @property afterMs that the service asks for, in milliseconds */
  | { readonly kind: 'later'; readonly afterMs: number | undefined }
  /** It was not sent, because this server is busy. */
  | { readonly kind: 'busy'; readonly afterMs: number };

/** Sends one notice to one device or address. */
export type Channel = (delivery: DeliveryRow, outgoing: Outgoing) => Promise<ChannelAnswer>;

export interface DispatchDeps {
  readonly channels: Readonly<Record<DeliveryRow['channel'], Channel>>;
  readOutgoing(delivery: DeliveryRow): Promise<Outgoing | NotSent>;
  /** Counts the results of deliveries. */
  count(channel: DeliveryRow['channel'], state: string, reason: string): void;
  readonly clock: Clock;
}

/** Sends deliveries by their channels, and decides what follows from the answer. */
export function dispatcher({ channels, readOutgoing, count, clock }: DispatchDeps) {
  return async (delivery: DeliveryRow): Promise<DeliveryResult> => {
    const outgoing = await readOutgoing(delivery);
    const result: DeliveryResult =
      'dropped' in outgoing
        ? { state: 'dropped', reason: outgoing.dropped }
        : resultOf(await channels[delivery.channel](delivery, outgoing), delivery, outgoing, clock.now());
    if ('state' in result) count(delivery.channel, result.state, 'reason' in result ? result.reason : 'none');
    return result;
  };
}

function resultOf(
  answer: ChannelAnswer,
  { attempts }: DeliveryRow,
  { notice, expiresAt }: Outgoing,
  now: number,
): DeliveryResult {
  if (answer.kind === 'accepted') return { state: 'handedOver' };
  if (answer.kind === 'refused') return { state: 'failed', reason: answer.reason };
  const delayMs =
    answer.kind === 'busy' ? answer.afterMs : retryDelayMs(attempts, answer.afterMs, Math.random());
  const retryAt = now + delayMs;
  const isHopeless = attempts >= SENDING_RULES[notice.kind].attempts || retryAt >= expiresAt;
  return isHopeless ? { state: 'failed', reason: 'unreachable' } : { retryAt };
}
