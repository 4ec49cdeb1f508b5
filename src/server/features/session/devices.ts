import { SignJWT, jwtVerify } from 'jose';
import type { Clock, Ids } from '#server/clock';
import { hmacKey } from './hmacKey';

/**
 * Remembers which browsers somebody has signed in from before, so that guesses made elsewhere, however many, never keep
 * the owner out (OWASP, device cookies). A mark opens nothing: the password is asked for all the same.
 */
export interface Devices {
  /** A mark for the browser that has just signed in as this person. */
  issueToken(userId: string): Promise<string>;
  /** Whose mark it is and which; undefined for anything but a mark of ours. */
  read(issueToken: string): Promise<{ userId: string; deviceId: string } | undefined>;
}

const ALGORITHM = 'HS256';
/** Header `typ`: a mark is no session, and a session is no mark. */
const TYPE = 'kinmap-device+jwt';
/** Half a year without signing in, and a browser is a stranger again. */
export const DEVICE_MARK_SECONDS = 180 * 24 * 3_600;
const MARK_MAX_LENGTH = 1_024;

/** @param secret at least 32 bytes */
export function deviceMarks(secret: string, clock: Clock, ids: Ids): Devices {
  const key = hmacKey(secret);
  return {
    async issueToken(userId) {
      const issuedAt = Math.floor(clock.now() / 1_000);
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(userId)
        .setJti(ids.next())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + DEVICE_MARK_SECONDS)
        .sign(await key);
    },
    async read(issueToken) {
      if (issueToken.length > MARK_MAX_LENGTH) return undefined;
      try {
        const { payload } = await jwtVerify(issueToken, await key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          requiredClaims: ['sub', 'jti', 'exp'],
          currentDate: new Date(clock.now()),
        });
        const { sub, jti } = payload;
        return typeof sub === 'string' && typeof jti === 'string'
          ? { userId: sub, deviceId: jti }
          : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
