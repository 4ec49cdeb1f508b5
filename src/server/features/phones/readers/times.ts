import { numberOf, trimmedOf } from './values';

/** Smaller numbers are seconds, others milliseconds. */
const MILLISECONDS_FROM = 1e11;
const EARLIEST = Date.UTC(2010, 0, 1);
const FUTURE_TOLERANCE_MS = 120_000;
const ISO =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s{0,9}(z|[+ -]\d{2}:?\d{2})?$/iu;
/** Offsets of time zones go from -12 to +14 hours. */
const OFFSET_MAX_MINUTES = 18 * 60;

/**
 * A time as the apps write it: seconds or milliseconds since 1970, or ISO 8601, whose zone is UTC when it names none.
 * @param now epoch milliseconds; a time more than 2 minutes later counts as now
 * @returns epoch milliseconds, or undefined for what is no time or before 2010
 */
export function timeOf(value: unknown, now: number): number | undefined {
  const at = clockTimeOf(value);
  return at !== undefined && at > now + FUTURE_TOLERANCE_MS ? now : at;
}

/** The same by the phone's own clock, also when that is ahead. */
export function clockTimeOf(value: unknown): number | undefined {
  const number = numberOf(value);
  const at =
    number === undefined
      ? isoTime(value)
      : Math.round(Math.abs(number) < MILLISECONDS_FROM ? number * 1_000 : number);
  return at !== undefined && at >= EARLIEST ? at : undefined;
}

function isoTime(value: unknown): number | undefined {
  const [, date = '', time = '', zone = 'Z'] = ISO.exec(trimmedOf(value) ?? '') ?? [];
  if (date === '' || !isDay(date)) return undefined;
  const clock = time.length === 5 ? `${time}:00` : time.replace(',', '.');
  // Whole milliseconds: further decimals are cut.
  const at = Date.parse(`${date}T${clock.slice(0, 12)}Z`);
  if (Number.isNaN(at)) return undefined;
  const offset = offsetMinutes(zone);
  return offset === undefined ? undefined : at - offset * 60_000;
}

/** `Date.parse` takes the 31st of a month of 30 days for the first of the next. */
function isDay(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

function offsetMinutes(zone: string): number | undefined {
  if (/^z$/iu.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  if (minutes > OFFSET_MAX_MINUTES || Number(zone.slice(-2)) > 59) return undefined;
  return zone.startsWith('-') ? -minutes : minutes;
}
