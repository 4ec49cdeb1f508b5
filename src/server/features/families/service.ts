import type { Family } from '../../../contract/families';
import type { Clock, Ids } from '../../clock';
import type { Realtime } from '../../realtime';
import { Refusal } from '../../refusal';
import { meantCode, newInviteCode } from './inviteCodes';
import type { FamilyRecord, FamilyRepository, MemberRecord } from './repository';

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
  families: FamilyRepository;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (families: FamilyRepository) => Promise<Result>): Promise<Result>;
  realtime: Realtime;
  clock: Clock;
  ids: Ids;
}

/** The same for a family that is not there and one that is not the caller's to see. */
const noSuchFamily = (): Refusal => new Refusal(404, 'This family was not found');

/** The rules of families. */
export function familyService(deps: FamilyDeps): FamilyService {
  const { families, inTransaction, realtime, clock, ids } = deps;
  return {
    async list(userId) {
      const mine = await families.ofPerson(userId);
      const members = await families.membersOf(mine.map(({ id }) => id));
      return mine.map((family) => asSeenByMembers(family, members));
    },
    async idsOf(userId) {
      return (await families.ofPerson(userId)).map(({ id }) => id);
    },
    async create(userId, name) {
      const family = { id: ids.next(), name, inviteCode: newInviteCode() };
      const members = await inTransaction(async (stored) => {
        const now = clock.now();
        await stored.insert(family, now);
        await stored.addMember(family.id, userId, true, now);
        return stored.membersOf([family.id]);
      });
      realtime.memberJoined(family.id, userId);
      return asSeenByMembers(family, members);
    },
    async joinByCode(userId, code) {
      const { family, isNew, members } = await inTransaction(async (stored) => {
        const found = await stored.byInviteCode(meantCode(code));
        if (!found) throw new Refusal(404, 'No family has this invitation code');
        const added = await stored.addMember(found.id, userId, false, clock.now());
        return { family: found, isNew: added, members: await stored.membersOf([found.id]) };
      });
      if (isNew) realtime.memberJoined(family.id, userId);
      return asSeenByMembers(family, members);
    },
    async leave(userId, familyId) {
      await inTransaction(async (stored) => {
        if (!(await stored.removeMember(familyId, userId))) throw noSuchFamily();
        await leaveInGoodHands(stored, familyId);
      });
      realtime.memberLeft(familyId, userId);
    },
  };
}

/** A family without members goes; one without an admin gets its longest-standing member as admin. */
async function leaveInGoodHands(families: FamilyRepository, familyId: string): Promise<void> {
  const remaining = await families.membersOf([familyId]);
  const [longestStanding] = remaining;
  if (!longestStanding) return families.remove(familyId);
  if (!remaining.some(({ isAdmin }) => isAdmin)) await families.makeAdmin(familyId, longestStanding.userId);
}

function asSeenByMembers(family: FamilyRecord, members: readonly MemberRecord[]): Family {
  return {
    id: family.id,
    name: family.name,
    members: members
      .filter(({ familyId }) => familyId === family.id)
      .map(({ userId, name, profileImage, isAdmin }) => ({ id: userId, name, profileImage, isAdmin })),
    inviteCode: family.inviteCode,
  };
}
