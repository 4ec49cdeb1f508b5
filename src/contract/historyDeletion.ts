import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { HistoryQuery } from './locations';
import { code, TimeZone } from './primitives';

/** A day of a time zone (IANA name, UTC when missing); without a day, everything up to now. */
const DeletionQuery = z
  .strictObject({ date: z.optional(HistoryQuery.shape.date), tz: z.optional(TimeZone) })
  // A zone alone must not delete everything.
  .check(z.refine(({ date, tz }) => date !== undefined || tz === undefined, code('date_required')));

/** Not in the specification: other servers answer 404. */
export const historyDeletionRoutes = {
  /** Deletes the caller's own recorded positions, and what was computed from them. */
  deleteHistory: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/locations/history',
    auth: 'session',
    status: 204,
    query: DeletionQuery,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
