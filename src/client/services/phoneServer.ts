import type { PhoneApp } from '#contract/phones';
import { RequestFailed } from './errors';

/** A request as the phone's app would send it. */
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
  /** The system of the device that shows this page; null for a device that is no phone. */
  system(): 'android' | 'ios' | null;
  /** Sends a test request with the phone's key; the server stores nothing of it. Rejects with `RequestFailed`. */
  test(app: PhoneApp, key: string, request: PhoneRequest): Promise<void>;
}

const TIMEOUT_MS = 15_000;

/** Error codes by status, because the answer is for an app and has no code. */
const ERROR_CODES: Record<number, 'phone_key_unknown' | 'phone_needs_https'> = {
  401: 'phone_key_unknown',
  403: 'phone_needs_https',
};

export function createPhoneServer(): PhoneServer {
  const origin = process.env.API_ORIGIN ?? globalThis.location?.origin ?? '';
  return {
    origin,
    // Browsers do not send the part after the #, so it is in no log.
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
        throw new RequestFailed(null);
      });
      if (response.ok) return;
      const code = ERROR_CODES[response.status];
      throw new RequestFailed(response.status, code ? { code } : null);
    },
  };
}
