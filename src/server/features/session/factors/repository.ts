import type { FactorRow, Queries } from '#server/db/schema';

/** The SQL of second factors. */
export function factorRepository(db: Queries) {
  return { ...factorRows(db), ...pendingFactors(db), ...recoveryCodes(db) };
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

    async insert(factor: FactorRow): Promise<void> {
      await db.insertInto('factors').values(factor).execute();
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

/** Authenticator apps that are not confirmed yet. */
function pendingFactors(db: Queries) {
  return {
    /** The authenticator app that waits for its first code, if a session has begun one after `since`. */
    pendingTotp: (sessionId: string, since: number): Promise<FactorRow | undefined> =>
      db
        .selectFrom('factors')
        .selectAll()
        .where('session_id', '=', sessionId)
        .where('confirmed_at', 'is', null)
        .where('created_at', '>', since)
        .executeTakeFirst(),

    /** Deletes the apps that wait for their first code: all, or those that a session has begun. */
    async removePending(userId: string, sessionId?: string): Promise<void> {
      const pending = db
        .deleteFrom('factors')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is', null);
      await (sessionId === undefined ? pending : pending.where('session_id', '=', sessionId)).execute();
    },

    async removePendingBefore(moment: number): Promise<void> {
      await db
        .deleteFrom('factors')
        .where('confirmed_at', 'is', null)
        .where('created_at', '<=', moment)
        .execute();
    },

    /** @returns false when it does not wait any more */
    async confirmTotp(id: string, step: number, at: number): Promise<boolean> {
      const result = await db
        .updateTable('factors')
        .set({ confirmed_at: at, totp_step: step })
        .where('id', '=', id)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
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
