import type * as z from 'zod/mini';
import type { AddedMember, ChangedFamily, UpdateFamilyInput } from '#contract/families';
import { INVITATIONS_PER_PAIR } from '#contract/limits';
import { type InvitationRow, toFlag } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { newInviteCode } from '../inviteCodes';
import { removeMember } from '../members';
import type { FamilyChange, FamilyRepository, MemberRecord } from '../repository';
import type { FamilyDeps, FamilyStore } from '../service';

export interface MembershipService {
  /** @returns the fields that were given, as they are now */
  change(
    userId: string,
    familyId: string,
    fields: z.output<typeof UpdateFamilyInput>,
  ): Promise<z.input<typeof ChangedFamily>>;
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
    async change(userId, familyId, fields) {
      const change = changeOf(fields);
      const isChange = Object.keys(change).length > 0;
      await inTransaction(async (stored) => {
        await requireAdmin(stored.families, familyId, userId);
        if (!isChange) return;
        await recordSettings(stored, userId, familyId, fields);
        await stored.families.change(familyId, change);
      });
      if (isChange) publisher.familyChanged(familyId);
      return fields;
    },
    async renewInviteCode(userId, familyId) {
      const inviteCode = newInviteCode();
      await inTransaction(async ({ families, activity }) => {
        await requireAdmin(families, familyId, userId);
        await families.change(familyId, { invite_code: inviteCode });
        await activity.record({ kind: 'code', familyId, userId });
      });
      publisher.familyChanged(familyId);
      return inviteCode;
    },
    async invite(userId, familyId, email, isAdmin) {
      const invitedId = await inTransaction(async (tx) => {
        await requireAdmin(tx.families, familyId, userId);
        return invite(tx, {
          id: ids.next(),
          family_id: familyId,
          invited_by: userId,
          email,
          is_admin: isAdmin ? 1 : 0,
          created_at: clock.now(),
        });
      });
      publisher.invitationsChanged(invitedId);
      publisher.familyChanged(familyId);
      return { member: { id: invitedId, name: email, profileImage: null, isAdmin, status: 'invited' } };
    },
    async setAdmin(userId, familyId, memberId, isAdmin) {
      const { member, uninvited } = await inTransaction(async (tx) => {
        await requireAdmin(tx.families, familyId, userId);
        return setAdmin(tx, userId, { familyId, memberId, isAdmin });
      });
      publisher.familyChanged(familyId);
      for (const personId of uninvited) publisher.invitationsChanged(personId);
      const { name, profileImage } = member;
      return { member: { id: memberId, name, profileImage, isAdmin, status: 'member' } };
    },
    async remove(userId, familyId, memberId) {
      const { wasMember, uninvited } = await inTransaction((tx) => remove(tx, userId, familyId, memberId));
      if (wasMember) publisher.memberLeft(familyId, memberId);
      else publisher.familyChanged(familyId);
      for (const personId of uninvited) publisher.invitationsChanged(personId);
    },
  };
}

function changeOf(fields: z.output<typeof UpdateFamilyInput>): FamilyChange {
  const { name, showsEarlierMessages, keepsGeofences } = fields;
  return {
    ...(name === undefined ? {} : { name }),
    ...(showsEarlierMessages === undefined ? {} : { shows_earlier_messages: toFlag(showsEarlierMessages) }),
    ...(keepsGeofences === undefined ? {} : { keeps_geofences: toFlag(keepsGeofences) }),
  };
}

/** Records which settings differ from what they were. */
async function recordSettings(
  { families, activity }: FamilyStore,
  userId: string,
  familyId: string,
  fields: z.output<typeof UpdateFamilyInput>,
): Promise<void> {
  const before = await families.byId(familyId);
  for (const setting of ['showsEarlierMessages', 'keepsGeofences'] as const) {
    const isEnabled = fields[setting];
    if (isEnabled !== undefined && isEnabled !== before?.[setting])
      await activity.record({ kind: 'setting', familyId, userId, setting, isEnabled });
  }
}

/** Stores an invitation of the account with this email. @returns the id of the account */
async function invite(
  { families, invitations, blocks }: FamilyStore,
  invitation: Omit<InvitationRow, 'user_id'>,
): Promise<string> {
  const userId = await invitations.userIdByEmail(invitation.email);
  if (userId === undefined) throw new DomainError('account_not_found');
  const { family_id: familyId, invited_by: inviterId } = invitation;
  if (await families.member(familyId, userId)) throw new DomainError('already_member');
  if (await blocks.isBlocked(userId, familyId, inviterId)) throw new DomainError('invitation_refused');
  if ((await invitations.countPending(inviterId, userId, familyId)) >= INVITATIONS_PER_PAIR)
    throw new DomainError('invitation_limit');
  await invitations.insert({ ...invitation, user_id: userId });
  return userId;
}

async function setAdmin(
  { families, activity }: FamilyStore,
  byId: string,
  { familyId, memberId, isAdmin }: { familyId: string; memberId: string; isAdmin: boolean },
): Promise<{ member: MemberRecord; uninvited: string[] }> {
  const members = await families.membersOf([familyId]);
  const member = members.find(({ userId }) => userId === memberId);
  if (!member) throw new DomainError('member_not_found');
  if (!isAdmin && !members.some((other) => other.isAdmin && other.userId !== memberId))
    throw new DomainError('last_admin');
  await families.setAdmin(familyId, memberId, isAdmin);
  // The invitations that a former admin sent are withdrawn.
  const uninvited = isAdmin ? [] : await families.removeInvitationsBy(familyId, memberId);
  if (isAdmin !== member.isAdmin)
    await activity.record({ kind: 'admin', familyId, userId: memberId, isAdmin, byId });
  return { member, uninvited };
}

/** @returns whether the person was a member, not invited, and whose invitations are withdrawn */
async function remove(
  stored: FamilyStore,
  userId: string,
  familyId: string,
  memberId: string,
): Promise<{ wasMember: boolean; uninvited: string[] }> {
  const { families, invitations } = stored;
  if (userId !== memberId) await requireAdmin(families, familyId, userId);
  else if (!(await families.member(familyId, userId))) throw new DomainError('family_not_found');
  const uninvited = await removeMember(stored, familyId, memberId, { removedBy: userId });
  if (uninvited) return { wasMember: true, uninvited };
  if (!(await invitations.removeFrom(familyId, memberId))) throw new DomainError('member_not_found');
  return { wasMember: false, uninvited: [memberId] };
}
