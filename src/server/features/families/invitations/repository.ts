import type { InvitationRow, Queries } from '#server/db/schema';

/** An invitation with what the invited person may know. */
export interface WaitingInvitation {
  readonly id: string;
  readonly familyId: string;
  readonly familyName: string;
  /** Name of whoever has invited. */
  readonly invitedBy: string;
  readonly isAdmin: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Somebody who has been invited, with what the admins of the family may know. */
export interface InvitedRecord {
  readonly familyId: string;
  readonly userId: string;
  readonly email: string;
  readonly isAdmin: boolean;
}

/** The SQL of invitations that wait for an answer. */
export function invitationRepository(db: Queries) {
  return {
    /** A second invitation of the same person takes the place of the first and keeps its id. */
    async insert(invitation: InvitationRow): Promise<void> {
      const { is_admin, invited_by, created_at } = invitation;
      await db
        .insertInto('invitations')
        .values(invitation)
        .onConflict((conflict) =>
          conflict.columns(['family_id', 'user_id']).doUpdateSet({ is_admin, invited_by, created_at }),
        )
        .execute();
    },

    /** What waits for a person, oldest first. */
    waitingFor: (userId: string): Promise<WaitingInvitation[]> => waitingFor(db, userId),

    /** @returns what it was; undefined when it is not there or somebody else's */
    take: (id: string, userId: string): Promise<InvitationRow | undefined> =>
      db
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst(),

    /** The same by family. */
    takeOf: (familyId: string, userId: string): Promise<InvitationRow | undefined> =>
      db
        .deleteFrom('invitations')
        .where('family_id', '=', familyId)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst(),

    /** Who is invited to families, the first one on top. */
    invitedTo: (familyIds: readonly string[]): Promise<InvitedRecord[]> => invitedTo(db, familyIds),

    async userIdByEmail(email: string): Promise<string | undefined> {
      const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      return row?.id;
    },
  };
}
export type InvitationRepository = ReturnType<typeof invitationRepository>;

async function waitingFor(db: Queries, userId: string): Promise<WaitingInvitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('families', 'families.id', 'invitations.family_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'families.id as familyId',
      'families.name as familyName',
      'users.name as invitedBy',
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
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .select([
      'invitations.family_id as familyId',
      'users.id as userId',
      'users.email',
      'invitations.is_admin as isAdmin',
    ])
    .where('invitations.family_id', 'in', familyIds)
    .orderBy('invitations.created_at')
    .orderBy('invitations.id')
    .execute();
  return rows.map((row) => ({ ...row, isAdmin: row.isAdmin === 1 }));
}
