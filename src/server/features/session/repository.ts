import { isEmailReserved } from '#server/db/reservedEmails';
import { statementFor } from '#server/db/statements';
import type { Queries, UserRow } from '#server/db/schema';

/** The stored accounts, as sessions use them. */
export interface UserRepository {
  /** @returns false when the email is taken or reserved, in which case nothing is stored */
  insert(user: UserRow): Promise<boolean>;
  /** True while there is no account. */
  isEmpty(): Promise<boolean>;
  byEmail(email: string): Promise<UserRow | undefined>;
  byId(id: string): Promise<UserRow | undefined>;
  /** Replaces the hash of a password with a stronger one, unless the password has changed meanwhile. */
  strengthenHash(id: string, old: string, stronger: string): Promise<void>;
}

/** The SQL of accounts, as sessions use them. */
export function userRepository(db: Queries): UserRepository {
  return {
    async insert(user) {
      if (await isEmailReserved(db, user.email, user.id, user.created_at)) return false;
      const result = await db
        .insertInto('users')
        .values(user)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirstOrThrow();
      return result.numInsertedOrUpdatedRows === 1n;
    },
    async isEmpty() {
      return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
    },
    async byEmail(email) {
      const [user] = await readByEmail(db, [{ email }]);
      return user;
    },
    byId: (id) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    async strengthenHash(id, old, stronger) {
      await db
        .updateTable('users')
        .set({ password_hash: stronger })
        .where('id', '=', id)
        .where('password_hash', '=', old)
        .execute();
    },
  };
}

/** Runs with every attempt to sign in, one email at a time. */
const readByEmail = statementFor<{ email: string }, UserRow>(['email'], (db, [user]) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', user?.email ?? ''),
);
