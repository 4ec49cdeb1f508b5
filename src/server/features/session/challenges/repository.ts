import { hasSession } from '#server/db/openSessions';
import type { FactorChallengeRow, Queries } from '#server/db/schema';

/** The SQL of second-factor challenges, and of when a session last passed one, in epoch milliseconds. */
export function challengeRepository(db: Queries) {
  return {
    /** Stores a challenge, and deletes all but the newest `maxOpen` of the same user, purpose and client. */
    async insertChallenge(challenge: FactorChallengeRow, maxOpen: number): Promise<void> {
      await db.insertInto('factor_challenges').values(challenge).execute();
      await removeOlder(db, challenge, maxOpen);
    },

    async deleteChallenges(now: number): Promise<void> {
      await db.deleteFrom('factor_challenges').where('expires_at', '<=', now).execute();
    },

    /** Deletes the challenges of passkeys whose setup was started. */
    async removePasskeyChallenges(userId: string): Promise<void> {
      await db
        .deleteFrom('factor_challenges')
        .where('user_id', '=', userId)
        .where('purpose', '=', 'passkey')
        .execute();
    },

    /** A challenge that has not expired. @param now epoch milliseconds */
    challenge: (id: string, now: number): Promise<FactorChallengeRow | undefined> =>
      db
        .selectFrom('factor_challenges')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    /** Deletes a challenge. @returns false when it was used before */
    async useChallenge(id: string): Promise<boolean> {
      const result = await db.deleteFrom('factor_challenges').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows === 1n;
    },

    hasSession: (id: string): Promise<boolean> => hasSession(db, id),

    async setFactorPassed(sessionId: string, at: number): Promise<void> {
      await db.updateTable('sessions').set({ factor_passed_at: at }).where('id', '=', sessionId).execute();
    },

    async factorPassedAt(sessionId: string): Promise<number | null> {
      const row = await db
        .selectFrom('sessions')
        .select('factor_passed_at')
        .where('id', '=', sessionId)
        .executeTakeFirst();
      return row?.factor_passed_at ?? null;
    },
  };
}
export type ChallengeRepository = ReturnType<typeof challengeRepository>;

async function removeOlder(db: Queries, newest: FactorChallengeRow, maxOpen: number): Promise<void> {
  const { id, user_id, purpose, client } = newest;
  await db
    .deleteFrom('factor_challenges')
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('client', '=', client)
    .where('id', '!=', id)
    .where('id', 'not in', (next) =>
      next
        .selectFrom('factor_challenges')
        .select('id')
        .where('user_id', '=', user_id)
        .where('purpose', '=', purpose)
        .where('client', '=', client)
        .where('id', '!=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(maxOpen - 1),
    )
    .execute();
}
