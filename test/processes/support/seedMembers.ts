import { systemClock } from '#server/clock';
import { openPostgres } from '#server/db/postgres';
import { jwtTokens } from '#server/features/session/tokens';

/** A member with an account and a token. */
export interface SeededMember {
  readonly id: string;
  readonly token: string;
  readonly familyId: string;
}

/**
 * Inserts families with members directly: registering 200 accounts would spend its time on password hashes.
 * @param url of a database; its schema is migrated first
 * @param secret with which the servers sign tokens
 */
export async function seedMembers(
  url: string,
  secret: string,
  { families, members }: { families: number; members: number },
): Promise<SeededMember[]> {
  const tokens = jwtTokens(secret, systemClock);
  const database = await openPostgres(url);
  // What tests send may be from before now, and members see nothing from before they joined.
  const yesterday = systemClock.now() - 24 * 3_600_000;
  const seeded: SeededMember[] = [];
  for (let family = 0; family < families; family += 1) {
    const familyId = `family-${family}`;
    for (let member = 0; member < members; member += 1) {
      const id = `person-${family}-${member}`;
      seeded.push({ id, familyId, token: await tokens.sign(id, 0) });
    }
    await database
      .insertInto('families')
      .values({ id: familyId, name: familyId, invite_code: familyId, created_at: yesterday })
      .execute();
  }
  await database
    .insertInto('users')
    .values(
      seeded.map(({ id }) => ({
        id,
        name: id,
        email: `${id}@example.com`,
        phone: null,
        profile_image: null,
        password_hash: 'none',
        token_version: 0,
        created_at: yesterday,
      })),
    )
    .execute();
  await database
    .insertInto('family_members')
    .values(
      seeded.map(({ id, familyId }) => ({
        user_id: id,
        family_id: familyId,
        is_admin: id.endsWith('-0') ? 1 : 0,
        joined_at: yesterday,
      })),
    )
    .execute();
  await database.destroy();
  return seeded;
}
