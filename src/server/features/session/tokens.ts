import { SignJWT, jwtVerify } from 'jose';
import type { Clock } from '#server/clock';
import { hmacKey } from './hmacKey';

/** What a valid token says. */
export interface TokenClaims {
  readonly userId: string;
  /** Must equal the person's current version in the store. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Signs and reads session tokens. */
export interface Tokens {
  sign(userId: string, version: number): Promise<string>;
  /** Undefined for anything but a whole, unexpired token of ours. */
  read(token: string): Promise<TokenClaims | undefined>;
}

const ALGORITHM = 'HS256';
const ISSUER = 'kinmap';
const AUDIENCE = 'kinmap-app';
/** Header `typ`, so that no other kind of token signed with this key ever counts as a session. */
const TYPE = 'kinmap-session+jwt';
/** From the contract: tokens live 30 days. */
export const TOKEN_LIFE_SECONDS = 30 * 24 * 3_600;
/** Clocks of several servers may differ by this much: so late is an expiry noticed. */
const LEEWAY_SECONDS = 60;
/**
 * A clock that went ahead and was put right has signed tokens of the future, and whoever holds one must not be signed out
 * by that. Only our key makes them; a day bounds how long such a token can outlive what it should.
 */
const AHEAD_SECONDS = 24 * 3_600;
/** Tokens whose signature is not checked again: the check goes through a thread and takes longer than most answers. */
const TOKENS_REMEMBERED = 10_000;
/** Ours have about 300 characters; longer ones are not worth reading. */
const TOKEN_MAX_LENGTH = 2_048;

/**
 * Session tokens as JWTs (HS256).
 * @param secret at least 32 bytes
 */
export function jwtTokens(secret: string, clock: Clock): Tokens {
  const key = hmacKey(secret);
  const known = new Map<string, TokenClaims>();

  /** A signature that was right stays right; what time does to a token is looked at every time. */
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
    async sign(userId, version) {
      const issuedAt = Math.floor(clock.now() / 1_000);
      return new SignJWT({ ver: version })
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
        const { sub: userId, ver: version, iat = 0, exp = 0 } = payload;
        if (typeof userId !== 'string' || typeof version !== 'number') return undefined;
        if (exp - iat > TOKEN_LIFE_SECONDS || iat > clock.now() / 1_000 + AHEAD_SECONDS) return undefined;
        return remember(token, { userId, version, expiresAt: exp * 1_000 });
      } catch {
        return undefined;
      }
    },
  };
}
