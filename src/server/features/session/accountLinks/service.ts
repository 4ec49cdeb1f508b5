import fastq from 'fastq';
import type * as z from 'zod/mini';
import type { ResetPasswordInput } from '#contract/accountLinks';
import type { Clock } from '#server/clock';
import type { AccountLinkRow, UserRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Publisher } from '#server/publisher';
import { requireOwnAccount } from '#server/signedIn';
import type { AccountEmails } from '../accountEmails';
import { prepareConfirmation, replaceEmail } from '../account/emailChange';
import type { AccountRepository } from '../account/repository';
import { rejectCommonPassword } from '../commonPasswords';
import type { PasswordHasher } from '../passwords';
import type { AccountLinkRepository } from './repository';
import { linkHash, newLink } from './tokens';

export interface AccountLinkService {
  /**
   * Sends a link for a new password when an account has the email. Looks the account up after the answer, so that neither
   * the answer nor its time reveals whether there is one.
   * @throws DomainError 503 where no emails are sent
   */
  requestPasswordReset(email: string): void;
  /** Called before rate limits and hashing. @throws DomainError 400 for a common password */
  rejectCommonPassword(password: string): void;
  /** Invalidates every token of the account. @returns the email of the account */
  resetPassword(input: z.output<typeof ResetPasswordInput>): Promise<string>;
  /** Makes the confirmed email the one of the account, and notifies the former one. */
  confirmEmail(token: string): Promise<void>;
  /** Puts the former email back and invalidates every token of the account. */
  undoEmail(token: string): Promise<void>;
  /** Sends a new link for the email that waits for its confirmation; the previous link becomes invalid. */
  resendConfirmation(viewerId: string, personId: string): Promise<void>;
  cancelEmailChange(viewerId: string, personId: string): Promise<void>;
  deleteExpired(): Promise<void>;
  /** Resolves when no request for a link is pending any more. */
  settled(): Promise<void>;
}

interface LinkStore {
  readonly links: AccountLinkRepository;
  readonly accounts: AccountRepository;
}

export interface AccountLinkDeps extends LinkStore {
  userByEmail(email: string): Promise<UserRow | undefined>;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: LinkStore) => Promise<Result>): Promise<Result>;
  passwords: PasswordHasher;
  /** Undefined where no emails are sent. */
  emails: AccountEmails | undefined;
  publisher: Publisher;
  clock: Clock;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** The rules of links that were sent by email. */
export function accountLinkService(deps: AccountLinkDeps): AccountLinkService {
  const { links, inTransaction, passwords, emails, publisher, clock } = deps;
  const requests = fastq.promise((email: string) => sendResetLink(deps, email), 1);

  return {
    requestPasswordReset(email) {
      if (!emails) throw new DomainError('email_unavailable');
      setImmediate(() => void requests.push(email).catch(deps.onError));
    },
    rejectCommonPassword,
    async resetPassword({ token, newPassword }) {
      const tokenHash = linkHash(token);
      if (!(await links.isValid(tokenHash, 'password', clock.now()))) throw new DomainError('link_invalid');
      const hash = await passwords.hash(newPassword);
      const user = await inTransaction(async (stored) => {
        const { user: owner } = await redeem(stored, tokenHash, 'password', clock.now());
        await stored.accounts.setPassword(owner.id, null, hash);
        return owner;
      });
      publisher.disconnect(user.id);
      emails?.passwordChanged(user.email);
      return user.email;
    },
    async confirmEmail(token) {
      const { user, undoToken } = await confirm(deps, linkHash(token));
      publisher.accountChanged({ userId: user.id }, 'email');
      emails?.emailChanged(user.email, undoToken);
    },
    async undoEmail(token) {
      const now = clock.now();
      const { user, email: restored } = await inTransaction(async (stored) => {
        const { user: owner, email } = await redeem(stored, linkHash(token), 'undoEmail', now);
        await replaceEmail(stored, owner, email, now);
        await stored.accounts.endSessions(owner.id);
        // Also those of later changes, which lead to other mailboxes.
        await stored.links.removeOf(owner.id, 'undoEmail');
        return { user: owner, email };
      });
      publisher.disconnect(user.id);
      // The owner may have put the former email back before.
      if (user.email !== restored) emails?.emailChangeUndone(user.email);
    },
    async resendConfirmation(viewerId, userId) {
      requireOwnAccount(viewerId, userId);
      const now = clock.now();
      if (!emails) throw new DomainError('email_change_not_found');
      const { email, token } = await inTransaction(async (stored) => {
        const pending = await stored.links.pendingEmail(userId, now);
        if (pending === undefined) throw new DomainError('email_change_not_found');
        return { email: pending, token: await prepareConfirmation(stored.links, userId, pending, now) };
      });
      emails.confirmEmail(email, token);
    },
    async cancelEmailChange(viewerId, userId) {
      requireOwnAccount(viewerId, userId);
      await links.removeOf(userId, 'confirmEmail');
    },
    deleteExpired: () => links.deleteExpired(clock.now()),
    settled: () => requests.drained(),
  };
}

async function sendResetLink(
  { userByEmail, links, emails, clock }: AccountLinkDeps,
  email: string,
): Promise<void> {
  const user = await userByEmail(email);
  if (!user) return;
  const { token, link } = newLink({ user_id: user.id, purpose: 'password', email: null }, clock.now());
  await links.insert(link);
  emails?.resetPassword(user.email, token);
}

/** Uses up a link. @throws DomainError 400 when it is unknown, expired or used */
async function redeem(
  { links, accounts }: LinkStore,
  tokenHash: string,
  purpose: AccountLinkRow['purpose'],
  now: number,
): Promise<{ user: UserRow; email: string }> {
  const link = await links.take(tokenHash, purpose, now);
  const user = link && (await accounts.byId(link.user_id));
  if (!user) throw new DomainError('link_invalid');
  return { user, email: link.email ?? '' };
}

/** @returns the account before the change, and the token that undoes it */
function confirm(
  { inTransaction, clock }: AccountLinkDeps,
  tokenHash: string,
): Promise<{ user: UserRow; undoToken: string }> {
  const now = clock.now();
  return inTransaction(async (stored) => {
    const { user, email } = await redeem(stored, tokenHash, 'confirmEmail', now);
    await replaceEmail(stored, user, email, now);
    const undo = newLink({ user_id: user.id, purpose: 'undoEmail', email: user.email }, now);
    await stored.links.insert(undo.link);
    return { user, undoToken: undo.token };
  });
}
