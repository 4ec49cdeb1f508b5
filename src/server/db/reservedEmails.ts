import type { Queries } from './schema';

/** True while an email that another account had is kept for that account. */
export async function isEmailReserved(
  db: Queries,
  email: string,
  butFor: string,
  now: number,
): Promise<boolean> {
  const reservation = await db
    .selectFrom('reserved_emails')
    .select('email')
    .where('email', '=', email)
    .where('user_id', '!=', butFor)
    .where('reserved_until', '>', now)
    .executeTakeFirst();
  return reservation !== undefined;
}

/** Otherwise an account could keep any number of emails from their owners. */
const RESERVED_EMAILS_PER_USER = 3;

/** Keeps a former email of an account from being registered by others. Only the newest of the account are kept. */
export async function reserveEmail(db: Queries, email: string, userId: string, until: number): Promise<void> {
  await db
    .insertInto('reserved_emails')
    .values({ email, user_id: userId, reserved_until: until })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ user_id: userId, reserved_until: until }),
    )
    .execute();
  await db
    .deleteFrom('reserved_emails')
    .where('user_id', '=', userId)
    .where('email', 'not in', (newest) =>
      newest
        .selectFrom('reserved_emails')
        .select('email')
        .where('user_id', '=', userId)
        .orderBy('reserved_until', 'desc')
        .orderBy('email')
        .limit(RESERVED_EMAILS_PER_USER),
    )
    .execute();
}
