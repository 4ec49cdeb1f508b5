import { TZDate } from '@date-fns/tz';
import type { PlaceSchedule } from '#contract/geofences';

/**
 * Whether a geofence sends alerts at a moment. The hours follow the local clock, also over daylight-saving changes.
 * @param schedule null: it always does
 * @param moment in epoch milliseconds
 */
export function isScheduleActive(schedule: PlaceSchedule | null, moment: number): boolean {
  if (schedule === null) return true;
  const { days, from, to, timeZone } = schedule;
  const local = new TZDate(moment, timeZone);
  const minute = local.getHours() * 60 + local.getMinutes();
  const today = local.getDay() === 0 ? 7 : local.getDay();
  if (from < to) return days.includes(today) && minute >= from && minute < to;
  const yesterday = today === 1 ? 7 : today - 1;
  return minute >= from ? days.includes(today) : minute < to && days.includes(yesterday);
}
