import type { Family } from '#contract/families';
import type { InvitedRecord } from './invitations/repository';
import type { FamilyRecord, MemberRecord } from './repository';

/**
 * Serializes a family for one of its members. Only admins see who is invited.
 * @param members in the order of joining; may include members of other families, which are left out
 * @param invited likewise
 */
export function serializeFamily(
  viewerId: string,
  family: FamilyRecord,
  members: readonly MemberRecord[],
  invited: readonly InvitedRecord[],
): Family {
  const own = members.filter(({ familyId }) => familyId === family.id);
  const viewerIndex = own.findIndex(({ userId }) => userId === viewerId);
  const isForAdmin = own.some(({ userId, isAdmin }) => userId === viewerId && isAdmin);
  const waiting = invited
    .filter(({ familyId }) => isForAdmin && familyId === family.id)
    .map(({ userId, email, isAdmin }) => ({ id: userId, email, isAdmin }));
  return {
    id: family.id,
    name: family.name,
    members: own.map(({ userId, name, profileImage, isAdmin, phone }, index) => ({
      id: userId,
      name,
      profileImage,
      isAdmin,
      ...(phone === null ? {} : { phone }),
      ...(index < viewerIndex ? { joinedEarlier: true } : {}),
    })),
    inviteCode: family.inviteCode,
    showsEarlierMessages: family.showsEarlierMessages,
    keepsGeofences: family.keepsGeofences,
    ...(waiting.length > 0 ? { invited: waiting } : {}),
  };
}
