import type { Family } from '#contract/families';
import type { Clock, Ids } from '#server/clock';
import type { Publisher } from '#server/publisher';
import { DomainError } from '#server/domainError';
import { meantCode, newInviteCode } from './inviteCodes';
import { takeOut } from './removeMember';
import type { StoredMembership } from './administration/service';
import { asSeenBy } from './serializeFamily';

export interface FamilyService {
  /** The person's families, the one joined first on top. */
  list(userId: string): Promise<Family[]>;
  /** Their ids only, in the same order. */
  idsOf(userId: string): Promise<string[]>;
  create(userId: string, name: string): Promise<Family>;
  /** @param code as the contract normalises it: no spaces, no hyphens, upper case */
  joinByCode(userId: string, code: string): Promise<Family>;
  leave(userId: string, familyId: string): Promise<void>;
}

export interface FamilyDeps {
  stored: StoredMembership;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: StoredMembership) => Promise<Result>): Promise<Result>;
  realtime: Publisher;
  clock: Clock;
  ids: Ids;
}

/** The rules of families. */
export function familyService(deps: FamilyDeps): FamilyService {
  const { stored, inTransaction, realtime, clock, ids } = deps;
  return {
    async list(userId) {
      const mine = await stored.families.ofPerson(userId);
      const familyIds = mine.map(({ id }) => id);
      const members = await stored.families.membersOf(familyIds);
      const invited = await stored.invitations.invitedTo(familyIds);
      return mine.map((family) => asSeenBy(userId, family, members, invited));
    },
    async idsOf(userId) {
      return (await stored.families.ofPerson(userId)).map(({ id }) => id);
    },
    async create(userId, name) {
      const family = { id: ids.next(), name, inviteCode: newInviteCode() };
      const members = await inTransaction(async ({ families }) => {
        const now = clock.now();
        await families.insert(family, now);
        await families.addMember(family.id, userId, true, now);
        return families.membersOf([family.id]);
      });
      realtime.memberJoined(family.id, userId);
      return asSeenBy(userId, family, members, []);
    },
    async joinByCode(userId, code) {
      const joined = await inTransaction(async ({ families, invitations }) => {
        const family = await families.byInviteCode(meantCode(code));
        if (!family) throw new DomainError('invite_code_unknown');
        // Whoever is invited as well enters as what they were invited to be.
        const invitation = await invitations.takeOf(family.id, userId);
        const isNew = await families.addMember(family.id, userId, invitation?.is_admin === 1, clock.now());
        const members = await families.membersOf([family.id]);
        return { family, isNew, members, invited: await invitations.invitedTo([family.id]) };
      });
      if (joined.isNew) realtime.memberJoined(joined.family.id, userId);
      return asSeenBy(userId, joined.family, joined.members, joined.invited);
    },
    async leave(userId, familyId) {
      await inTransaction(async ({ families }) => {
        if (!(await takeOut(families, familyId, userId))) throw new DomainError('family_not_found');
      });
      realtime.memberLeft(familyId, userId);
    },
  };
}
