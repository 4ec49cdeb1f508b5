import { TZDate } from '@date-fns/tz';

const DAY_MS = 24 * 3_600_000;

/** From `start` to before `end`, epoch milliseconds. */
interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Start and end of a calendar day in a time zone. The day has 23 or 25 hours where clocks change.
 * @param date an existing day as YYYY-MM-DD
 * @param timeZone IANA name
 */
export function dayInTimeZone(date: string, timeZone: string): TimeSpan {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return { start: startOfDay(year, month, day, timeZone), end: startOfDay(year, month, day + 1, timeZone) };
}

/** The calendar day before another one, as its start and end. @param start of the other one, epoch milliseconds */
export const dayBefore = (start: number, timeZone: string): TimeSpan =>
  dayInTimeZone(dateInTimeZone(start - 1, timeZone), timeZone);

/** Midnight, or the first moment after it where the clocks skip midnight. */
function startOfDay(year: number, month: number, day: number, timeZone: string): number {
  const midnight = new TZDate(1970, 0, 1, timeZone);
  // The constructor reads years below 100 as 19xx; this call does not.
  midnight.setFullYear(year, month - 1, day);
  midnight.setHours(0, 0, 0, 0);
  return midnight.getTime();
}

/**
 * The date in a time zone, as YYYY-MM-DD.
 * @param moment epoch milliseconds
 * @param timeZone IANA name
 */
export function dateInTimeZone(moment: number, timeZone: string): string {
  const { year, month, day } = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${(year ?? '').padStart(4, '0')}-${month}-${day}`;
}

/** @param date YYYY-MM-DD @param days negative for an earlier date */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
