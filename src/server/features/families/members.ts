import { FAMILIES_PER_USER, MEMBERS_PER_FAMILY } from '#contract/limits';
import { DomainError } from '#server/domainError';
import type { ActivityRepository, NewActivity } from './activity/repository';
import { newInviteCode } from './inviteCodes';
import type { FamilyRepository } from './repository';
import type { Visibility } from './visibility';

/** A person who is joining a family. */
interface NewMember {
  readonly familyId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly joinedAt: number;
}

/** What both read and write. */
interface MemberStore {
  readonly families: FamilyRepository;
  readonly activity: ActivityRepository;
}

/**
 * Adds a user to a family, inside a transaction.
 * @returns false when the user is a member already
 * @throws DomainError 409 when the user is in FAMILIES_PER_USER families, or the family has MEMBERS_PER_FAMILY members;
 *   the transaction has to roll back then
 */
export async function addMember(
  { families, activity, visibility }: MemberStore & { visibility: Visibility },
  { familyId, userId, isAdmin, joinedAt }: NewMember,
): Promise<boolean> {
  if (!(await families.addMember(familyId, userId, isAdmin, joinedAt))) return false;
  if ((await visibility.familiesOf(userId)).length > FAMILIES_PER_USER) throw new DomainError('family_limit');
  if ((await visibility.otherMembers(familyId, userId)).length >= MEMBERS_PER_FAMILY)
    throw new DomainError('member_limit');
  await activity.record({ kind: 'joined', familyId, userId });
  return true;
}

/** How a membership ends. */
export type Departure = 'left' | 'deleted' | { readonly removedBy: string };

/**
 * Removes a member from a family, inside a transaction. The invitations that the member sent are deleted too, because a
 * second account of the member could accept one, and the invitation code, which they know, is replaced. A family without
 * members is deleted; in a family without an admin the member who joined first becomes admin.
 * @returns the people whose invitations were deleted; undefined when the person is not a member
 */
export async function removeMember(
  { families, activity }: MemberStore,
  familyId: string,
  userId: string,
  departure: Departure,
): Promise<string[] | undefined> {
  if (!(await families.removeMember(familyId, userId))) return undefined;
  const uninvited = await families.removeInvitationsBy(familyId, userId);
  const remaining = await families.membersOf([familyId]);
  const [firstJoined] = remaining;
  if (!firstJoined) {
    await families.remove(familyId);
    return uninvited;
  }
  await families.change(familyId, { invite_code: newInviteCode() });
  await activity.record(entryOf(departure, familyId, userId));
  if (remaining.some(({ isAdmin }) => isAdmin)) return uninvited;
  await families.setAdmin(familyId, firstJoined.userId, true);
  await activity.record({ kind: 'admin', familyId, userId: firstJoined.userId, isAdmin: true, byId: null });
  return uninvited;
}

function entryOf(departure: Departure, familyId: string, userId: string): NewActivity {
  if (departure === 'deleted') return { kind: 'left', familyId, userId: null };
  if (departure === 'left' || departure.removedBy === userId) return { kind: 'left', familyId, userId };
  return { kind: 'removed', familyId, userId, byId: departure.removedBy };
}
