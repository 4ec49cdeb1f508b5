import { SignJWT, jwtVerify } from 'jose';
import type { Clock } from '#server/clock';
import { hmacKey } from '#server/hashes';

/** The claims of a valid token. */
export interface TokenClaims {
  readonly userId: string;
  /** Must equal the current version in the database. */
  readonly version: number;
  /** Undefined in tokens from before sessions were stored. */
  readonly sessionId: string | undefined;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Signs and reads session tokens. */
export interface Tokens {
  sign(userId: string, version: number, sessionId?: string): Promise<string>;
  /** Undefined for anything but an unexpired token of this server. */
  read(token: string): Promise<TokenClaims | undefined>;
}

const ALGORITHM = 'HS256';
const ISSUER = 'kinmap';
const AUDIENCE = 'kinmap-app';
/** Header `typ`, so that other tokens signed with this key are not accepted as sessions. */
const TYPE = 'kinmap-session+jwt';
/** Tokens expire after 30 days, as the specification says. */
export const TOKEN_LIFE_SECONDS = 30 * 24 * 3_600;
/** Allowed difference between the clocks of several servers; expiry is noticed this late. */
const LEEWAY_SECONDS = 60;
/**
 * Accepted lead of `iat`: a clock that ran ahead and was corrected has issued tokens from the future, which must stay
 * valid. The bound limits how much longer than intended such a token can live.
 */
const AHEAD_SECONDS = 24 * 3_600;
/** Size of the cache of verified tokens: verifying a signature takes longer than most answers. */
const TOKENS_REMEMBERED = 10_000;
/** Our tokens have about 300 characters; longer ones are rejected unread. */
const TOKEN_MAX_LENGTH = 2_048;

/**
 * Session tokens as JWTs (HS256).
 * @param secret at least 32 bytes
 */
export function jwtTokens(secret: string, clock: Clock): Tokens {
  const key = hmacKey(secret);
  const known = new Map<string, TokenClaims>();

  /** A verified signature stays valid, but the expiry is checked every time. */
  function remembered(token: string): TokenClaims | undefined {
    const claims = known.get(token);
    if (claims && claims.expiresAt > clock.now()) return claims;
    known.delete(token);
    return undefined;
  }

  function remember(token: string, claims: TokenClaims): TokenClaims {
    const [oldest] = known.size >= TOKENS_REMEMBERED ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, claims);
    return claims;
  }

  return {
    async sign(userId, version, sessionId) {
      const issuedAt = Math.floor(clock.now() / 1_000);
      return new SignJWT({ ver: version, ...(sessionId === undefined ? {} : { sid: sessionId }) })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFE_SECONDS)
        .sign(await key);
    },
    async read(token) {
      if (token.length > TOKEN_MAX_LENGTH) return undefined;
      const already = remembered(token);
      if (already) return already;
      try {
        const { payload } = await jwtVerify(token, await key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ['sub', 'iat', 'exp', 'ver'],
          clockTolerance: LEEWAY_SECONDS,
          currentDate: new Date(clock.now()),
        });
        const { sub: userId, ver: version, sid: sessionId, iat = 0, exp = 0 } = payload;
        if (typeof userId !== 'string' || typeof version !== 'number') return undefined;
        if (sessionId !== undefined && typeof sessionId !== 'string') return undefined;
        if (exp - iat > TOKEN_LIFE_SECONDS || iat > clock.now() / 1_000 + AHEAD_SECONDS) return undefined;
        return remember(token, {
          userId,
          version,
          sessionId,
          issuedAt: iat * 1_000,
          expiresAt: exp * 1_000,
        });
      } catch {
        return undefined;
      }
    },
  };
}
