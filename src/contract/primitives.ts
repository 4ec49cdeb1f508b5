import * as z from 'zod/mini';
import type { ErrorCode } from './errors';
import { NAME_MAX_LENGTH, PAGE_MAX } from './limits';

/**
 * The building blocks of the schemas.
 *
 * Inputs are strict: no coercion, unknown fields are refused. Answers are lenient, because the specification leaves the
 * form of ids and times open: `Id` and `Timestamp` convert what any server sends to one form.
 */

// zod may otherwise compile validators with `new Function`, which the page's CSP forbids.
z.config({ jitless: true });

/** Names the error of a failed check: the message of a zod issue is a code. */
export const code = (name: ErrorCode): ErrorCode => name;

/** An id in an answer: a string or a number, converted to a string. */
export const Id = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((id) => String(id)),
);

/** An id in a request. Only its form is checked: an id that does not exist leads to 404, not 400. */
export const IdInput = z
  .string(code('id_not_text'))
  .check(z.minLength(1, code('id_required')), z.maxLength(100, code('id_too_long')));

const LIMIT_ERROR = code('page_limit_invalid');
/** The length of a page in the query of a request. */
export const PageLimit = z.pipe(
  z.string(LIMIT_ERROR).check(
    z.regex(/^\d{1,4}$/u, LIMIT_ERROR),
    z.refine((text) => Number(text) >= 1 && Number(text) <= PAGE_MAX, LIMIT_ERROR),
  ),
  z.transform(Number),
);

/** The id of an alert in its recipient's inbox; null from servers that keep none. */
export const AlertId = z._default(z.nullable(Id), null);

/** A time in an answer: ISO 8601 or epoch milliseconds, converted to ISO 8601 UTC with milliseconds. */
export const Timestamp = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((moment, context) => {
    const date = new Date(moment);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
    context.issues.push({ code: 'custom', input: moment });
    return z.NEVER;
  }),
);

/** True for an existing calendar date as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const UTC_TIME = /^(?<date>[^T]+)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?Z$/u;

/**
 * A time in a request: ISO 8601 UTC, as `Date.prototype.toISOString` writes it. Accepts what `z.iso.datetime` does, which
 * brings its patterns of dates, times and durations into the first load (docs/decisions/bundle.md).
 */
export const TimestampInput = z
  .string(code('time_invalid'))
  .check(
    z.refine((text) => isCalendarDate(UTC_TIME.exec(text)?.groups?.['date'] ?? ''), code('time_invalid')),
  );

/** A time in an answer; null when it is missing. */
export const OptionalTime = z._default(z.nullable(Timestamp), null);

/** A text in an answer; null when it is missing. */
export const OptionalText = z._default(z.nullable(z.string()), null);

// -0 is a valid coordinate, but `Object.is` distinguishes it from 0, so it becomes 0.
const withoutNegativeZero = z.overwrite((degrees: number) => degrees + 0);

const LATITUDE_ERROR = code('latitude_invalid');
/** Degrees north, WGS 84. */
export const Latitude = z
  .number(LATITUDE_ERROR)
  .check(z.minimum(-90, LATITUDE_ERROR), z.maximum(90, LATITUDE_ERROR), withoutNegativeZero);

const LONGITUDE_ERROR = code('longitude_invalid');
/** Degrees east, WGS 84. */
export const Longitude = z
  .number(LONGITUDE_ERROR)
  .check(z.minimum(-180, LONGITUDE_ERROR), z.maximum(180, LONGITUDE_ERROR), withoutNegativeZero);

/** A character that is drawn: no space, control or format character, and no filler that fonts leave blank. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Refuses texts without a visible character, such as zero-width spaces only. */
export const visible = (error: ErrorCode) => z.refine<string>((text) => VISIBLE.test(text), error);

/** A body or query without fields. */
export const Nothing = z.strictObject({}, code('body_unexpected'));

/** An invitation code as typed: case, spaces and hyphens do not matter. */
export const InviteCode = z.string(code('invite_code_required')).check(
  z.maxLength(NAME_MAX_LENGTH, code('invite_code_too_long')),
  z.overwrite((text: string) => text.replace(/[\s-]/gu, '').toUpperCase()),
  z.minLength(1, code('invite_code_required')),
);

/**
 * The name that the runtime uses for an IANA time zone; undefined when it knows none of this name. Names are matched
 * without regard to case and have aliases; what is remembered for each zone must not be remembered for each spelling.
 */
function canonicalTimeZone(name: string): string | undefined {
  // Newer runtimes also accept offsets such as +01:00, of which there are thousands.
  if (!/^[a-z]/iu.test(name)) return undefined;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const TIME_ZONE_ERROR = code('time_zone_unknown');
/** The IANA name of a time zone, in the spelling of the runtime. */
export const TimeZone = z.string(TIME_ZONE_ERROR).check(
  z.maxLength(60, TIME_ZONE_ERROR),
  z.refine((name) => canonicalTimeZone(name) !== undefined, TIME_ZONE_ERROR),
  z.overwrite((name: string) => canonicalTimeZone(name) ?? name),
);
