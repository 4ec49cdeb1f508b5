import type { NotifyChannelRow, Queries } from '#server/db/schema';

/** The SQL of people's channels. */
export function channelRepository(db: Queries) {
  const ofUser = (userId: string, id: string) =>
    db.selectFrom('notify_channels').selectAll().where('user_id', '=', userId).where('id', '=', id);
  return {
    /** Those that are confirmed, and those that still can be. */
    list: (userId: string, now: number): Promise<NotifyChannelRow[]> =>
      db
        .selectFrom('notify_channels')
        .selectAll()
        .where('user_id', '=', userId)
        .where(({ eb, or }) => or([eb('confirmed_at', 'is not', null), eb('code_expires_at', '>', now)]))
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    byId: (userId: string, id: string): Promise<NotifyChannelRow | undefined> =>
      ofUser(userId, id).executeTakeFirst(),

    /** Stores a channel. One with the same address is replaced. */
    async save(channel: NotifyChannelRow): Promise<void> {
      const { user_id, kind, address } = channel;
      await db
        .deleteFrom('notify_channels')
        .where('user_id', '=', user_id)
        .where('kind', '=', kind)
        .where('address', '=', address)
        .execute();
      await db.insertInto('notify_channels').values(channel).execute();
    },

    /** Counts a code that was entered. @returns the channel with this try, unless it is confirmed or does not exist */
    countTry: (userId: string, id: string): Promise<NotifyChannelRow | undefined> =>
      db
        .updateTable('notify_channels')
        .set(({ eb }) => ({ code_tries: eb('code_tries', '+', 1) }))
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('confirmed_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),

    async confirm(id: string, now: number): Promise<void> {
      await db
        .updateTable('notify_channels')
        .set({ confirmed_at: now, code_hash: null, code_expires_at: null, code_tries: 0 })
        .where('id', '=', id)
        .execute();
    },

    /** @returns false when the person has no such channel */
    async remove(userId: string, id: string): Promise<boolean> {
      const result = await db
        .deleteFrom('notify_channels')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return result.numDeletedRows > 0n;
    },

    /** Deletes those whose code was not entered in time. */
    async deleteUnconfirmed(now: number): Promise<void> {
      await db
        .deleteFrom('notify_channels')
        .where('confirmed_at', 'is', null)
        .where('code_expires_at', '<=', now)
        .execute();
    },
  };
}
export type ChannelRepository = ReturnType<typeof channelRepository>;
