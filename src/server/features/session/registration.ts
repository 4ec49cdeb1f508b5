import type { Registration } from '#server/config';
import { DomainError } from '#server/domainError';
import { normalizeInviteCode } from '#server/features/families/inviteCodes';
import type { FamilyRepository } from '#server/features/families/repository';
import type { UserRepository } from './repository';

/** What decides about a new account. */
export interface RegistrationStore {
  readonly users: UserRepository;
  readonly families: Pick<FamilyRepository, 'byInviteCode'>;
}

/**
 * Refuses an account that the operator does not want. The first one is always wanted, because no member could invite it.
 * @throws DomainError 403, 400 without a needed code, 404 for one that no family has
 */
export async function requireAdmission(
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

/** What the registration screen is told: 'open' for the first account. Asks the store until there is an account. */
export function registrationNow(
  registration: Registration,
  users: Pick<UserRepository, 'isEmpty'>,
): () => Promise<Registration> {
  let hasAccounts = registration === 'open';
  return async () => {
    hasAccounts ||= !(await users.isEmpty());
    return hasAccounts ? registration : 'open';
  };
}
