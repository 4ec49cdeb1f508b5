import { hasSession } from '#server/db/openSessions';
import { isEmailReserved, reserveEmail } from '#server/db/reservedEmails';
import type { PictureRow, Queries, UserRow } from '#server/db/schema';
import { deletePushDevices } from '#server/db/pushDevices';

/** What the account form changes. */
export type UserChange = Partial<
  Pick<UserRow, 'name' | 'email' | 'email_changed_at' | 'phone' | 'shares_phone' | 'profile_image'>
>;

/** The SQL of accounts. */
export function accountRepository(db: Queries) {
  return {
    byId: (id: string): Promise<UserRow | undefined> =>
      db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    /** True when another account has the email, or had it until lately. */
    async isEmailTaken(email: string, butBy: string, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .where('id', '!=', butBy)
        .executeTakeFirst();
      return row !== undefined || isEmailReserved(db, email, butBy, now);
    },

    reserveEmail: (email: string, userId: string, until: number): Promise<void> =>
      reserveEmail(db, email, userId, until),

    async deleteReservedEmails(now: number): Promise<void> {
      await db.deleteFrom('reserved_emails').where('reserved_until', '<=', now).execute();
    },

    async change(id: string, change: UserChange): Promise<void> {
      await db.updateTable('users').set(change).where('id', '=', id).execute();
    },

    /** Invalidates every token. */
    async endSessions(id: string): Promise<void> {
      await db
        .updateTable('users')
        .set(({ eb }) => ({ token_version: eb('token_version', '+', 1) }))
        .where('id', '=', id)
        .execute();
      await revokeAccess(db, id);
      // Signing out everywhere ends sharing, also by phones with an app.
      await db.deleteFrom('phones').where('user_id', '=', id).execute();
      await db
        .updateTable('position_sources')
        .set({ leading_phone_id: null, heard_at: null, phones_from: null })
        .where('user_id', '=', id)
        .execute();
    },

    /**
     * Sets a new password and invalidates every token.
     * @param before the stored hash that was verified; null when a link was
     * @returns false when the password was changed meanwhile
     */
    async setPassword(id: string, before: string | null, hash: string): Promise<boolean> {
      const update = db
        .updateTable('users')
        .set(({ eb }) => ({ password_hash: hash, token_version: eb('token_version', '+', 1) }))
        .where('id', '=', id);
      const checked = before === null ? update : update.where('password_hash', '=', before);
      const result = await checked.executeTakeFirstOrThrow();
      if (result.numUpdatedRows !== 1n) return false;
      await revokeAccess(db, id);
      return true;
    },

    hasSession: (id: string): Promise<boolean> => hasSession(db, id),

    /** Foreign keys delete everything that belongs to the person alone. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('users').where('id', '=', id).execute();
    },

    /** Replaces the picture; null removes it. */
    async setPicture(userId: string, picture: PictureRow | null): Promise<void> {
      await db.deleteFrom('pictures').where('user_id', '=', userId).execute();
      if (picture) await db.insertInto('pictures').values(picture).execute();
    },

    picture: (name: string): Promise<PictureRow | undefined> =>
      db.selectFrom('pictures').selectAll().where('name', '=', name).executeTakeFirst(),
  };
}
export type AccountRepository = ReturnType<typeof accountRepository>;

/**
 * Deletes what gives access to an account besides its password. Sessions whose browser is to get no pushes only end, so
 * that the next session of that browser knows it.
 */
async function revokeAccess(db: Queries, userId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set(({ ref }) => ({ ended_at: ref('last_used_at'), address: '', user_agent: '' }))
    .where('user_id', '=', userId)
    .where('pushes_removed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .execute();
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('pushes_removed_at', 'is', null)
    .execute();
  await deletePushDevices(db, { userId });
  await db.deleteFrom('factor_challenges').where('user_id', '=', userId).execute();
  await db
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['password', 'confirmEmail'])
    .execute();
}
