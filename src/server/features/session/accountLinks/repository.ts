import type { AccountLinkRow, Queries } from '#server/db/schema';

type Purpose = AccountLinkRow['purpose'];

/** The SQL of links that were sent by email. */
export function accountLinkRepository(db: Queries) {
  return {
    async insert(link: AccountLinkRow): Promise<void> {
      await db.insertInto('account_links').values(link).execute();
    },

    async isValid(tokenHash: string, purpose: Purpose, now: number): Promise<boolean> {
      const link = await db
        .selectFrom('account_links')
        .select('token_hash')
        .where('token_hash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return link !== undefined;
    },

    /** Uses up a link. @returns undefined when it is unknown, expired or used */
    take: (tokenHash: string, purpose: Purpose, now: number): Promise<AccountLinkRow | undefined> =>
      db
        .deleteFrom('account_links')
        .where('token_hash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),

    /** The email that waits for its confirmation. */
    async pendingEmail(userId: string, now: number): Promise<string | undefined> {
      const link = await db
        .selectFrom('account_links')
        .select('email')
        .where('user_id', '=', userId)
        .where('purpose', '=', 'confirmEmail')
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return link?.email ?? undefined;
    },

    async removeOf(userId: string, purpose: Purpose): Promise<void> {
      await db
        .deleteFrom('account_links')
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .execute();
    },

    async deleteExpired(now: number): Promise<void> {
      await db.deleteFrom('account_links').where('expires_at', '<=', now).execute();
    },
  };
}
export type AccountLinkRepository = ReturnType<typeof accountLinkRepository>;
