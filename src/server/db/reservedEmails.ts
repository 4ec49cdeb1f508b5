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
