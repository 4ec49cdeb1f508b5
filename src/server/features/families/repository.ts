import type { Queries } from '../../db/schema';

/** Somebody in a family, with what the others may see of them. */
export interface MemberRecord {
  familyId: string;
  userId: string;
  name: string;
  profileImage: string | null;
  isAdmin: boolean;
}

export interface FamilyRecord {
  id: string;
  name: string;
  inviteCode: string;
}

/** The SQL of families and who is in them. */
export function familyRepository(db: Queries) {
  return {
    async insert(family: FamilyRecord, now: number): Promise<void> {
      await db
        .insertInto('families')
        .values({ id: family.id, name: family.name, invite_code: family.inviteCode, created_at: now })
        .execute();
    },

    async remove(familyId: string): Promise<void> {
      await db.deleteFrom('families').where('id', '=', familyId).execute();
    },

    /** @returns false when the person is a member already. */
    async addMember(familyId: string, userId: string, isAdmin: boolean, now: number): Promise<boolean> {
      const result = await db
        .insertInto('family_members')
        .values({ family_id: familyId, user_id: userId, is_admin: isAdmin ? 1 : 0, joined_at: now })
        .onConflict((conflict) => conflict.columns(['family_id', 'user_id']).doNothing())
        .executeTakeFirstOrThrow();
      return result.numInsertedOrUpdatedRows === 1n;
    },

    /** @returns false when the person is no member. */
    async removeMember(familyId: string, userId: string): Promise<boolean> {
      const result = await db
        .deleteFrom('family_members')
        .where('family_id', '=', familyId)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return result.numDeletedRows === 1n;
    },

    async makeAdmin(familyId: string, userId: string): Promise<void> {
      await db
        .updateTable('family_members')
        .set({ is_admin: 1 })
        .where('family_id', '=', familyId)
        .where('user_id', '=', userId)
        .execute();
    },

    /** Longest-standing first. */
    membersOf: (familyIds: readonly string[]): Promise<MemberRecord[]> => members(db, familyIds),

    byInviteCode: (code: string): Promise<FamilyRecord | undefined> =>
      db
        .selectFrom('families')
        .select(['id', 'name', 'invite_code as inviteCode'])
        .where('invite_code', '=', code)
        .executeTakeFirst(),

    /** The person's families, the one joined first on top. */
    ofPerson: (userId: string): Promise<FamilyRecord[]> =>
      db
        .selectFrom('family_members')
        .innerJoin('families', 'families.id', 'family_members.family_id')
        .select(['families.id', 'families.name', 'families.invite_code as inviteCode'])
        .where('family_members.user_id', '=', userId)
        .orderBy('family_members.joined_at')
        .orderBy('families.id')
        .execute(),
  };
}
export type FamilyRepository = ReturnType<typeof familyRepository>;

async function members(db: Queries, familyIds: readonly string[]): Promise<MemberRecord[]> {
  if (familyIds.length === 0) return [];
  const rows = await db
    .selectFrom('family_members')
    .innerJoin('users', 'users.id', 'family_members.user_id')
    .select([
      'family_members.family_id as familyId',
      'users.id as userId',
      'users.name',
      'users.profile_image as profileImage',
      'family_members.is_admin as isAdmin',
    ])
    .where('family_members.family_id', 'in', familyIds)
    .orderBy('family_members.joined_at')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({ ...row, isAdmin: row.isAdmin === 1 }));
}
