import { importJWK, SignJWT } from 'jose';
import type { Clock } from '#server/clock';
import { publicPoint } from '#server/vapidKey';

/** Identifies this server to push services (RFC 8292). */
export interface Vapid {
  /** An uncompressed point of P-256 as base64url: browsers subscribe for this key. */
  readonly publicKey: string;
  /** The Authorization header for a push service. @param origin of the service */
  authorization(origin: string): Promise<string>;
}

const HOUR_MS = 3_600_000;
/** A service accepts 24 hours at most. */
const TOKEN_LIFE_MS = 20 * HOUR_MS;
const TOKEN_KEPT_MS = 12 * HOUR_MS;

/**
 * @param privateKey 32 bytes as base64url
 * @param subject whom a push service may ask about this server: a mailto: or https: address
 */
export function vapidOf(privateKey: string, subject: string, clock: Clock): Vapid {
  const point = publicPoint(privateKey);
  const publicKey = point.toString('base64url');
  const key = importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    'ES256',
  );
  /** The token of each service. */
  const tokens = new Map<string, { readonly made: number; readonly token: Promise<string> }>();

  async function sign(origin: string, now: number): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setSubject(subject)
      .setExpirationTime(Math.floor((now + TOKEN_LIFE_MS) / 1_000))
      .sign(await key);
  }

  return {
    publicKey,
    async authorization(origin) {
      const now = clock.now();
      const known = tokens.get(origin);
      const usable = known && Math.abs(now - known.made) < TOKEN_KEPT_MS;
      const { token } = usable ? known : { token: sign(origin, now) };
      if (!usable) tokens.set(origin, { made: now, token });
      return `vapid t=${await token}, k=${publicKey}`;
    },
  };
}
