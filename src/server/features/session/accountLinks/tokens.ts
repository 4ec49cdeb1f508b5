import { randomBytes } from 'node:crypto';
import type { AccountLinkRow } from '#server/db/schema';
import { sha256 } from '#server/hashes';

/** How long each kind of link is good for. */
const LINK_LIFE_MS: Readonly<Record<AccountLinkRow['purpose'], number>> = {
  password: 30 * 60_000,
  confirmEmail: 24 * 3_600_000,
  undoEmail: 7 * 24 * 3_600_000,
};

/** 128 random bits for a link, and the row that recognizes them. */
export function newLink(
  about: Pick<AccountLinkRow, 'user_id' | 'purpose' | 'email'>,
  now: number,
): { token: string; link: AccountLinkRow } {
  const token = randomBytes(16).toString('base64url');
  const link = {
    ...about,
    token_hash: linkHash(token),
    created_at: now,
    expires_at: now + LINK_LIFE_MS[about.purpose],
  };
  return { token, link };
}

/** What is stored of a token. It needs no salt, because it cannot be guessed. */
export const linkHash = (token: string): string => sha256(token);

/** The address of a link. The part after the # reaches no server and no log. */
export function linkUrl(origin: string, { purpose }: Pick<AccountLinkRow, 'purpose'>, token: string): string {
  return `${origin}/${PATHS[purpose]}#${token}`;
}

const PATHS: Readonly<Record<AccountLinkRow['purpose'], string>> = {
  password: 'reset-password',
  confirmEmail: 'confirm-email',
  undoEmail: 'undo-email',
};
