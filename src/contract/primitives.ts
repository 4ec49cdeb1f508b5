import * as z from 'zod/mini';
import type { ErrorCode } from './errors';

/**
 * The small forms that every other schema is built of.
 *
 * Inputs are strict: no coercion, unknown fields are refused. Answers are lenient, because the specification leaves
 * ids and times open: whatever server answers, `Id` and `Timestamp` turn it into our one form at the client's edge.
 */

// zod may otherwise compile validators with `new Function`, which the page's CSP forbids.
z.config({ jitless: true });

/** Names the error of a failed check: the message of a zod issue is a code. */
export const code = (name: ErrorCode): ErrorCode => name;

/** An identifier in an answer: a string, or a number from servers that count. Always a string afterwards. */
export const Id = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((id) => String(id)),
);

/** An identifier in a request. An id that nobody has is not malformed, it is unknown, so only its shape is checked. */
export const IdInput = z
  .string(code('id_not_text'))
  .check(z.minLength(1, code('id_required')), z.maxLength(100, code('id_too_long')));

/** A moment in an answer: ISO 8601 or epoch milliseconds. Always ISO 8601 UTC with milliseconds afterwards. */
export const Timestamp = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((moment, context) => {
    const date = new Date(moment);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
    context.issues.push({ code: 'custom', input: moment });
    return z.NEVER;
  }),
);

/** A moment in a request: ISO 8601 UTC, as `Date.prototype.toISOString` writes it. */
export const TimestampInput = z.iso.datetime(code('time_invalid'));

/** A text that may be missing in an answer; null when it is. */
export const OptionalText = z._default(z.nullable(z.string()), null);

// -0 is a valid latitude or longitude but compares unequal to 0 in places, so it is stored as 0.
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

/** Something that leaves ink: no space, no control or format character, no filler that fonts draw as nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A check against texts of which nothing would be seen, such as one of zero-width spaces only. */
export const visible = (error: ErrorCode) => z.refine<string>((text) => VISIBLE.test(text), error);

/** A body or query without any field. */
export const Nothing = z.strictObject({}, code('body_unexpected'));
