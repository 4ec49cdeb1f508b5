import { PUSH_DEVICES_PER_USER } from '#contract/limits';
import type { PushDeviceRow, Queries } from '#server/db/schema';

/** The SQL of browsers that get pushes. */
export function pushDeviceRepository(db: Queries) {
  const ofUser = (userId: string) =>
    db.selectFrom('push_devices').selectAll().where('user_id', '=', userId).orderBy('seen_at', 'desc');
  return {
    list: (userId: string): Promise<PushDeviceRow[]> => ofUser(userId).orderBy('id').execute(),

    byId: (id: string): Promise<PushDeviceRow | undefined> =>
      db.selectFrom('push_devices').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Whether a session goes on. */
    async isOpen(sessionId: string): Promise<boolean> {
      const session = db.selectFrom('sessions').select('id').where('id', '=', sessionId);
      return (await session.where('ended_at', 'is', null).executeTakeFirst()) !== undefined;
    },

    /** Whether the user has removed the pushes of a session's browser. */
    async isRemoved(sessionId: string): Promise<boolean> {
      const session = db.selectFrom('sessions').select('id').where('id', '=', sessionId);
      return (await session.where('pushes_removed_at', 'is not', null).executeTakeFirst()) !== undefined;
    },

    /** Notes with the session of a device that its owner removes it. @param now in epoch milliseconds */
    async noteRemoval(userId: string, id: string, now: number): Promise<void> {
      const device = db.selectFrom('push_devices').where('id', '=', id).where('user_id', '=', userId);
      await db
        .updateTable('sessions')
        .set({ pushes_removed_at: now })
        .where('id', 'in', device.select('session_id'))
        .execute();
    },

    /** The owner has switched pushes on again in the browser of a session. */
    async forgetRemoval(sessionId: string): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ pushes_removed_at: null })
        .where('id', '=', sessionId)
        .where('pushes_removed_at', 'is not', null)
        .execute();
    },

    /**
     * Stores a device; an endpoint belongs to the person who signed in there last. Deletes those of the person that are too
     * many.
     * @returns the id
     */
    async save(device: PushDeviceRow): Promise<string> {
      const { endpoint, user_id } = device;
      // The same browser with another user is another device: it must not get the first user's notices.
      await db
        .deleteFrom('push_devices')
        .where('endpoint', '=', endpoint)
        .where('user_id', '!=', user_id)
        .execute();
      const { id: _id, created_at: _createdAt, ...renewed } = device;
      const { id } = await db
        .insertInto('push_devices')
        .values(device)
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(renewed))
        .returning('id')
        .executeTakeFirstOrThrow();
      const surplus = await ofUser(user_id).orderBy('id').offset(PUSH_DEVICES_PER_USER).limit(100).execute();
      for (const { id: old } of surplus) await this.remove(user_id, old);
      return id;
    },

    /** @returns false when the person has no such device */
    async remove(userId: string, id: string): Promise<boolean> {
      const result = await db
        .deleteFrom('push_devices')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return result.numDeletedRows > 0n;
    },
  };
}
export type PushDeviceRepository = ReturnType<typeof pushDeviceRepository>;
