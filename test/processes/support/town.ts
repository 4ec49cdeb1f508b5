import { systemClock } from '#server/clock';
import { openPostgres } from '#server/db/postgres';
import { jwtTokens } from '#server/features/session/tokens';

/** Somebody with an account and a token. */
export interface Resident {
  readonly id: string;
  readonly token: string;
  readonly familyId: string;
}

/**
 * Families of people, put into the store at once: making 200 accounts by calls would mostly test the hashing of passwords.
 * @param url of a database, which is brought up to date
 * @param secret that the servers sign with
 */
export async function settle(
  url: string,
  secret: string,
  { families, members }: { families: number; members: number },
): Promise<Resident[]> {
  const tokens = jwtTokens(secret, systemClock);
  const database = await openPostgres(url);
  const now = systemClock.now() - 60_000;
  const residents: Resident[] = [];
  for (let family = 0; family < families; family += 1) {
    const familyId = `family-${family}`;
    for (let member = 0; member < members; member += 1) {
      const id = `person-${family}-${member}`;
      residents.push({ id, familyId, token: await tokens.sign(id, 0) });
    }
    await database
      .insertInto('families')
      .values({ id: familyId, name: familyId, invite_code: familyId, created_at: now })
      .execute();
  }
  await database
    .insertInto('users')
    .values(
      residents.map(({ id }) => ({
        id,
        name: id,
        email: `${id}@example.com`,
        phone: null,
        profile_image: null,
        password_hash: 'none',
        token_version: 0,
        created_at: now,
      })),
    )
    .execute();
  await database
    .insertInto('family_members')
    .values(
      residents.map(({ id, familyId }) => ({
        user_id: id,
        family_id: familyId,
        is_admin: id.endsWith('-0') ? 1 : 0,
        joined_at: now,
      })),
    )
    .execute();
  await database.destroy();
  return residents;
}
