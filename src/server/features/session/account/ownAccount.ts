import { DomainError } from '#server/domainError';

/** @throws DomainError 403, whether or not an account has that id */
export function requireOwnAccount(viewerId: string, personId: string): void {
  if (viewerId !== personId) throw new DomainError('not_own_account');
}
