import type { ChannelKind } from '#contract/channels';
import { Email } from '#contract/session';
import { DomainError, parseInput } from '#server/domainError';
import { allowedUrl } from './guardedPost';

/** One path segment, as the servers of ntfy take it. */
const NTFY_TOPIC = /^\/[\w-]{1,64}$/u;
/** It is sent in a header or signs a body. */
const SECRET = /^[\x21-\x7e]+$/u;
const WEBHOOK_SECRET_MIN_LENGTH = 8;

/**
 * Reads an address as a person typed it.
 * @param hosts in the operator's own network that may be sent to
 * @returns the one form in which it is stored
 * @throws DomainError 400
 */
export function readAddress(kind: ChannelKind, typed: string, hosts: readonly string[]): string {
  if (kind === 'email') return parseInput(Email, typed);
  const url = allowedUrl(typed, hosts);
  if (!url || url.hash !== '') throw new DomainError('channel_address_invalid');
  if (kind === 'ntfy' && (!NTFY_TOPIC.test(url.pathname) || url.search !== ''))
    throw new DomainError('channel_address_invalid');
  return url.href;
}

/** @throws DomainError 400: emails have none, and an unsigned webhook could come from anywhere */
export function readSecret(kind: ChannelKind, secret = ''): string | null {
  const isGiven = secret !== '';
  const isRight =
    kind === 'webhook'
      ? SECRET.test(secret) && secret.length >= WEBHOOK_SECRET_MIN_LENGTH
      : !isGiven || (kind === 'ntfy' && SECRET.test(secret));
  if (!isRight) throw new DomainError('channel_secret_invalid');
  return isGiven ? secret : null;
}
