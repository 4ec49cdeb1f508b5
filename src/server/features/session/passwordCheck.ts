import type { ErrorCode } from '#contract/errors';
import type { UserRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { PasswordHasher } from './passwords';

/**
 * Asks a signed-in user for their password again, before a change that a stolen token alone must not allow.
 * @throws DomainError `not_signed_in` when the account no longer exists, `wrong` when the password does not match
 */
export type PasswordCheck = (userId: string, password: string, wrong: ErrorCode) => Promise<UserRow>;

/**
 * Makes sure, inside the transaction of such a change, that the password which was right still is: another one, which ends
 * all sessions, may have been set since.
 * @throws DomainError `not_signed_in`
 */
export async function requireOpenSession(
  stored: { hasSession(id: string): Promise<boolean> },
  sessionId: string,
): Promise<void> {
  if (!(await stored.hasSession(sessionId))) throw new DomainError('not_signed_in');
}

export function passwordCheckOf(
  accounts: { byId(id: string): Promise<UserRow | undefined> },
  passwords: PasswordHasher,
): PasswordCheck {
  return async (userId, password, wrong) => {
    const user = await accounts.byId(userId);
    if (!user) throw new DomainError('not_signed_in');
    if (!(await passwords.verify(user.password_hash, password))) throw new DomainError(wrong);
    return user;
  };
}
