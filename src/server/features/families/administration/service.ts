import type { AddedMember } from '#contract/families';
import { DomainError } from '#server/domainError';
import { newInviteCode } from '../inviteCodes';
import { removeMember } from '../members';
import type { FamilyRepository, MemberRecord } from '../repository';
import type { FamilyDeps, FamilyStore } from '../service';

export interface MembershipService {
  /** @returns the fields that were given, as they are now */
  change(userId: string, familyId: string, fields: { name?: string | undefined }): Promise<{ name?: string }>;
  /** @returns the new code; the old one stops working */
  renewInviteCode(userId: string, familyId: string): Promise<string>;
  /** Invites the account with this email. Neither side sees anything of the other until the invitation is accepted. */
  invite(userId: string, familyId: string, email: string, isAdmin: boolean): Promise<AddedMember>;
  setAdmin(userId: string, familyId: string, memberId: string, isAdmin: boolean): Promise<AddedMember>;
  /** Removes a member or withdraws an invitation. */
  remove(userId: string, familyId: string, memberId: string): Promise<void>;
}

/** @throws DomainError 404 when the caller is not a member of the family, 403 when they are not an admin */
async function requireAdmin(families: FamilyRepository, familyId: string, userId: string): Promise<void> {
  const caller = await families.member(familyId, userId);
  if (!caller) throw new DomainError('family_not_found');
  if (!caller.isAdmin) throw new DomainError('not_family_admin');
}

/** The rules of administering a family. */
export function membershipService(deps: FamilyDeps): MembershipService {
  const { inTransaction, publisher, clock, ids } = deps;
  return {
    async change(userId, familyId, { name }) {
      await inTransaction(async ({ families }) => {
        await requireAdmin(families, familyId, userId);
        if (name !== undefined) await families.change(familyId, { name });
      });
      if (name === undefined) return {};
      publisher.familyChanged(familyId);
      return { name };
    },
    async renewInviteCode(userId, familyId) {
      const inviteCode = newInviteCode();
      await inTransaction(async ({ families }) => {
        await requireAdmin(families, familyId, userId);
        await families.change(familyId, { invite_code: inviteCode });
      });
      publisher.familyChanged(familyId);
      return inviteCode;
    },
    async invite(userId, familyId, email, isAdmin) {
      const invitedId = await inTransaction(async ({ families, invitations }) => {
        await requireAdmin(families, familyId, userId);
        const invited = await invitations.userIdByEmail(email);
        if (invited === undefined) throw new DomainError('account_not_found');
        if (await families.member(familyId, invited)) throw new DomainError('already_member');
        await invitations.insert({
          id: ids.next(),
          family_id: familyId,
          user_id: invited,
          invited_by: userId,
          is_admin: isAdmin ? 1 : 0,
          created_at: clock.now(),
        });
        return invited;
      });
      publisher.invitationsChanged(invitedId);
      publisher.familyChanged(familyId);
      return { member: { id: invitedId, name: email, profileImage: null, isAdmin, status: 'invited' } };
    },
    async setAdmin(userId, familyId, memberId, isAdmin) {
      const member = await inTransaction(async ({ families }) => {
        await requireAdmin(families, familyId, userId);
        return setAdmin(families, familyId, memberId, isAdmin);
      });
      publisher.familyChanged(familyId);
      const { name, profileImage } = member;
      return { member: { id: memberId, name, profileImage, isAdmin, status: 'member' } };
    },
    async remove(userId, familyId, memberId) {
      const wasMember = await inTransaction((stored) => remove(stored, userId, familyId, memberId));
      if (wasMember) publisher.memberLeft(familyId, memberId);
      else publisher.invitationsChanged(memberId);
      if (!wasMember) publisher.familyChanged(familyId);
    },
  };
}

async function setAdmin(
  families: FamilyRepository,
  familyId: string,
  memberId: string,
  isAdmin: boolean,
): Promise<MemberRecord> {
  const members = await families.membersOf([familyId]);
  const member = members.find(({ userId }) => userId === memberId);
  if (!member) throw new DomainError('member_not_found');
  if (!isAdmin && !members.some((other) => other.isAdmin && other.userId !== memberId))
    throw new DomainError('last_admin');
  await families.setAdmin(familyId, memberId, isAdmin);
  // The invitations that a former admin sent are withdrawn.
  if (!isAdmin) await families.removeInvitationsBy(familyId, memberId);
  return member;
}

/** @returns true for a member, whose knowledge of the invitation code needs a new one; false for an invitation */
async function remove(
  { families, invitations }: FamilyStore,
  userId: string,
  familyId: string,
  memberId: string,
): Promise<boolean> {
  if (userId !== memberId) await requireAdmin(families, familyId, userId);
  else if (!(await families.member(familyId, userId))) throw new DomainError('family_not_found');
  if (await removeMember(families, familyId, memberId)) {
    await families.change(familyId, { invite_code: newInviteCode() });
    return true;
  }
  if (!(await invitations.takeOf(familyId, memberId))) throw new DomainError('member_not_found');
  return false;
}
