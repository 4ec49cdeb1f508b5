import type { Registration } from '#server/config';
import { DomainError } from '#server/domainError';
import { normalizeInviteCode } from '#server/features/families/inviteCodes';
import type { FamilyRepository } from '#server/features/families/repository';
import type { UserRepository } from './repository';

/** What the check of a new account reads. */
export interface RegistrationStore {
  readonly users: UserRepository;
  readonly families: Pick<FamilyRepository, 'byInviteCode'>;
}

/**
 * Applies the operator's registration setting. The first account is always allowed, because no member could invite it.
 * @throws DomainError 403 when closed, 400 when a code is required and missing, 404 when no family has the code
 */
export async function requireRegistrationAllowed(
  { users, families }: RegistrationStore,
  registration: Registration,
  inviteCode: string | undefined,
): Promise<void> {
  if (registration === 'open' || (await users.isEmpty())) return;
  if (registration === 'closed') throw new DomainError('registration_closed');
  if (inviteCode === undefined) throw new DomainError('invite_code_required');
  if (!(await families.byInviteCode(normalizeInviteCode(inviteCode))))
    throw new DomainError('invite_code_unknown');
}

/** The setting that applies now: 'open' until there is an account. Queries the database only until then. */
export function currentRegistration(
  registration: Registration,
  users: Pick<UserRepository, 'isEmpty'>,
): () => Promise<Registration> {
  let hasAccounts = registration === 'open';
  return async () => {
    hasAccounts ||= !(await users.isEmpty());
    return hasAccounts ? registration : 'open';
  };
}
