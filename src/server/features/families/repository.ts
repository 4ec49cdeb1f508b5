import type { FamilyRow, Queries } from '#server/db/schema';
import { membershipsOf } from './visibility';

/** A member of a family, with what the other members may see. */
export interface MemberRecord {
  familyId: string;
  userId: string;
  name: string;
  profileImage: string | null;
  isAdmin: boolean;
  /** Null unless the member shares it with their families. */
  phone: string | null;
}

export interface FamilyRecord {
  id: string;
  name: string;
  inviteCode: string;
  showsEarlierMessages: boolean;
  keepsGeofences: boolean;
}

/** What of a family can be changed. */
export type FamilyChange = Partial<
  Pick<FamilyRow, 'name' | 'invite_code' | 'shows_earlier_messages' | 'keeps_geofences'>
>;

/** The SQL of families and their members. */
export function familyRepository(db: Queries) {
  return {
    async insert(family: Pick<FamilyRecord, 'id' | 'name' | 'inviteCode'>, now: number): Promise<void> {
      await db
        .insertInto('families')
        .values({ id: family.id, name: family.name, invite_code: family.inviteCode, created_at: now })
        .execute();
    },

    async remove(familyId: string): Promise<void> {
      await db.deleteFrom('families').where('id', '=', familyId).execute();
    },

    /** @returns false when the person is a member already */
    addMember: (familyId: string, userId: string, isAdmin: boolean, now: number): Promise<boolean> =>
      addMember(db, familyId, userId, isAdmin, now),

    /** @returns false when the person is not a member */
    async removeMember(familyId: string, userId: string): Promise<boolean> {
      const result = await db
        .deleteFrom('family_members')
        .where('family_id', '=', familyId)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return result.numDeletedRows === 1n;
    },

    async setAdmin(familyId: string, userId: string, isAdmin: boolean): Promise<void> {
      await db
        .updateTable('family_members')
        .set({ is_admin: isAdmin ? 1 : 0 })
        .where('family_id', '=', familyId)
        .where('user_id', '=', userId)
        .execute();
    },

    async change(familyId: string, change: FamilyChange): Promise<void> {
      await db.updateTable('families').set(change).where('id', '=', familyId).execute();
    },

    /** Undefined when the person is not a member or the family does not exist. */
    member: (familyId: string, userId: string): Promise<MemberRecord | undefined> =>
      member(db, familyId, userId),

    /** @returns the people whom the member had invited */
    removeInvitationsBy: (familyId: string, userId: string): Promise<string[]> =>
      removeInvitationsBy(db, familyId, userId),

    /** The families that have invited the person and have no answer yet. */
    familiesInviting: (userId: string): Promise<string[]> => familiesInviting(db, userId),

    /** Ordered by the time of joining. */
    membersOf: (familyIds: readonly string[]): Promise<MemberRecord[]> => members(db, familyIds),

    async byId(id: string): Promise<FamilyRecord | undefined> {
      return (await families(db).where('families.id', '=', id).execute()).map(toRecord)[0];
    },

    async byInviteCode(code: string): Promise<FamilyRecord | undefined> {
      return (await families(db).where('families.invite_code', '=', code).execute()).map(toRecord)[0];
    },

    /** The person's families in the order of joining. */
    async ofPerson(userId: string): Promise<FamilyRecord[]> {
      const mine = families(db)
        .innerJoin(membershipsOf(db, [userId]).as('mine'), 'mine.family_id', 'families.id')
        .orderBy('mine.joined_at')
        .orderBy('families.id');
      return (await mine.execute()).map(toRecord);
    },
  };
}
export type FamilyRepository = ReturnType<typeof familyRepository>;

async function removeInvitationsBy(db: Queries, familyId: string, userId: string): Promise<string[]> {
  const removed = await db
    .deleteFrom('invitations')
    .where('family_id', '=', familyId)
    .where('invited_by', '=', userId)
    .returning('user_id')
    .execute();
  return removed.map(({ user_id }) => user_id);
}

async function familiesInviting(db: Queries, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('invitations').select('family_id').where('user_id', '=', userId).execute();
  return rows.map(({ family_id }) => family_id);
}

function families(db: Queries) {
  return db
    .selectFrom('families')
    .select([
      'families.id',
      'families.name',
      'families.invite_code',
      'families.shows_earlier_messages',
      'families.keeps_geofences',
    ]);
}

function toRecord(row: Omit<FamilyRow, 'created_at'>): FamilyRecord {
  return {
    id: row.id,
    name: row.name,
    inviteCode: row.invite_code,
    showsEarlierMessages: row.shows_earlier_messages === 1,
    keepsGeofences: row.keeps_geofences === 1,
  };
}

async function addMember(
  db: Queries,
  familyId: string,
  userId: string,
  isAdmin: boolean,
  now: number,
): Promise<boolean> {
  const result = await db
    .insertInto('family_members')
    .values(({ selectFrom, fn, val }) => ({
      family_id: familyId,
      user_id: userId,
      is_admin: isAdmin ? 1 : 0,
      joined_at: now,
      messages_after: fn.coalesce(
        selectFrom('chat_heads').select('sequence').where('family_id', '=', familyId),
        val(0),
      ),
    }))
    .onConflict((conflict) => conflict.columns(['family_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow();
  return result.numInsertedOrUpdatedRows === 1n;
}

function membersIn(db: Queries) {
  return db
    .selectFrom('family_members')
    .innerJoin('users', 'users.id', 'family_members.user_id')
    .select([
      'family_members.family_id as familyId',
      'users.id as userId',
      'users.name',
      'users.profile_image as profileImage',
      'family_members.is_admin as isAdmin',
    ])
    .select(({ eb }) =>
      eb.case().when('users.shares_phone', '=', 1).then(eb.ref('users.phone')).else(null).end().as('phone'),
    );
}

async function members(db: Queries, familyIds: readonly string[]): Promise<MemberRecord[]> {
  if (familyIds.length === 0) return [];
  const rows = await membersIn(db)
    .where('family_members.family_id', 'in', familyIds)
    .orderBy('family_members.joined_at')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({ ...row, isAdmin: row.isAdmin === 1 }));
}

async function member(db: Queries, familyId: string, userId: string): Promise<MemberRecord | undefined> {
  const row = await membersIn(db)
    .where('family_members.family_id', '=', familyId)
    .where('family_members.user_id', '=', userId)
    .executeTakeFirst();
  return row && { ...row, isAdmin: row.isAdmin === 1 };
}
