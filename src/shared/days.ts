import { TZDate } from '@date-fns/tz';

/** A stretch of time in epoch milliseconds; `end` is no longer part of it. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The calendar day as it is lived in a time zone: 23 or 25 hours where clocks change.
 * @param date an existing day as YYYY-MM-DD
 * @param timeZone IANA name
 */
export function dayInTimeZone(date: string, timeZone: string): TimeSpan {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return { start: startOfDay(year, month, day, timeZone), end: startOfDay(year, month, day + 1, timeZone) };
}

/** Midnight, or the first moment after it where clocks skip it. */
function startOfDay(year: number, month: number, day: number, timeZone: string): number {
  const midnight = new TZDate(1970, 0, 1, timeZone);
  // The constructor takes years below 100 for the last century's, this call does not.
  midnight.setFullYear(year, month - 1, day);
  midnight.setHours(0, 0, 0, 0);
  return midnight.getTime();
}
