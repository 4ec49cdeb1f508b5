import type { Family } from '#contract/families';
import { DomainError } from '#server/domainError';
import type { InvitedRecord } from './invitations/repository';
import type { FamilyRecord, MemberRecord } from './repository';

/** The same for a family that is not there and one that is not the caller's to see. */
export const noSuchFamily = (): DomainError => new DomainError(404, 'This family was not found');

/**
 * A family as one of its members sees it. Who is invited is for admins.
 * @param members of this family and maybe of others
 * @param invited likewise
 */
export function asSeenBy(
  viewerId: string,
  family: FamilyRecord,
  members: readonly MemberRecord[],
  invited: readonly InvitedRecord[],
): Family {
  const own = members.filter(({ familyId }) => familyId === family.id);
  const isForAdmin = own.some(({ userId, isAdmin }) => userId === viewerId && isAdmin);
  const waiting = invited
    .filter(({ familyId }) => isForAdmin && familyId === family.id)
    .map(({ userId, email, isAdmin }) => ({ id: userId, email, isAdmin }));
  return {
    id: family.id,
    name: family.name,
    members: own.map(({ userId, name, profileImage, isAdmin }) => ({
      id: userId,
      name,
      profileImage,
      isAdmin,
    })),
    inviteCode: family.inviteCode,
    ...(waiting.length > 0 ? { invited: waiting } : {}),
  };
}
