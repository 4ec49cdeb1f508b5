import type { Queries } from '#server/db/schema';

/** The SQL of triggers, so that one that is sent twice calls once. */
export function sosTriggerRepository(db: Queries) {
  return {
    /**
     * Records a trigger.
     * @param since triggers up to this moment have expired and may be made again
     * @returns false when the same trigger is recorded already
     */
    async recordTrigger(callerId: string, clientId: string, now: number, since: number): Promise<boolean> {
      const result = await db
        .insertInto('sos_triggers')
        .values({ caller_id: callerId, client_id: clientId, sos_id: null, created_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['caller_id', 'client_id'])
            .doUpdateSet({ created_at: now, sos_id: null })
            .where('sos_triggers.created_at', '<=', since),
        )
        .executeTakeFirstOrThrow();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Names the call that a trigger has opened or renewed. */
    async linkTrigger(callerId: string, clientId: string, sosId: string): Promise<void> {
      await db
        .updateTable('sos_triggers')
        .set({ sos_id: sosId })
        .where('caller_id', '=', callerId)
        .where('client_id', '=', clientId)
        .execute();
    },

    /** A trigger that is recorded. @param since triggers up to this moment have expired */
    triggerOf: (callerId: string, clientId: string, since: number) =>
      db
        .selectFrom('sos_triggers')
        .select('sos_id')
        .where('caller_id', '=', callerId)
        .where('client_id', '=', clientId)
        .where('created_at', '>', since)
        .executeTakeFirst(),

    /** The open call of a person that one of their phones opened or renewed. @param prefix of the phone's client ids */
    openCallFrom: (callerId: string, prefix: string) =>
      db
        .selectFrom('sos')
        .select('sos.id')
        .where('caller_id', '=', callerId)
        .where('state', '=', 'open')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('sos_triggers')
              .select('sos_triggers.sos_id')
              .whereRef('sos_triggers.sos_id', '=', 'sos.id')
              .where('client_id', 'like', `${prefix}%`),
          ),
        )
        .executeTakeFirst(),

    /** Deletes triggers up to this moment. */
    async deleteBefore(moment: number): Promise<void> {
      await db.deleteFrom('sos_triggers').where('created_at', '<=', moment).execute();
    },
  };
}
export type SosTriggerRepository = ReturnType<typeof sosTriggerRepository>;
