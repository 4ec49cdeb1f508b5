import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { IMPORT_MAX_BYTES, IMPORT_NAME_MAX_LENGTH } from './limits';
import { HistoryParams } from './locations';
import { code, Id, IdInput, isCalendarDate, OptionalTime, Timestamp, TimeZone } from './primitives';

/** Content type of an uploaded file of positions, whatever its format. */
export const IMPORT_TYPE = 'application/octet-stream';

/** A file of positions that a user has uploaded: its summary, and whether it counts. */
export const Import = z.object({
  id: Id,
  /** The name of the file. */
  name: z.string(),
  format: z.string(),
  /** `read`: it waits for the user's decision. `accepted`: it is part of their history. */
  state: z.enum(['read', 'accepted']),
  /** Times of the first and the last position; null without any. */
  first: OptionalTime,
  last: OptionalTime,
  /** Days with positions. */
  days: z.number(),
  fixes: z.number(),
  /** Positions of moments for which there was one already. */
  doubles: z.number(),
  /** Entries without a usable time or position. */
  skipped: z.number(),
  /** Positions that were taken in a pause of sharing: none of them is stored. */
  paused: z.number(),
  /** Whether the families see it too. */
  shared: z.boolean(),
  createdAt: Timestamp,
});
export type Import = z.output<typeof Import>;

const Day = z.string(code('date_required')).check(z.refine(isCalendarDate, code('date_invalid')));
const EXPORT_FORMATS = ['gpx', 'geojson', 'csv'] as const;
export type PositionsFormat = (typeof EXPORT_FORMATS)[number];

const FileName = z
  .string(code('name_required'))
  .check(z.minLength(1, code('name_required')), z.maxLength(IMPORT_NAME_MAX_LENGTH, code('name_too_long')));

/** Routes for files of positions, in and out. */
export const importRoutes = {
  listImports: {
    ...nothingIn,
    method: 'GET',
    path: '/api/imports',
    auth: 'session',
    status: 200,
    answer: z.array(Import),
  },
  /** The body is the file. Its days are counted in the time zone (IANA name, UTC when missing). */
  createImport: {
    ...nothingIn,
    method: 'POST',
    path: '/api/imports',
    auth: 'session',
    status: 201,
    query: z.strictObject({ name: FileName, tz: z.optional(TimeZone) }),
    bodyLimit: IMPORT_MAX_BYTES,
    isUpload: true,
    answer: Import,
  },
  /** Makes it part of the history. Again, it changes who sees it. */
  acceptImport: {
    ...nothingIn,
    method: 'POST',
    path: '/api/imports/:id/accept',
    auth: 'session',
    status: 200,
    params: z.strictObject({ id: IdInput }),
    body: z.strictObject({ shared: z.optional(z.boolean()) }),
    answer: Import,
  },
  /** Undoes it: nothing of it stays. */
  deleteImport: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/imports/:id',
    auth: 'session',
    status: 204,
    params: z.strictObject({ id: IdInput }),
    answer: NoAnswer,
  },
  /** A file with all that the viewer may see of a person, or the days from one to another. */
  exportPositions: {
    ...nothingIn,
    method: 'GET',
    path: '/api/locations/export/:userId',
    auth: 'session',
    status: 200,
    params: HistoryParams,
    query: z.strictObject({
      format: z.enum(EXPORT_FORMATS, code('export_format_invalid')),
      from: z.optional(Day),
      to: z.optional(Day),
      tz: z.optional(TimeZone),
    }),
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
