/** A longer text is neither a number nor a time; this bounds the work of the patterns below. */
const VALUE_MAX_CHARACTERS = 100;
/** Numbers below are seconds, others milliseconds: as seconds it is the year 5138, as milliseconds it is 1973. */
const MILLISECONDS_FROM = 1e11;

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/iu;
const DATE_TIME =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(?:(Z|UTC|GMT)|([+-])(\d{2})(?::?(\d{2}))?)?$/iu;

/** Reads a number, or a decimal text with a point. @returns null for anything else */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > VALUE_MAX_CHARACTERS) return null;
  const text = value.trim();
  if (!DECIMAL.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/**
 * Reads a moment: seconds or milliseconds since 1970, as a number or a text, or a date with a time. One without an offset
 * is UTC.
 * @returns epoch milliseconds; null for anything else, such as a date without a time
 */
export function readTime(value: unknown): number | null {
  const number = readNumber(value);
  if (number !== null) return number < MILLISECONDS_FROM ? number * 1000 : number;
  if (typeof value !== 'string' || value.length > VALUE_MAX_CHARACTERS) return null;
  return readDateTime(value.trim());
}

function readDateTime(text: string): number | null {
  const match = DATE_TIME.exec(text);
  if (!match) return null;
  const [
    ,
    year,
    ,
    month,
    day,
    hour,
    minute,
    second = '0',
    fraction = '0',
    ,
    sign,
    offsetHours,
    offsetMinutes = '0',
  ] = match;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isRealDay = new Date(date).getUTCMonth() === Number(month) - 1 && Number(day) > 0;
  // A leap second is written as :60.
  if (!isRealDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const time =
    (Number(hour) * 60 + Number(minute)) * 60_000 + (Number(second) + Number(`0.${fraction}`)) * 1000;
  if (offsetHours === undefined) return date + time;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return date + time - (sign === '-' ? -offset : offset);
}
