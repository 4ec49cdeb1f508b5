import { createECDH } from 'node:crypto';
import ece from 'http_ece';
import type { Clock } from '#server/clock';
import type { PushDeviceRow } from '#server/db/schema';
import { sha256 } from '#server/hashes';
import { isApple, isPushService } from './pushServices';
import type { Vapid } from './vapid';

/** What a push service is asked to deliver. */
export interface Push {
  readonly payload: string;
  /** How long the service keeps it for a device that is offline, in seconds. */
  readonly ttl: number;
  readonly urgency: 'high' | 'normal';
  /** Of two that wait for a device, the newer one stays. */
  readonly about: string;
}

/** What the push service said. `gone`: the device has unsubscribed. `key`: it refuses the key of this server. */
export type PushAnswer =
  | { readonly kind: 'accepted' | 'gone' | 'key' | 'refused' | 'unknownService' }
  | { readonly kind: 'later'; readonly afterMs: number | undefined };

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
    // Again, because the operator may have taken a service off the list.
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
    // What a service says in words is of no use here.
    await response?.body?.cancel();
    return response ? read(response, clock.now()) : { kind: 'later', afterMs: undefined };
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

function read({ status, headers }: Response, now: number): PushAnswer {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 401 || status === 403) return { kind: 'key' };
  if (status === 429 || status >= 500)
    return { kind: 'later', afterMs: retryAfterMs(headers.get('retry-after'), now) };
  return { kind: 'refused' };
}

/** Reads Retry-After, in seconds or as a date. @returns milliseconds */
function retryAfterMs(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/u.test(text)) return Number(text) * 1_000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
