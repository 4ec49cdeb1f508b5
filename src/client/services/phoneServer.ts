import type { PhoneApp } from '#contract/phones';
import { CallFailed } from './errors';

/** A request as an app makes it. */
export interface PhoneRequest {
  readonly contentType: string;
  readonly body: string;
}

/** The server as apps on phones see it. */
export interface PhoneServer {
  /** Without a trailing slash. */
  readonly origin: string;
  /** The address of the page that connects a phone. */
  connectLink(ticket: string): string;
  /** Of the device that shows this page; null for one that is no phone. */
  system(): 'android' | 'ios' | null;
  /** Makes a request of the app with the key, of which the server stores nothing. Rejects with `CallFailed`. */
  test(app: PhoneApp, key: string, request: PhoneRequest): Promise<void>;
}

const TIMEOUT_MS = 15_000;

/** Status to what went wrong, where the answer is for an app and not for a person. */
const REASONS: Record<number, 'phone_key_unknown' | 'phone_needs_https'> = {
  401: 'phone_key_unknown',
  403: 'phone_needs_https',
};

export function createPhoneServer(): PhoneServer {
  const origin = process.env.API_ORIGIN ?? globalThis.location?.origin ?? '';
  return {
    origin,
    // The part after the # goes to no server and to no log.
    connectLink: (ticket) => `${location.origin}/connect#${ticket}`,
    system() {
      const { userAgent, maxTouchPoints } = navigator;
      if (/Android/u.test(userAgent)) return 'android';
      // An iPad calls itself a Mac, and no Mac has a touch screen.
      return /iPhone|iPad/u.test(userAgent) || (/Mac OS X/u.test(userAgent) && maxTouchPoints > 1)
        ? 'ios'
        : null;
    },
    async test(app, key, { contentType, body }) {
      const response = await fetch(`${origin}/phone/${app}?dry=1`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': contentType },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => {
        throw new CallFailed(null);
      });
      if (response.ok) return;
      const code = REASONS[response.status];
      throw new CallFailed(response.status, code ? { code } : null);
    },
  };
}
