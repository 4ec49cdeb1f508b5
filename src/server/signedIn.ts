import { DomainError } from '#server/domainError';

/** The client of a call. */
export interface Caller {
  /** Key of its address in rate limits: for IPv6 the network. */
  readonly address: string;
  readonly userAgent: string;
}

/** The account and session that a token belongs to. */
export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
  /** When the token expires, epoch milliseconds. */
  readonly expiresAt: number;
}

/** The last use of a session is written when the stored one is older than this. */
export const LAST_USED_PRECISION_MS = 60_000;

/** @throws DomainError 403, whether or not an account has that id */
export function requireOwnAccount(viewerId: string, personId: string): void {
  if (viewerId !== personId) throw new DomainError('not_own_account');
}
