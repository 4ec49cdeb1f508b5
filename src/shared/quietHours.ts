import { TZDate } from '@date-fns/tz';
import type { NotifySettings } from '#contract/notifications';

export type QuietHours = NonNullable<NotifySettings['quiet']>;

/**
 * Whether a person wants quiet at a moment. Clocks that change move the hours with them. Hours that end before they begin
 * last over midnight; those that begin and end at the same minute last the whole day.
 * @param moment in epoch milliseconds
 */
export function isQuiet(
  { quiet, timeZone }: Pick<NotifySettings, 'quiet' | 'timeZone'>,
  moment: number,
): boolean {
  if (!quiet) return false;
  const local = new TZDate(moment, timeZone);
  const minute = local.getHours() * 60 + local.getMinutes();
  const { from, to } = quiet;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
