import { randomBytes } from 'node:crypto';
import type { SosAnswer } from '#contract/sos';
import type { Clock } from '#server/clock';
import type { DeliveryRow, PushDeviceRow } from '#server/db/schema';
import { sha256 } from '#server/hashes';
import type { Channel, ChannelAnswer } from '../deliveries/dispatch';
import { SENDING_RULES } from '../deliveries/rules';
import { notificationText, pushPayload } from './payload';
import { isApple } from './pushServices';
import type { PushDeviceRepository } from './repository';
import type { SendPush } from './webPush';

const RECEIPT_BYTES = 16;
/** What can be answered on the notification of an SOS. */
const SOS_ANSWERS = ['coming', 'call'] as const satisfies SosAnswer[];

/** The hash of a receipt, so that reading the database is not enough to confirm a notice. */
export const receiptHash = (receipt: string): string => sha256(receipt);

export interface PushChannelDeps {
  readonly devices: PushDeviceRepository;
  readonly send: SendPush;
  /** Stores with what the device will confirm the push; before it is sent. */
  setReceipt(delivery: DeliveryRow, hash: string): Promise<void>;
  readonly clock: Clock;
}

/** Sends notices to browsers by their push services. */
export function pushChannel({ devices, send, setReceipt, clock }: PushChannelDeps): Channel {
  return async (delivery, { notice, recipientId, settings, expiresAt, unread }) => {
    const device = await devices.byId(delivery.target_id);
    if (device?.user_id !== recipientId) return { kind: 'refused', reason: 'gone' };
    const receipt = randomBytes(RECEIPT_BYTES).toString('base64url');
    await setReceipt(delivery, receiptHash(receipt));
    const isDeclarative = isApple(device.endpoint);
    const payload = pushPayload(notificationText(notice, settings), {
      origin: device.origin,
      receipt,
      // Apple ends the subscriptions of apps that show nothing.
      unlessSeen: !SENDING_RULES[notice.kind].onEveryDevice && !isDeclarative,
      badge: unread,
      isDeclarative,
      answers: notice.kind === 'sos' ? SOS_ANSWERS : [],
    });
    const answer = await send(device, {
      payload,
      ttl: Math.max(0, Math.floor((expiresAt - clock.now()) / 1_000)),
      urgency: SENDING_RULES[notice.kind].urgency,
      about: notice.about,
    });
    if (answer.kind === 'gone') await devices.remove(recipientId, device.id);
    return toChannelAnswer(answer);
  };
}

/** Sends a push without a notice. @returns the service's answer */
export function sendTest(send: SendPush, { endpoint, origin, ...keys }: PushDeviceRow): ReturnType<SendPush> {
  const text = {
    title: 'Kinmap',
    body: 'Alerts reach this device.',
    tag: 'test',
    path: '/',
  };
  const payload = pushPayload(text, {
    origin,
    unlessSeen: false,
    isDeclarative: isApple(endpoint),
    answers: [],
  });
  return send({ endpoint, ...keys }, { payload, ttl: 60, urgency: 'high', about: 'test' });
}

function toChannelAnswer(answer: Awaited<ReturnType<SendPush>>): ChannelAnswer {
  if (answer.kind === 'later') return answer;
  return answer.kind === 'accepted' ? { kind: 'accepted' } : { kind: 'refused', reason: answer.kind };
}
