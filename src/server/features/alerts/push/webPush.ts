import { createECDH } from 'node:crypto';
import ece from 'http_ece';
import type { Clock } from '#server/clock';
import type { PushDeviceRow } from '#server/db/schema';
import { sha256 } from '#server/hashes';
import { type HttpAnswer, NO_ANSWER, readAnswer } from '../deliveries/httpAnswer';
import { isApple, isPushService } from './pushServices';
import type { Vapid } from './vapid';

/** A push, as a push service is asked to deliver it. */
export interface Push {
  readonly payload: string;
  /** How long the service keeps it for a device that is offline, in seconds. */
  readonly ttl: number;
  readonly urgency: 'high' | 'normal';
  /** A newer push replaces one with the same value that still waits for the device. */
  readonly about: string;
}

/** The answer of a push service. `gone`: the device has unsubscribed. `key`: it refuses the key of this server. */
export type PushAnswer = HttpAnswer | { readonly kind: 'unknownService' };

export type SendPush = (
  device: Pick<PushDeviceRow, 'endpoint' | 'p256dh' | 'auth'>,
  push: Push,
) => Promise<PushAnswer>;

const TIMEOUT_MS = 10_000;
/** RFC 8030: at most 32 characters of base64url. */
const TOPIC_LENGTH = 32;

/** Sends encrypted pushes (RFC 8291) to push services (RFC 8030). @param otherServices origins besides the known ones */
export function webPush(vapid: Vapid, otherServices: readonly string[], clock: Clock): SendPush {
  return async ({ endpoint, p256dh, auth }, { payload, ttl, urgency, about }) => {
    // Checked again, because the operator may have removed a service from the list.
    if (!isPushService(endpoint, otherServices)) return { kind: 'unknownService' };
    const response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: await vapid.authorization(new URL(endpoint).origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttl),
        urgency: isApple(endpoint) ? 'high' : urgency,
        topic: sha256(about).slice(0, TOPIC_LENGTH),
      },
      body: new Uint8Array(encrypt(payload, p256dh, auth)),
    }).catch(() => undefined);
    // Only the status and the headers are used.
    await response?.body?.cancel();
    if (!response) return NO_ANSWER;
    return readAnswer(response.status, response.headers.get('retry-after'), clock.now());
  };
}

function encrypt(payload: string, p256dh: string, authSecret: string): Buffer {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  return ece.encrypt(Buffer.from(payload), {
    version: 'aes128gcm',
    dh: p256dh,
    privateKey,
    authSecret,
    rs: 4_096,
  });
}
