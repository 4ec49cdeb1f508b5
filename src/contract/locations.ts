import * as z from 'zod/mini';
import { Id, IdInput, Latitude, Longitude, Timestamp, TimestampInput } from './forms';
import { ACCURACY_MAX_M } from './limits';

const ACCURACY_ERROR = 'Accuracy must be a number of metres from 0 up';

/** Radius of the error circle of a fix in metres; missing when unknown. */
export const Accuracy = z
  .number(ACCURACY_ERROR)
  .check(z.minimum(0, ACCURACY_ERROR), z.maximum(ACCURACY_MAX_M, ACCURACY_ERROR));

/**
 * A fix on its way to the server. Latitude 0, longitude 0 with accuracy 0 is what broken receivers report instead of
 * "no fix", so it is refused.
 */
export const LocationUpdate = z
  .strictObject(
    {
      latitude: Latitude,
      longitude: Longitude,
      accuracy: z.optional(Accuracy),
      timestamp: z.optional(TimestampInput),
    },
    'A location needs latitude and longitude',
  )
  .check(
    z.refine(
      (fix) => fix.latitude !== 0 || fix.longitude !== 0 || fix.accuracy !== 0,
      'That is not a real position',
    ),
  );
export type LocationUpdate = z.output<typeof LocationUpdate>;

/** The newest known position of a person. `accuracy` is in metres, null when unknown. */
export const Location = z.object({
  userId: Id,
  latitude: Latitude,
  longitude: Longitude,
  accuracy: z._default(z.nullable(z.number()), null),
  timestamp: Timestamp,
});
export type Location = z.output<typeof Location>;

/** One entry of a day's history, in time order. */
export const HistoryEntry = z.object({
  latitude: Latitude,
  longitude: Longitude,
  accuracy: z._default(z.nullable(z.number()), null),
  timestamp: Timestamp,
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** True when the text names a day that the calendar has, as YYYY-MM-DD. */
function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text);
  if (!match) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** True when the runtime knows this IANA time zone. */
function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Which day, and in whose time zone (IANA name, UTC when missing). */
export const HistoryQuery = z.strictObject({
  date: z
    .string('A date as YYYY-MM-DD is required')
    .check(z.refine(isCalendarDate, 'The date must be a real day as YYYY-MM-DD')),
  tz: z.optional(
    z
      .string('The time zone is not known')
      .check(
        z.maxLength(60, 'The time zone is not known'),
        z.refine(isTimeZone, 'The time zone is not known'),
      ),
  ),
});

export const HistoryParams = z.strictObject({ userId: IdInput });
