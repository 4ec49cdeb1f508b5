import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { CORRECTION_MAX_MS, NAME_MAX_LENGTH } from './limits';
import { HistoryParams, HistoryQuery } from './locations';
import { code, Id, IdInput, Timestamp, TimestampInput, visible } from './primitives';

const KINDS = ['name', 'merge', 'false'] as const;

/**
 * What a person says of their own stays from one time to another: what the place is called or which geofence it is, that
 * they are one stay, or that there was none.
 */
export const Correction = z.object({
  id: Id,
  start: Timestamp,
  end: Timestamp,
  kind: z.enum(KINDS),
  /** A geofence that the viewer sees; null otherwise. */
  placeId: z.nullable(Id),
  /** The person's own name for the place; null for others. */
  name: z.nullable(z.string()),
});
export type Correction = z.output<typeof Correction>;

const INVALID = code('correction_invalid');
const Name = z
  .string(INVALID)
  .check(z.trim(), visible('name_required'), z.maxLength(NAME_MAX_LENGTH, code('name_too_long')));

const CorrectionInput = z
  .strictObject(
    {
      start: TimestampInput,
      end: TimestampInput,
      kind: z.enum(KINDS, INVALID),
      placeId: z.optional(IdInput),
      name: z.optional(Name),
    },
    INVALID,
  )
  .check(
    z.refine(({ start, end }) => {
      const length = Date.parse(end) - Date.parse(start);
      return length >= 0 && length <= CORRECTION_MAX_MS;
    }, INVALID),
    // A name is a geofence or a text.
    z.refine(
      ({ kind, placeId, name }) =>
        Number(placeId !== undefined) + Number(name !== undefined) === (kind === 'name' ? 1 : 0),
      INVALID,
    ),
  );
export type CorrectionInput = z.input<typeof CorrectionInput>;

const CorrectionParams = z.strictObject({ id: IdInput });

/** Routes for what people correct in their timelines. */
export const correctionRoutes = {
  /** Those that touch a day. */
  listCorrections: {
    ...nothingIn,
    method: 'GET',
    path: '/api/locations/corrections/:userId',
    auth: 'session',
    status: 200,
    params: HistoryParams,
    query: HistoryQuery,
    answer: z.array(Correction),
  },
  /** The id is the caller's choice; again, it replaces the correction. */
  putCorrection: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/locations/corrections/:id',
    auth: 'session',
    status: 200,
    params: CorrectionParams,
    body: CorrectionInput,
    answer: Correction,
  },
  deleteCorrection: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/locations/corrections/:id',
    auth: 'session',
    status: 204,
    params: CorrectionParams,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
