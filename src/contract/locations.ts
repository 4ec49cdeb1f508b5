import * as z from 'zod/mini';
import { nothingIn, type Route } from './defineRoute';
import { LARGE_BODY_LIMIT_BYTES, ACCURACY_MAX_M, LOCATIONS_PER_POST } from './limits';
import {
  code,
  Id,
  IdInput,
  isCalendarDate,
  Latitude,
  Longitude,
  Timestamp,
  TimestampInput,
  TimeZone,
} from './primitives';
import { listOf } from './lists';

const ACCURACY_ERROR = code('accuracy_invalid');

/** Horizontal accuracy of a fix as a radius in metres; missing when unknown. */
export const Accuracy = z
  .number(ACCURACY_ERROR)
  .check(z.minimum(0, ACCURACY_ERROR), z.maximum(ACCURACY_MAX_M, ACCURACY_ERROR));

const fix = { latitude: Latitude, longitude: Longitude, accuracy: z.optional(Accuracy) };

/** Broken receivers report latitude 0, longitude 0 and accuracy 0 instead of "no fix". */
const isReal = z.refine<{ latitude: number; longitude: number; accuracy?: number | undefined }>(
  ({ latitude, longitude, accuracy }) => latitude !== 0 || longitude !== 0 || accuracy !== 0,
  code('position_not_real'),
);

/** A fix that a client sends. */
export const LocationUpdate = z
  .strictObject(
    {
      ...fix,
      timestamp: z.optional(TimestampInput),
      /** The user has started to share in this browser and its page is visible: its fixes count before those of phones. */
      isPrimary: z.optional(z.boolean(code('location_fields_required'))),
    },
    code('location_fields_required'),
  )
  .check(isReal);
export type LocationUpdate = z.output<typeof LocationUpdate>;

/** `used` is false when the fix does not count: it is too old, the user has paused, or one of their phones comes first. */
export const LocationAck = z.object({ used: z.optional(z.boolean()) });
export type LocationAck = z.output<typeof LocationAck>;

/** A fix from the offline queue. Its time is required, because the server cannot know it. */
const QueuedLocation = z
  .strictObject({ ...fix, timestamp: TimestampInput }, code('queued_location_fields_required'))
  .check(isReal);
type QueuedLocation = z.input<typeof QueuedLocation>;

const QUEUE_ERROR = code('locations_count');

/** One location or a list of them. */
export const LocationsInput = z.pipe(
  z.transform((sent: QueuedLocation | QueuedLocation[]) => (Array.isArray(sent) ? sent : [sent])),
  listOf(QueuedLocation, LOCATIONS_PER_POST, QUEUE_ERROR),
);

/**
 * Number of distinct times of the request that are stored now, including those stored before, and of those that are too old
 * to be kept. Fixes of a pause, and of times when a phone comes first, are in neither.
 */
export const LocationsStored = z.object({ stored: z.number(), tooOld: z.optional(z.number()) });
export type LocationsStored = z.output<typeof LocationsStored>;

const MaybeNumber = z.optional(z.nullable(z.number()));
const MaybeText = z.optional(z.nullable(z.string()));

/**
 * The newest known position of a user. `accuracy` is in metres, null when unknown. What follows the time comes from phones
 * with an app and only as far as it is known: metres, metres per second, degrees, battery from 0 to 1; the name of the app;
 * when the phone was heard last, and since when the user stays there.
 */
export const Location = z.object({
  userId: Id,
  latitude: Latitude,
  longitude: Longitude,
  accuracy: z._default(z.nullable(z.number()), null),
  timestamp: Timestamp,
  altitude: MaybeNumber,
  speed: MaybeNumber,
  course: MaybeNumber,
  battery: MaybeNumber,
  charging: z.optional(z.nullable(z.boolean())),
  motion: MaybeText,
  source: MaybeText,
  seenAt: MaybeText,
  since: MaybeText,
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

/**
 * Content type of a day in columns instead of a list of entries: a tenth of the bytes, for days of up to 86,400 fixes.
 * Servers that do not know it answer with the list.
 */
export const HISTORY_COLUMNS_TYPE = 'application/vnd.kinmap.columns+json';

/**
 * A part of a day, encoded by `src/shared/historyCodec.ts`: `start` in epoch milliseconds, then one text per column
 * (milliseconds since the start, degrees in millionths; with one added and 0 for unknown: decimetres of accuracy, decimetres
 * a second, motions, battery in percent).
 */
export const HistoryBlock = z.object({
  start: z.number(),
  count: z.number().check(z.minimum(0), z.maximum(1_000_000)),
  times: z.string(),
  latitudes: z.string(),
  longitudes: z.string(),
  accuracies: z.string(),
  /** What phones with an app report, each missing where there is none; only the user themselves gets the battery. */
  speeds: z.optional(z.string()),
  motions: z.optional(z.string()),
  batteries: z.optional(z.string()),
});
export type HistoryBlock = z.output<typeof HistoryBlock>;

/** A day in columns: its blocks in time order. */
export const HistoryColumns = z.object({ blocks: z.array(HistoryBlock) });
export type HistoryColumns = z.output<typeof HistoryColumns>;

/** The day and its time zone (IANA name, UTC when missing). */
export const HistoryQuery = z.strictObject({
  date: z.string(code('date_required')).check(z.refine(isCalendarDate, code('date_invalid'))),
  tz: z.optional(TimeZone),
});

export const HistoryParams = z.strictObject({ userId: IdInput });

/** Routes for positions and their history. */
export const locationRoutes = {
  familyLocations: {
    ...nothingIn,
    method: 'GET',
    path: '/api/locations/family',
    auth: 'session',
    status: 200,
    answer: z.array(Location),
  },
  postLocations: {
    ...nothingIn,
    method: 'POST',
    path: '/api/locations',
    auth: 'session',
    status: 200,
    body: LocationsInput,
    bodyLimit: LARGE_BODY_LIMIT_BYTES,
    answer: LocationsStored,
  },
  // Servers that do not know the column format answer with a list of entries.
  locationHistory: {
    ...nothingIn,
    method: 'GET',
    path: '/api/locations/history/:userId',
    auth: 'session',
    status: 200,
    params: HistoryParams,
    query: HistoryQuery,
    accept: HISTORY_COLUMNS_TYPE,
    answer: z.union([HistoryColumns, z.array(HistoryEntry)]),
  },
} as const satisfies Record<string, Route>;
