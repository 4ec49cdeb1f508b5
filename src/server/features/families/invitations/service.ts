import type { Family } from '#contract/families';
import type { Invitation } from '#contract/invitations';
import { DomainError } from '#server/domainError';
import { recordDecline } from '../blocks/service';
import { addMember } from '../members';
import type { FamilyDeps } from '../service';
import { serializeFamily } from '../serializeFamily';

export interface InvitationService {
  /** The person's pending invitations, oldest first. */
  list(userId: string): Promise<Invitation[]>;
  /** Adds the person to the family; sharing starts now. */
  accept(userId: string, invitationId: string): Promise<Family>;
  decline(userId: string, invitationId: string): Promise<void>;
}

/** The rules of answering invitations. */
export function invitationService(deps: FamilyDeps): InvitationService {
  const { stored, inTransaction, publisher, clock, ids } = deps;
  return {
    async list(userId) {
      const pending = await stored.invitations.pendingFor(userId);
      return pending.map((one) => ({ ...one, createdAt: new Date(one.createdAt).toISOString() }));
    },
    async accept(userId, invitationId) {
      const { family, publishTo, members, invited } = await inTransaction(async (tx) => {
        const invitation = await tx.invitations.remove(invitationId, userId);
        const found = invitation && (await tx.families.byId(invitation.family_id));
        if (!found) throw new DomainError('invitation_not_found');
        const isAdmin = invitation.is_admin === 1;
        const member = { familyId: found.id, userId, isAdmin, joinedAt: clock.now() };
        return {
          family: found,
          publishTo: await addMember(tx, member),
          members: await tx.families.membersOf([found.id]),
          invited: await tx.invitations.invitedTo([found.id]),
        };
      });
      publisher.invitationsChanged(userId);
      await publishTo?.(publisher);
      return serializeFamily(userId, family, members, invited);
    },
    async decline(userId, invitationId) {
      const invitation = await inTransaction(async (tx) => {
        const removed = await tx.invitations.remove(invitationId, userId);
        if (!removed) throw new DomainError('invitation_not_found');
        await recordDecline(tx, removed, () => ({ id: ids.next(), created_at: clock.now() }));
        return removed;
      });
      publisher.invitationsChanged(userId);
      publisher.familyChanged(invitation.family_id);
    },
  };
}
