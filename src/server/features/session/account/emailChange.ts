import type { ChangedUser } from '#contract/session';
import type { UserRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { AccountLinkRepository } from '../accountLinks/repository';
import { newLink } from '../accountLinks/tokens';
import type { AccountRepository } from './repository';

/** An account's former email stays reserved for this long: its owner may want it back. */
const EMAIL_RESERVED_MS = 30 * 86_400_000;
/** An email that was held for less time is not reserved: it may be a typing error, or someone else's. */
const EMAIL_HELD_MS = 86_400_000;

interface EmailStore {
  readonly accounts: AccountRepository;
  readonly links: AccountLinkRepository;
}

/** Gives an account another email and reserves the former one. @throws DomainError 409 when another account has it */
export async function replaceEmail(
  { accounts, links }: EmailStore,
  user: UserRow,
  email: string,
  now: number,
): Promise<void> {
  if (await accounts.isEmailTaken(email, user.id, now)) throw new DomainError('email_taken');
  if (now >= (user.email_changed_at ?? user.created_at) + EMAIL_HELD_MS)
    await accounts.reserveEmail(user.email, user.id, now + EMAIL_RESERVED_MS);
  await accounts.change(user.id, { email, email_changed_at: now });
  // A person who reads the former mailbox may not open the account with them.
  for (const purpose of ['password', 'confirmEmail'] as const) await links.removeOf(user.id, purpose);
}

/** The outcome of `changeEmail`. */
export interface EmailOutcome {
  /** For the answer. */
  readonly fields: Pick<ChangedUser, 'email' | 'pendingEmail'>;
  /** Of the link that confirms it; undefined where there is nothing to confirm. */
  readonly linkToken?: string;
}

/**
 * Changes the email, or prepares its confirmation where emails are sent.
 * @throws DomainError 409 when another account has it
 */
export async function changeEmail(
  store: EmailStore,
  user: UserRow,
  email: string | undefined,
  { now, isConfirmed }: { now: number; isConfirmed: boolean },
): Promise<EmailOutcome> {
  if (email === undefined) return { fields: {} };
  if (email === user.email) return { fields: { email } };
  if (!isConfirmed) {
    await replaceEmail(store, user, email, now);
    return { fields: { email } };
  }
  if (await store.accounts.isEmailTaken(email, user.id, now)) throw new DomainError('email_taken');
  return {
    fields: { email: user.email, pendingEmail: email },
    linkToken: await prepareConfirmation(store.links, user.id, email, now),
  };
}

/** @returns the token of the only link that confirms an email of this account now */
export async function prepareConfirmation(
  links: AccountLinkRepository,
  userId: string,
  email: string,
  now: number,
): Promise<string> {
  const { token, link } = newLink({ user_id: userId, purpose: 'confirmEmail', email }, now);
  await links.removeOf(userId, 'confirmEmail');
  await links.insert(link);
  return token;
}
