import type { PhonePositionRow, PictureRow, Queries } from '#server/db/schema';

/** A member as OwnTracks shows them. */
export interface MemberProfile {
  readonly id: string;
  readonly name: string;
  readonly profile_image: string | null;
  readonly phone_tid: string | null;
}

/** The SQL of what OwnTracks gets back and has got before. */
export function answerRepository(db: Queries) {
  return {
    profilesOf: (userIds: readonly string[]): Promise<MemberProfile[]> =>
      db
        .selectFrom('users')
        .select(['id', 'name', 'profile_image', 'phone_tid'])
        .where('id', 'in', userIds)
        .orderBy('id')
        .execute(),

    /** Keeps the first one that a person gets. */
    async setTid(userId: string, tid: string): Promise<void> {
      await db
        .updateTable('users')
        .set({ phone_tid: tid })
        .where('id', '=', userId)
        .where('phone_tid', 'is', null)
        .execute();
    },

    pictureOf: (userId: string): Promise<Pick<PictureRow, 'type' | 'data'> | undefined> =>
      db.selectFrom('pictures').select(['type', 'data']).where('user_id', '=', userId).executeTakeFirst(),

    /** Which card of each member a phone has. */
    async cardsOf(phoneId: string): Promise<Map<string, string>> {
      const rows = await db.selectFrom('phone_cards').selectAll().where('phone_id', '=', phoneId).execute();
      return new Map(rows.map((row) => [row.member_id, row.version]));
    },

    async putCard(phoneId: string, memberId: string, version: string): Promise<void> {
      await db
        .insertInto('phone_cards')
        .values({ phone_id: phoneId, member_id: memberId, version })
        .onConflict((conflict) => conflict.columns(['phone_id', 'member_id']).doUpdateSet({ version }))
        .execute();
    },

    /** When the position of each member was taken that a phone has. */
    async positionsOf(phoneId: string): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('phone_positions')
        .selectAll()
        .where('phone_id', '=', phoneId)
        .execute();
      return new Map(rows.map((row) => [row.member_id, row.recorded_at]));
    },

    /** @param positions of one phone */
    async putPositions(positions: readonly PhonePositionRow[]): Promise<void> {
      if (positions.length === 0) return;
      await db
        .insertInto('phone_positions')
        .values(positions)
        .onConflict((conflict) =>
          conflict
            .columns(['phone_id', 'member_id'])
            .doUpdateSet(({ ref }) => ({ recorded_at: ref('excluded.recorded_at') })),
        )
        .execute();
    },

    async forgetPositions(phoneId: string): Promise<void> {
      await db.deleteFrom('phone_positions').where('phone_id', '=', phoneId).execute();
    },
  };
}
export type AnswerRepository = ReturnType<typeof answerRepository>;
