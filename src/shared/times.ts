/*
 * Times and ages in words, as the specification writes them. It takes date-fns' words; date-fns itself would bring
 * 9 kB of locale to the map (docs/decisions/bundle.md). Times are those of the device's time zone.
 */

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;
const MONTH_MIN = 30 * DAY_MIN;
const YEAR_MONTHS = 12;
/** Months of a Gregorian year on average, by which years are counted. */
const MEAN_MONTH_MIN = (365.2425 / YEAR_MONTHS) * DAY_MIN;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/**
 * A stretch of time in words, as in 'about 3 hours': date-fns' formatDistance.
 * @param age milliseconds, not negative
 */
export function ageInWords(age: number): string {
  const minutes = Math.round(Math.trunc(age / 1_000) / 60);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 45) return counted(minutes, 'minute');
  if (minutes < DAY_MIN) return `about ${counted(Math.round(minutes / HOUR_MIN), 'hour')}`;
  // 42 hours are one day, more are two.
  if (minutes < 42 * HOUR_MIN) return '1 day';
  if (minutes < MONTH_MIN) return counted(Math.round(minutes / DAY_MIN), 'day');
  const months = Math.round(minutes / MONTH_MIN);
  if (minutes < 2 * MONTH_MIN) return `about ${counted(months, 'month')}`;
  const whole = Math.floor(minutes / MEAN_MONTH_MIN);
  return whole < YEAR_MONTHS ? counted(months, 'month') : yearsInWords(whole);
}

function yearsInWords(months: number): string {
  const years = Math.floor(months / YEAR_MONTHS);
  const rest = months % YEAR_MONTHS;
  if (rest < 3) return `about ${counted(years, 'year')}`;
  return rest < 9 ? `over ${counted(years, 'year')}` : `almost ${counted(years + 1, 'year')}`;
}

/** Units of a short age with their lengths in milliseconds, the longest first. */
const SHORT_UNITS: readonly (readonly [string, number])[] = [
  ['y', 365 * DAY_MIN * MINUTE_MS],
  ['mo', MONTH_MIN * MINUTE_MS],
  ['d', DAY_MIN * MINUTE_MS],
  ['h', HOUR_MIN * MINUTE_MS],
  ['min', MINUTE_MS],
  ['s', 1_000],
];

/** An age in milliseconds as short as it fits on a marker: '5 min', '3 h', '2 d'. */
export function shortAge(age: number): string {
  const [unit, length] = SHORT_UNITS.find(([, milliseconds]) => age >= milliseconds) ?? ['s', 1_000];
  return `${Math.floor(age / length)} ${unit}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The time of day as 'h:mm a'. */
export function timeOfDay(timestamp: string): string {
  const date = new Date(timestamp);
  const hours = date.getHours();
  const minutes = String(date.getMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Day and time as 'MMM d, h:mm a'. */
export function dayAndTime(timestamp: string): string {
  return `${dayOfMonth(new Date(timestamp))}, ${timeOfDay(timestamp)}`;
}

/** A day as 'MMM d, yyyy'. */
export function dayWithYear(timestamp: string): string {
  const date = new Date(timestamp);
  return `${dayOfMonth(date)}, ${date.getFullYear()}`;
}

function dayOfMonth(date: Date): string {
  return `${MONTHS[date.getMonth()] ?? ''} ${date.getDate()}`;
}
