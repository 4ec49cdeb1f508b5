import type { InvitationRow, Queries } from '#server/db/schema';

/** An invitation with what the invited person may see. */
export interface PendingInvitation {
  readonly id: string;
  readonly familyId: string;
  readonly familyName: string;
  /** Name of the inviting admin. */
  readonly invitedBy: string;
  readonly invitedById: string;
  readonly isAdmin: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** An invited person, with what the admins of the family may see. */
export interface InvitedRecord {
  readonly familyId: string;
  readonly userId: string;
  /** The address that the inviting admin typed; the account may have another one now. */
  readonly email: string;
  readonly isAdmin: boolean;
}

/** The SQL of pending invitations. */
export function invitationRepository(db: Queries) {
  return {
    /** A second invitation of the same person replaces the first and keeps its id. */
    async insert(invitation: InvitationRow): Promise<void> {
      const { is_admin, invited_by, email, created_at } = invitation;
      await db
        .insertInto('invitations')
        .values(invitation)
        .onConflict((conflict) =>
          conflict.columns(['family_id', 'user_id']).doUpdateSet({ is_admin, invited_by, email, created_at }),
        )
        .execute();
    },

    /** A person's pending invitations, oldest first. */
    pendingFor: (userId: string): Promise<PendingInvitation[]> => pendingFor(db, userId),

    /** Deletes an invitation. @returns the deleted row; undefined when it does not exist or is for another person */
    remove: (id: string, userId: string): Promise<InvitationRow | undefined> =>
      db
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst(),

    /** Deletes a person's invitation to a family. @returns the deleted row; undefined when there was none */
    removeFrom: (familyId: string, userId: string): Promise<InvitationRow | undefined> =>
      db
        .deleteFrom('invitations')
        .where('family_id', '=', familyId)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst(),

    /** Counts the pending invitations from one person to another, except to this family. */
    async countPending(inviterId: string, userId: string, exceptFamilyId: string): Promise<number> {
      const row = await db
        .selectFrom('invitations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('invited_by', '=', inviterId)
        .where('user_id', '=', userId)
        .where('family_id', '!=', exceptFamilyId)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** The people with pending invitations to these families, oldest invitation first. */
    invitedTo: (familyIds: readonly string[]): Promise<InvitedRecord[]> => invitedTo(db, familyIds),

    async userIdByEmail(email: string): Promise<string | undefined> {
      const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      return row?.id;
    },
  };
}
export type InvitationRepository = ReturnType<typeof invitationRepository>;

async function pendingFor(db: Queries, userId: string): Promise<PendingInvitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('families', 'families.id', 'invitations.family_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'families.id as familyId',
      'families.name as familyName',
      'users.name as invitedBy',
      'users.id as invitedById',
      'invitations.is_admin as isAdmin',
      'invitations.created_at as createdAt',
    ])
    .where('invitations.user_id', '=', userId)
    .orderBy('invitations.created_at')
    .orderBy('invitations.id')
    .execute();
  return rows.map((row) => ({ ...row, isAdmin: row.isAdmin === 1 }));
}

async function invitedTo(db: Queries, familyIds: readonly string[]): Promise<InvitedRecord[]> {
  if (familyIds.length === 0) return [];
  const rows = await db
    .selectFrom('invitations')
    .select(['family_id as familyId', 'user_id as userId', 'email', 'is_admin as isAdmin'])
    .where('family_id', 'in', familyIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, isAdmin: row.isAdmin === 1 }));
}
