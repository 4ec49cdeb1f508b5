import type { NotifySettings } from '#contract/notifications';
import { toFlag, type Queries } from '#server/db/schema';

/** The settings of a person who has changed none. */
const DEFAULTS: NotifySettings = { quiet: null, timeZone: 'UTC', privateText: false, messages: true };

/** The SQL of people's notification settings. */
export function notifySettingsRepository(db: Queries) {
  return {
    async of(userId: string): Promise<NotifySettings> {
      const row = await db
        .selectFrom('notify_settings')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!row) return DEFAULTS;
      const { quiet_from: from, quiet_to: to } = row;
      return {
        quiet: from === null || to === null ? null : { from, to },
        timeZone: row.time_zone,
        privateText: row.private_text === 1,
        messages: row.messages === 1,
      };
    },

    async save(userId: string, { quiet, timeZone, privateText, messages }: NotifySettings): Promise<void> {
      const values = {
        quiet_from: quiet?.from ?? null,
        quiet_to: quiet?.to ?? null,
        time_zone: timeZone,
        private_text: toFlag(privateText),
        messages: toFlag(messages),
      };
      await db
        .insertInto('notify_settings')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
    },
  };
}
export type NotifySettingsRepository = ReturnType<typeof notifySettingsRepository>;
