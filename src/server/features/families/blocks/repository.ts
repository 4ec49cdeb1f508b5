import type { BlockRow, InvitationDeclineRow, Queries } from '#server/db/schema';

/** Whose invitations: those of a family, or those of a person. */
export type BlockTarget = { readonly familyId: string } | { readonly userId: string };

/** The SQL of invitations that a person does not want. */
export function blockRepository(db: Queries) {
  return { ...blocks(db), ...declines(db), ...invitationsOf(db) };
}
export type BlockRepository = ReturnType<typeof blockRepository>;

function blocks(db: Queries) {
  return {
    /** A person's blocks, oldest first. */
    listOf: (userId: string): Promise<BlockRow[]> =>
      db
        .selectFrom('blocks')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    /** Whether a person gets no invitation to this family, or none from this inviter. */
    async isBlocked(userId: string, familyId: string, inviterId: string): Promise<boolean> {
      const row = await db
        .selectFrom('blocks')
        .select('id')
        .where('user_id', '=', userId)
        .where(({ eb, or }) =>
          or([eb('blocked_family_id', '=', familyId), eb('blocked_user_id', '=', inviterId)]),
        )
        .executeTakeFirst();
      return row !== undefined;
    },

    /** What the target is called now; empty when it is gone. */
    async nameOf(target: BlockTarget): Promise<string> {
      const [table, id] =
        'familyId' in target ? (['families', target.familyId] as const) : (['users', target.userId] as const);
      return (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';
    },

    /** A second block of the same target changes nothing. */
    async insert(row: BlockRow): Promise<void> {
      await db
        .insertInto('blocks')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Deletes a block. @returns the deleted row; undefined when it does not exist or is another person's */
    take: (id: string, userId: string): Promise<BlockRow | undefined> =>
      db
        .deleteFrom('blocks')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst(),

    async removeFamily(userId: string, familyId: string): Promise<void> {
      await db
        .deleteFrom('blocks')
        .where('user_id', '=', userId)
        .where('blocked_family_id', '=', familyId)
        .execute();
    },
  };
}

function declines(db: Queries) {
  return {
    async insertDecline(row: InvitationDeclineRow): Promise<void> {
      await db.insertInto('invitation_declines').values(row).execute();
    },

    /** How many invitations of a family or a person the user has declined. */
    async countDeclines(userId: string, target: BlockTarget): Promise<number> {
      const [column, id] = sentBy(target);
      const row = await db
        .selectFrom('invitation_declines')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where(column, '=', id)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    async deleteDeclines(userId: string, target: BlockTarget): Promise<void> {
      const [column, id] = sentBy(target);
      await db
        .deleteFrom('invitation_declines')
        .where('user_id', '=', userId)
        .where(column, '=', id)
        .execute();
    },
  };
}

/** Invitations that wait for a person, by who sent them. */
function invitationsOf(db: Queries) {
  return {
    /** True when an invitation of this family or person waits for the user. */
    async hasInvitationOf(userId: string, target: BlockTarget): Promise<boolean> {
      const [column, id] = sentBy(target);
      const row = await db
        .selectFrom('invitations')
        .select('id')
        .where('user_id', '=', userId)
        .where(column, '=', id)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Deletes those that wait for the user from a family or a person. @returns their families */
    async takeInvitationsOf(userId: string, target: BlockTarget): Promise<string[]> {
      const [column, id] = sentBy(target);
      const taken = db
        .deleteFrom('invitations')
        .where('user_id', '=', userId)
        .where(column, '=', id)
        .returning('family_id');
      return (await taken.execute()).map((row) => row.family_id);
    },
  };
}

const sentBy = (target: BlockTarget): ['family_id' | 'invited_by', string] =>
  'familyId' in target ? ['family_id', target.familyId] : ['invited_by', target.userId];
