import * as z from 'zod/mini';

/**
 * The small forms that every other schema is built of.
 *
 * Inputs are strict: no coercion, unknown fields are refused. Answers are lenient, because the specification leaves
 * ids and times open: whatever server answers, `Id` and `Timestamp` turn it into our one form at the client's edge.
 */

// zod may otherwise compile validators with `new Function`, which the page's CSP forbids.
z.config({ jitless: true });

/** An identifier in an answer: a string, or a number from servers that count. Always a string afterwards. */
export const Id = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((id) => String(id)),
);

/** An identifier in a request. An id that nobody has is not malformed, it is unknown, so only its shape is checked. */
export const IdInput = z
  .string('An id must be a text')
  .check(z.minLength(1, 'An id is missing'), z.maxLength(100, 'That id is too long'));

/** A moment in an answer: ISO 8601 or epoch milliseconds. Always ISO 8601 UTC with milliseconds afterwards. */
export const Timestamp = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((moment, context) => {
    const date = new Date(moment);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
    context.issues.push({ code: 'custom', message: 'Not a moment in time', input: moment });
    return z.NEVER;
  }),
);

/** A moment in a request: ISO 8601 UTC, as `Date.prototype.toISOString` writes it. */
export const TimestampInput = z.iso.datetime('The time must be an ISO 8601 UTC time');

/** A text that may be missing in an answer; null when it is. */
export const OptionalText = z._default(z.nullable(z.string()), null);

// -0 is a valid latitude or longitude but compares unequal to 0 in places, so it is stored as 0.
const withoutNegativeZero = z.overwrite((degrees: number) => degrees + 0);

const LATITUDE_ERROR = 'Latitude must be a number from -90 to 90';
/** Degrees north, WGS 84. */
export const Latitude = z
  .number(LATITUDE_ERROR)
  .check(z.minimum(-90, LATITUDE_ERROR), z.maximum(90, LATITUDE_ERROR), withoutNegativeZero);

const LONGITUDE_ERROR = 'Longitude must be a number from -180 to 180';
/** Degrees east, WGS 84. */
export const Longitude = z
  .number(LONGITUDE_ERROR)
  .check(z.minimum(-180, LONGITUDE_ERROR), z.maximum(180, LONGITUDE_ERROR), withoutNegativeZero);

/** Something that leaves ink: no space, no control or format character, no filler that fonts draw as nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A check against texts of which nothing would be seen, such as one of zero-width spaces only. */
export const visible = (message: string) => z.refine<string>((text) => VISIBLE.test(text), message);

/** A body or query without any field. */
export const Nothing = z.strictObject({}, 'Nothing is expected here');

/**
 * The one sentence a person is shown for a failed parse.
 * @param error what zod found; its first finding counts
 */
export function validationMessage(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'The request is not valid';
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys[0]?.slice(0, 40) ?? ''}`;
  return issue.message === 'Invalid input' ? 'The request is not valid' : issue.message;
}
