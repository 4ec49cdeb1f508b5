import { t } from './text';

/*
 * Ages in words, with the wording of date-fns, which the specification uses. date-fns itself would add 9 kB of locale to
 * the map (docs/decisions/bundle.md).
 */

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;
const MONTH_MIN = 30 * DAY_MIN;
const YEAR_MONTHS = 12;
/** Length of an average month of the Gregorian calendar, from which years are computed. */
const MEAN_MONTH_MIN = (365.2425 / YEAR_MONTHS) * DAY_MIN;

/**
 * A duration in words, such as 'about 3 hours', like formatDistance of date-fns.
 * @param age milliseconds, not negative
 */
export function ageInWords(age: number): string {
  const minutes = Math.round(Math.trunc(age / 1_000) / 60);
  if (minutes < 1) return t('less than a minute');
  if (minutes < 45) return t('{count, plural, one {# minute} other {# minutes}}', { count: minutes });
  if (minutes < DAY_MIN)
    return t('about {count, plural, one {# hour} other {# hours}}', {
      count: Math.round(minutes / HOUR_MIN),
    });
  if (minutes < MONTH_MIN)
    return t('{count, plural, one {# day} other {# days}}', {
      count: wholeDays(minutes),
    });
  const count = Math.round(minutes / MONTH_MIN);
  if (minutes < 2 * MONTH_MIN) return t('about {count, plural, one {# month} other {# months}}', { count });
  const whole = Math.floor(minutes / MEAN_MONTH_MIN);
  if (whole < YEAR_MONTHS) return t('{count, plural, one {# month} other {# months}}', { count });
  return yearsInWords(whole);
}

/** One day up to 42 hours, as date-fns says. */
const wholeDays = (minutes: number): number => (minutes < 42 * HOUR_MIN ? 1 : Math.round(minutes / DAY_MIN));

function yearsInWords(months: number): string {
  const count = Math.floor(months / YEAR_MONTHS);
  const rest = months % YEAR_MONTHS;
  if (rest < 3) return t('about {count, plural, one {# year} other {# years}}', { count });
  if (rest < 9) return t('over {count, plural, one {# year} other {# years}}', { count });
  return t('almost {count, plural, one {# year} other {# years}}', { count: count + 1 });
}

/** How long ago something was. @param age milliseconds, not negative */
export const ago = (age: number): string => t('{age} ago', { age: ageInWords(age) });

/**
 * An age in milliseconds as short as it fits on a marker: '5 min', '3 h', '2 d'. Up to months it is rounded as by
 * `ageInWords`, because both may stand on one card.
 */
export function shortAge(age: number): string {
  const minutes = Math.round(Math.trunc(age / 1_000) / 60);
  if (minutes < 1) return t('{count} s', { count: Math.floor(age / 1_000) });
  if (minutes < HOUR_MIN) return t('{count} min', { count: minutes });
  if (minutes < DAY_MIN) return t('{count} h', { count: Math.round(minutes / HOUR_MIN) });
  if (minutes < MONTH_MIN) return t('{count} d', { count: wholeDays(minutes) });
  if (minutes < 365 * DAY_MIN) return t('{count} mo', { count: Math.round(minutes / MONTH_MIN) });
  return t('{count} y', { count: Math.floor(minutes / (365 * DAY_MIN)) });
}

/*
 * Times and days in the device's time zone, in the formats of the specification. Other languages can use Intl; in English
 * its spaces and commas differ between browsers and from the specification.
 */

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The time of day as 'h:mm a'. */
export function timeOfDay(timestamp: string): string {
  const date = new Date(timestamp);
  return minuteOfDay(date.getHours() * HOUR_MIN + date.getMinutes());
}

/** The same of a minute of the day. */
export function minuteOfDay(minute: number): string {
  const hours = Math.floor(minute / HOUR_MIN);
  const minutes = String(minute % HOUR_MIN).padStart(2, '0');
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
