import { FAMILIES_PER_USER, MEMBERS_PER_FAMILY } from '#contract/limits';
import { DomainError } from '#server/domainError';
import type { Publisher } from '#server/publisher';
import type { ActivityRepository, NewActivity } from './activity/repository';
import { newInviteCode } from './inviteCodes';
import type { AnnounceJoining } from './joining';
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

/** What a joining reads and writes. */
interface JoiningStore extends MemberStore {
  readonly visibility: Visibility;
  readonly announceJoining: AnnounceJoining;
}

/** Publishes that a person has joined, and sends the alerts of it, after the commit. */
type PublishJoining = (publisher: Pick<Publisher, 'memberJoined'>) => Promise<void>;

/**
 * Adds a user to a family, inside a transaction, and stores alerts of it for the other members.
 * @returns what publishes it after the commit; undefined when the user is a member already
 * @throws DomainError 409 when the user is in FAMILIES_PER_USER families, or the family has MEMBERS_PER_FAMILY members;
 *   the transaction has to roll back then
 */
export async function addMember(
  { families, activity, visibility, announceJoining }: JoiningStore,
  { familyId, userId, isAdmin, joinedAt }: NewMember,
): Promise<PublishJoining | undefined> {
  if (!(await families.addMember(familyId, userId, isAdmin, joinedAt))) return undefined;
  if ((await visibility.familiesOf(userId)).length > FAMILIES_PER_USER) throw new DomainError('family_limit');
  const otherMembers = await visibility.otherMembers(familyId, userId);
  if (otherMembers.length >= MEMBERS_PER_FAMILY) throw new DomainError('member_limit');
  await activity.record({ kind: 'joined', familyId, userId });
  const [family, member] = [await families.byId(familyId), await families.member(familyId, userId)];
  const sendAlerts = await announceJoining({
    familyId,
    familyName: family?.name ?? '',
    userId,
    userName: member?.name ?? '',
    joinedAt,
    otherMembers,
  });
  return async (publisher) => {
    await publisher.memberJoined(familyId, userId);
    sendAlerts();
  };
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
