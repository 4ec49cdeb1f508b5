import { DomainError } from '#server/domainError';
import type { SignedIn } from '#server/signedIn';
import type { RateLimits } from './rateLimits';

interface RecentSignInDeps {
  /** @returns null when the account has no second factor */
  readonly challenges: { requireRecent(user: SignedIn, host: string): Promise<number | null> };
  readonly sessions: { isNew(user: SignedIn): Promise<boolean> };
  /** @throws DomainError 400 when the password is wrong */
  readonly accounts: { confirmPassword(userId: string, password: string): Promise<void> };
  readonly limits: RateLimits;
}

/**
 * Makes sure that the owner is there, before something is made that outlives the session. A session that has just begun, or
 * has just passed a second factor, proves it; others give the password.
 */
export const recentSignIn =
  ({ challenges, sessions, accounts, limits }: RecentSignInDeps) =>
  /** @throws DomainError 403 when the password is needed and not given, 400 when it is wrong; SecondFactorNeeded 403 */
  async (user: SignedIn, host: string, currentPassword: string | undefined): Promise<void> => {
    if ((await challenges.requireRecent(user, host)) !== null) return;
    if (await sessions.isNew(user)) return;
    if (currentPassword === undefined) throw new DomainError('current_password_needed');
    await limits.countWrong(400, [['wrongPassword', user.sessionId]], () =>
      accounts.confirmPassword(user.userId, currentPassword),
    );
  };
