import type { ActivityEntry, Family, InvitePreview } from '#contract/families';
import type { Clock, Ids } from '#server/clock';
import type { FamilyActivityRow } from '#server/db/schema';
import type { Publisher } from '#server/publisher';
import { DomainError } from '#server/domainError';
import type { ActivityRepository } from './activity/repository';
import type { BlockRepository } from './blocks/repository';
import { normalizeInviteCode, newInviteCode } from './inviteCodes';
import type { InvitationRepository } from './invitations/repository';
import type { AnnounceJoining } from './joining';
import { addMember, removeMember } from './members';
import type { FamilyRepository } from './repository';
import { serializeFamily } from './serializeFamily';
import type { Visibility } from './visibility';

export interface FamilyService {
  /** The person's families in the order of joining. */
  list(userId: string): Promise<Family[]>;
  /** Their ids in the same order. */
  idsOf(userId: string): Promise<string[]>;
  create(userId: string, name: string): Promise<Family>;
  /** @param code as the contract normalises it: no spaces, no hyphens, upper case */
  joinByCode(userId: string, code: string): Promise<Family>;
  /** What a person sees of the family before joining. @param code as for `joinByCode` */
  preview(code: string): Promise<InvitePreview>;
  leave(userId: string, familyId: string): Promise<void>;
  /** What happened in the family since the member joined, newest first. */
  activity(userId: string, familyId: string): Promise<ActivityEntry[]>;
}

/** What families, their administration and invitations read and write. */
export interface FamilyStore {
  readonly families: FamilyRepository;
  readonly invitations: InvitationRepository;
  readonly blocks: BlockRepository;
  readonly activity: ActivityRepository;
  readonly visibility: Visibility;
  readonly announceJoining: AnnounceJoining;
}

export interface FamilyDeps {
  stored: FamilyStore;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: FamilyStore) => Promise<Result>): Promise<Result>;
  publisher: Publisher;
  clock: Clock;
  ids: Ids;
}

/** The settings of a new family. */
const NEW_FAMILY = { showsEarlierMessages: false, keepsGeofences: true } as const;

/** The rules of families. */
export function familyService(deps: FamilyDeps): FamilyService {
  const { stored, inTransaction, publisher, clock, ids } = deps;
  return {
    async list(userId) {
      const mine = await stored.families.ofPerson(userId);
      const familyIds = mine.map(({ id }) => id);
      const members = await stored.families.membersOf(familyIds);
      const invited = await stored.invitations.invitedTo(familyIds);
      return mine.map((family) => serializeFamily(userId, family, members, invited));
    },
    idsOf: stored.visibility.familiesOf,
    async create(userId, name) {
      const family = { id: ids.next(), name, inviteCode: newInviteCode(), ...NEW_FAMILY };
      const members = await inTransaction(async (tx) => {
        const now = clock.now();
        await tx.families.insert(family, now);
        await addMember(tx, { familyId: family.id, userId, isAdmin: true, joinedAt: now });
        return tx.families.membersOf([family.id]);
      });
      await publisher.memberJoined(family.id, userId);
      return serializeFamily(userId, family, members, []);
    },
    async joinByCode(userId, code) {
      const joined = await inTransaction(async (tx) => {
        const { families, invitations, blocks } = tx;
        const family = await families.byInviteCode(normalizeInviteCode(code));
        if (!family) throw new DomainError('invite_code_unknown');
        // The code also accepts an invitation that waits for the person, with the role it grants.
        const invitation = await invitations.removeFrom(family.id, userId);
        const isAdmin = invitation?.is_admin === 1;
        // A person who joins by code wants to be in the family.
        await blocks.removeFamily(userId, family.id);
        await blocks.deleteDeclines(userId, { familyId: family.id });
        const member = { familyId: family.id, userId, isAdmin, joinedAt: clock.now() };
        const publishTo = await addMember(tx, member);
        const members = await families.membersOf([family.id]);
        const invited = await invitations.invitedTo([family.id]);
        return { family, publishTo, members, invited, wasInvited: invitation !== undefined };
      });
      if (joined.wasInvited) publisher.invitationsChanged(userId);
      await joined.publishTo?.(publisher);
      return serializeFamily(userId, joined.family, joined.members, joined.invited);
    },
    async preview(code) {
      const family = await stored.families.byInviteCode(normalizeInviteCode(code));
      if (!family) throw new DomainError('invite_code_unknown');
      const members = await stored.families.membersOf([family.id]);
      return { familyName: family.name, members: members.length };
    },
    async activity(userId, familyId) {
      const rows = await stored.activity.visibleTo(familyId, userId);
      if (!rows) throw new DomainError('family_not_found');
      return rows.map(toEntry);
    },
    async leave(userId, familyId) {
      const uninvited = await inTransaction((tx) => removeMember(tx, familyId, userId, 'left'));
      if (!uninvited) throw new DomainError('family_not_found');
      publisher.memberLeft(familyId, userId);
      for (const personId of uninvited) publisher.invitationsChanged(personId);
    },
  };
}

function toEntry(row: FamilyActivityRow): ActivityEntry {
  return {
    id: row.id,
    kind: row.kind,
    userId: row.user_id,
    userName: row.user_name,
    byId: row.by_id,
    byName: row.by_name,
    ...(row.is_admin === null ? {} : { isAdmin: row.is_admin === 1 }),
    ...(row.geofence_name === null ? {} : { geofenceName: row.geofence_name }),
    ...(row.geofence_change === null ? {} : { change: row.geofence_change }),
    ...(row.earlier_name === null ? {} : { earlierName: row.earlier_name }),
    ...(row.setting === null ? {} : { setting: row.setting }),
    ...(row.is_enabled === null ? {} : { enabled: row.is_enabled === 1 }),
    at: new Date(row.at).toISOString(),
  };
}
