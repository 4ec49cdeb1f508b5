import type { FactorChallengeRow, FactorRow, Queries } from '#server/db/schema';

/** The SQL of second factors. */
export function factorRepository(db: Queries) {
  return { ...factorRows(db), ...recoveryCodes(db), ...challenges(db) };
}
export type FactorRepository = ReturnType<typeof factorRepository>;

function factorRows(db: Queries) {
  return {
    /** Confirmed ones, oldest first. */
    list: (userId: string): Promise<FactorRow[]> =>
      db
        .selectFrom('factors')
        .selectAll()
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .orderBy('created_at')
        .execute(),

    /** The authenticator app that waits for its first code. */
    pendingTotp: (userId: string): Promise<FactorRow | undefined> =>
      db
        .selectFrom('factors')
        .selectAll()
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst(),

    async insert(factor: FactorRow): Promise<void> {
      await db.insertInto('factors').values(factor).execute();
    },

    async removePending(userId: string): Promise<void> {
      await db
        .deleteFrom('factors')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is', null)
        .execute();
    },

    /** @returns false when the person has no such factor */
    async remove(id: string, userId: string): Promise<boolean> {
      const result = await db
        .deleteFrom('factors')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      return result.numDeletedRows === 1n;
    },

    async confirmTotp(id: string, step: number, at: number): Promise<void> {
      await db
        .updateTable('factors')
        .set({ confirmed_at: at, totp_step: step })
        .where('id', '=', id)
        .execute();
    },

    /** Notes the time step of an accepted code. @returns false when that step or a later one was accepted before */
    async useTotpStep(id: string, step: number, at: number): Promise<boolean> {
      const result = await db
        .updateTable('factors')
        .set({ totp_step: step, last_used_at: at })
        .where('id', '=', id)
        .where(({ eb, or }) => or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    async usePasskey(id: string, counter: number, at: number): Promise<void> {
      await db.updateTable('factors').set({ counter, last_used_at: at }).where('id', '=', id).execute();
    },
  };
}

function recoveryCodes(db: Queries) {
  return {
    async recoveryCodesLeft(userId: string): Promise<number> {
      const rows = await db
        .selectFrom('recovery_codes')
        .select('hash')
        .where('user_id', '=', userId)
        .execute();
      return rows.length;
    },

    async insertRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void> {
      await db
        .insertInto('recovery_codes')
        .values(hashes.map((hash) => ({ user_id: userId, hash })))
        .execute();
    },

    /** @returns false when the person has no such code, or has used it */
    async useRecoveryCode(userId: string, hash: string): Promise<boolean> {
      const result = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
        .executeTakeFirst();
      return result.numDeletedRows === 1n;
    },

    async removeRecoveryCodes(userId: string): Promise<void> {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    },
  };
}

/** What clients were asked to confirm, and when their sessions did. */
function challenges(db: Queries) {
  return {
    /** Stores a challenge and forgets expired ones of the person. */
    async insertChallenge(challenge: FactorChallengeRow): Promise<void> {
      await db
        .deleteFrom('factor_challenges')
        .where('user_id', '=', challenge.user_id)
        .where('expires_at', '<=', challenge.created_at)
        .execute();
      await db.insertInto('factor_challenges').values(challenge).execute();
    },

    challenge: (id: string, now: number): Promise<FactorChallengeRow | undefined> =>
      db
        .selectFrom('factor_challenges')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    /** @returns false when it was used before */
    async useChallenge(id: string): Promise<boolean> {
      const result = await db.deleteFrom('factor_challenges').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows === 1n;
    },

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
