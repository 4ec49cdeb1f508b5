import type { FamilyRepository } from './repository';

/**
 * Takes somebody out of a family. What they have invited others to goes along, or a second account of theirs could still
 * come in. A family without members goes; one without an admin gets its longest-standing member as admin.
 * @returns false when the person is no member
 */
export async function takeOut(
  families: FamilyRepository,
  familyId: string,
  userId: string,
): Promise<boolean> {
  if (!(await families.removeMember(familyId, userId))) return false;
  await families.removeInvitationsBy(familyId, userId);
  const remaining = await families.membersOf([familyId]);
  const [longestStanding] = remaining;
  if (!longestStanding) await families.remove(familyId);
  else if (!remaining.some(({ isAdmin }) => isAdmin))
    await families.setAdmin(familyId, longestStanding.userId, true);
  return true;
}
