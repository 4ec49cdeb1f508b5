import { statementFor } from '../../db/statements';
import type { Queries, UserRow } from '../../db/schema';

/** People as stored. */
export interface UserRepository {
  /** @returns false when the email is taken; nothing is stored then. */
  insert(user: UserRow): Promise<boolean>;
  byEmail(email: string): Promise<UserRow | undefined>;
  byId(id: string): Promise<UserRow | undefined>;
  /** Puts a stronger hash of the same password in the place of the old one, unless that has changed meanwhile. */
  strengthenHash(id: string, old: string, stronger: string): Promise<void>;
  /** Undefined when there is no such person. */
  tokenVersion(id: string): Promise<number | undefined>;
}

/** The SQL of people. */
export function userRepository(db: Queries): UserRepository {
  return {
    async insert(user) {
      const result = await db
        .insertInto('users')
        .values(user)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirstOrThrow();
      return result.numInsertedOrUpdatedRows === 1n;
    },
    byEmail: (email) => db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),
    byId: (id) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    async strengthenHash(id, old, stronger) {
      await db
        .updateTable('users')
        .set({ password_hash: stronger })
        .where('id', '=', id)
        .where('password_hash', '=', old)
        .execute();
    },
    async tokenVersion(id) {
      const [row] = await readTokenVersion(db, [{ id }]);
      return row?.token_version;
    },
  };
}

/** Asked with every call. */
const readTokenVersion = statementFor<{ id: string }, { token_version: number }>(['id'], (db, [user]) =>
  db
    .selectFrom('users')
    .select('token_version')
    .where('id', '=', user?.id ?? ''),
);
