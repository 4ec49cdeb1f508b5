import type { Family, Invitation } from '#contract/families';
import { DomainError } from '#server/domainError';
import type { MembershipDeps } from '../administration/service';
import { asSeenBy } from '../serializeFamily';

export interface InvitationService {
  /** What waits for the person's answer, oldest first. */
  list(userId: string): Promise<Invitation[]>;
  /** Only from now on anything is shared. */
  accept(userId: string, invitationId: string): Promise<Family>;
  decline(userId: string, invitationId: string): Promise<void>;
}

/** The same for one that is not there and one that is somebody else's. */

/** The rules of answering an invitation. */
export function invitationService(deps: MembershipDeps): InvitationService {
  const { stored, inTransaction, realtime, clock } = deps;
  return {
    async list(userId) {
      const waiting = await stored.invitations.waitingFor(userId);
      return waiting.map((one) => ({ ...one, createdAt: new Date(one.createdAt).toISOString() }));
    },
    async accept(userId, invitationId) {
      const { family, members, invited } = await inTransaction(async ({ families, invitations }) => {
        const invitation = await invitations.take(invitationId, userId);
        const found = invitation && (await families.byId(invitation.family_id));
        if (!found) throw new DomainError('invitation_not_found');
        await families.addMember(found.id, userId, invitation.is_admin === 1, clock.now());
        return {
          family: found,
          members: await families.membersOf([found.id]),
          invited: await invitations.invitedTo([found.id]),
        };
      });
      realtime.memberJoined(family.id, userId);
      return asSeenBy(userId, family, members, invited);
    },
    async decline(userId, invitationId) {
      const invitation = await inTransaction(({ invitations }) => invitations.take(invitationId, userId));
      if (!invitation) throw new DomainError('invitation_not_found');
      realtime.invitationsChanged(userId);
      realtime.familyChanged(invitation.family_id);
    },
  };
}
