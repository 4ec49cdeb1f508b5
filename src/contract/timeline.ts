import * as z from 'zod/mini';
import { Correction } from './corrections';
import { nothingIn, type Route } from './defineRoute';
import { HistoryBlock, HistoryParams } from './locations';
import { DAYS_PER_LIST } from './limits';
import { code, Id, IdInput, isCalendarDate, Latitude, Longitude, Timestamp, TimeZone } from './primitives';

const span = { start: Timestamp, end: Timestamp };

/** Part of a day. Metres, seconds. */
export const TimelineEntry = z.union([
  z.object({
    kind: z.literal('stay'),
    ...span,
    latitude: Latitude,
    longitude: Longitude,
    /** The place of a family of both people in which it was. */
    place: z.nullable(z.object({ id: Id, name: z.string() })),
    /** The person's own name for it, which only they see. */
    name: z.optional(z.string()),
    /** How much of it the phone was silent for more than half an hour. */
    noSignalSeconds: z.number(),
    /** When it began, if that was the day before. */
    since: z.optional(Timestamp),
    /** True when it continues after the day. */
    continues: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('trip'),
    ...span,
    distance: z.number(),
    /** Null when in doubt. */
    mode: z.nullable(z.enum(['walk', 'run', 'cycle', 'drive', 'fly'])),
  }),
  z.object({ kind: z.literal('gap'), ...span }),
]);
export type TimelineEntry = z.output<typeof TimelineEntry>;

/** What a day comes to: its stays and trips, and metres and seconds of all trips. */
export const Timeline = z.object({
  date: z.string(),
  /** The zone of the day, also where `local` was asked for. */
  tz: z.string(),
  /** The zone in which the member was, if its clocks show another time. */
  localTz: z.optional(z.string()),
  entries: z.array(TimelineEntry),
  distance: z.number(),
  moving: z.number(),
  /** Fixes that are inaccurate or impossible. */
  leftOut: z.number(),
  /** The moment from which on the viewer may see the member, if some of the day is before it. */
  visibleSince: z.optional(Timestamp),
  /** What the viewer has corrected in this day of theirs; missing where there is nothing. */
  corrections: z.optional(z.array(Correction)),
  /** Whether some or all positions of this day of the viewer's own are imported; missing where none is. */
  imported: z.optional(z.enum(['some', 'all'])),
});
export type Timeline = z.output<typeof Timeline>;

/** The totals of a day with positions. */
export const DaySummary = z.object({
  date: z.string(),
  distance: z.number(),
  moving: z.number(),
  stays: z.number(),
  /** Times of the first and the last position. */
  first: Timestamp,
  last: Timestamp,
  /** The stays at the place that was asked for. */
  visits: z.optional(z.array(z.object(span))),
  /** The line where it was asked for: at most RANGE_LINE_POINTS points, a block for each stretch between gaps. */
  line: z.optional(z.array(HistoryBlock)),
});
export type DaySummary = z.output<typeof DaySummary>;

const DAY_MS = 24 * 3_600_000;
const Day = z.string(code('date_required')).check(z.refine(isCalendarDate, code('date_invalid')));

/** Instead of the name of a zone: the one in which the member was. */
export const LOCAL_ZONE = 'local';

const ZONE_ERROR = code('time_zone_unknown');
/** A day in a time zone: IANA name, `local`, UTC when missing. */
const TimelineQuery = z.strictObject({
  date: Day,
  tz: z.optional(
    z.string(ZONE_ERROR).check(
      z.refine((name) => name === LOCAL_ZONE || TimeZone.safeParse(name).success, ZONE_ERROR),
      z.overwrite((name: string) => TimeZone.safeParse(name).data ?? name),
    ),
  ),
});

/**
 * The first and the last day, and their time zone (IANA name, UTC when missing). With the id of a geofence, days also say
 * when the member was there; with `line`, also their lines.
 */
const DaysQuery = z
  .strictObject({
    from: Day,
    to: Day,
    tz: z.optional(TimeZone),
    place: z.optional(IdInput),
    line: z.optional(z.literal('true')),
  })
  .check(
    z.refine(({ from, to }) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      return days >= 1 && days <= DAYS_PER_LIST;
    }, code('date_range_invalid')),
  );

/** Routes for what the days of a member come to. */
export const timelineRoutes = {
  dayTimeline: {
    ...nothingIn,
    method: 'GET',
    path: '/api/locations/timeline/:userId',
    auth: 'session',
    status: 200,
    params: HistoryParams,
    query: TimelineQuery,
    answer: Timeline,
  },
  listDays: {
    ...nothingIn,
    method: 'GET',
    path: '/api/locations/days/:userId',
    auth: 'session',
    status: 200,
    params: HistoryParams,
    query: DaysQuery,
    answer: z.array(DaySummary),
  },
} as const satisfies Record<string, Route>;
