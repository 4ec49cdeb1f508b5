import { type JWTPayload, SignJWT, jwtVerify } from 'jose';
import type { Clock } from '#server/clock';
import { hmacKey } from '#server/hashes';
import { DEVICE_TOKEN_SECONDS } from '#server/http/deviceCookie';

/** A browser in which an account has signed in before. */
export interface KnownBrowser {
  readonly userId: string;
  /** Stays the same over the sign-ins of one browser. */
  readonly browserId: string;
  /** The version of the account's tokens at the time; a new password increases it, so that every browser is unknown. */
  readonly version: number;
  /** Whether a second factor of the account was passed there. */
  readonly hasPassedFactor: boolean;
  /**
   * When a second factor was passed for the change of the password after which this was issued. The sign-in that follows
   * asks for none; undefined when it did not follow at once.
   */
  readonly factorPassedAt?: number | undefined;
}

/**
 * Recognizes browsers from which an account has signed in before, so that wrong guesses from elsewhere never lock the
 * owner out (OWASP, device cookies). A device token grants no access: signing in still takes the password.
 */
export interface Devices {
  /** Issues a device token for the browser that has just signed in. */
  issueToken(browser: KnownBrowser): Promise<string>;
  /** Undefined for anything but a valid device token of this server. */
  read(deviceToken: string): Promise<KnownBrowser | undefined>;
}

const ALGORITHM = 'HS256';
/** Header `typ`, which keeps device tokens and session tokens apart. */
const TYPE = 'kinmap-device+jwt';
/** How long `factorPassedAt` is valid: the app signs in again at once after a change of the password. */
const RENEWAL_MS = 60_000;
const DEVICE_TOKEN_MAX_LENGTH = 1_024;

/** @param secret at least 32 bytes */
export function deviceTokens(secret: string, clock: Clock): Devices {
  const key = hmacKey(secret);
  return {
    async issueToken({ userId, browserId, version, hasPassedFactor, factorPassedAt }) {
      const issuedAt = Math.floor(clock.now() / 1_000);
      return new SignJWT({
        ver: version,
        ...(hasPassedFactor ? { fac: true } : {}),
        ...(factorPassedAt === undefined ? {} : { pas: factorPassedAt, ren: clock.now() + RENEWAL_MS }),
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(userId)
        .setJti(browserId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + DEVICE_TOKEN_SECONDS)
        .sign(await key);
    },
    async read(deviceToken) {
      if (deviceToken.length > DEVICE_TOKEN_MAX_LENGTH) return undefined;
      try {
        const { payload } = await jwtVerify(deviceToken, await key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          requiredClaims: ['sub', 'jti', 'exp', 'ver'],
          currentDate: new Date(clock.now()),
        });
        return knownBrowser(payload, clock.now());
      } catch {
        return undefined;
      }
    },
  };
}

function knownBrowser(payload: JWTPayload, now: number): KnownBrowser | undefined {
  const { sub: userId, jti: browserId, ver: version, fac, pas, ren } = payload;
  if (typeof userId !== 'string' || typeof browserId !== 'string' || typeof version !== 'number')
    return undefined;
  const isRenewal = typeof pas === 'number' && typeof ren === 'number' && now < ren;
  return {
    userId,
    browserId,
    version,
    hasPassedFactor: fac === true,
    factorPassedAt: isRenewal ? pas : undefined,
  };
}
