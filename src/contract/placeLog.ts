import * as z from 'zod/mini';
import { nothingIn, type Route } from './defineRoute';
import { GeofenceParams } from './geofences';
import { PLACE_LOG_PAGE } from './limits';
import { code, Id, IdInput, PageLimit, Timestamp, TimestampInput, TimeZone } from './primitives';

/** A member entered or left a geofence, and why the server says so. */
export const PlaceEvent = z.object({
  id: Id,
  userId: Id,
  event: z.enum(['entered', 'exited']),
  /** Time of the position that decided it. */
  timestamp: Timestamp,
  /** When the server learned of it. */
  reportedAt: Timestamp,
  /** It was reported so long after it happened that there was no notification. */
  late: z.boolean(),
  /** Time of the first position that suggested it; the same as `timestamp` when one position was enough. */
  since: Timestamp,
  /**
   * Of the deciding position from the centre, or from the edge of a polygon, in metres, and the accuracy that the evaluation used.
   */
  distance: z.number(),
  /** True for the edge; missing for the centre. */
  fromEdge: z.optional(z.boolean()),
  accuracy: z.number(),
});
export type PlaceEvent = z.output<typeof PlaceEvent>;

/** How long a member was at a place on a day of the asked time zone. */
export const PlaceDay = z.object({ date: z.string(), userId: Id, seconds: z.number() });
export type PlaceDay = z.output<typeof PlaceDay>;

export const PlaceLog = z.object({
  /** Newest first. */
  events: z.array(PlaceEvent),
  /** What `before` has to be for the next page; null after the last. */
  next: z.nullable(z.string()),
  /** The newest day first; only on the first page, and only when a time zone was sent. */
  days: z.optional(z.array(PlaceDay)),
});
export type PlaceLog = z.output<typeof PlaceLog>;

/** What the page before has as `next`, `<epoch milliseconds>.<user id>`, or any time: what happened before it. */
const Before = z.union(
  [z.string().check(z.regex(/^\d{1,15}\..{1,100}$/u)), TimestampInput],
  code('request_invalid'),
);

/** Routes for what happened at a geofence. Not in the specification: other servers answer 404. */
export const placeLogRoutes = {
  placeEvents: {
    ...nothingIn,
    method: 'GET',
    path: '/api/geofences/:id/events',
    auth: 'session',
    status: 200,
    params: GeofenceParams,
    query: z.strictObject({
      before: z.optional(Before),
      limit: z._default(z.optional(PageLimit), PLACE_LOG_PAGE),
      /** Of one member only. */
      userId: z.optional(IdInput),
      tz: z.optional(TimeZone),
    }),
    answer: PlaceLog,
  },
} as const satisfies Record<string, Route>;
