import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import {
  CHECK_IN_GRACE_MINUTES,
  CHECK_IN_MAX_MINUTES,
  CHECK_IN_REQUEST_MAX_LENGTH,
  MEMBERS_PER_FAMILY,
  NAME_MAX_LENGTH,
} from './limits';
import { listOf } from './lists';
import {
  AlertId,
  code,
  Id,
  IdInput,
  Latitude,
  Longitude,
  OptionalText,
  TimeZone,
  Timestamp,
  TimestampInput,
  visible,
} from './primitives';

/**
 * `running` until it is due; `asking` its owner until the grace is over; then `missed`, from which only an arrival leads.
 * `arrived` and `cancelled` are final.
 */
export const CheckInState = z.enum(['running', 'asking', 'missed', 'arrived', 'cancelled']);
export type CheckInState = z.output<typeof CheckInState>;

/** A member is on the way to a place; the chosen watchers are notified whether they arrive in time. */
export const CheckIn = z.object({
  id: Id,
  userId: Id,
  userName: z.string(),
  geofenceId: OptionalText,
  placeName: z.string(),
  startedAt: Timestamp,
  dueAt: Timestamp,
  graceMinutes: z.number(),
  state: CheckInState,
  endedAt: z.nullable(Timestamp),
  /** The last position is shown when it is missed, also without sharing. */
  shareLast: z.boolean(),
  /** Grows with every change; clients drop one that is not newer. */
  revision: z.number(),
  /** Who watches it, as far as the viewer may see them. `seenAt`: they have seen that it was missed. */
  people: z.array(z.object({ userId: Id, name: z.string(), seenAt: z.nullable(Timestamp) })),
  /** Of a missed one only. */
  lastPosition: z.nullable(
    z.object({
      latitude: Latitude,
      longitude: Longitude,
      accuracy: z.nullable(z.number()),
      timestamp: Timestamp,
    }),
  ),
});
export type CheckIn = z.output<typeof CheckIn>;

/** News of a check-in: for its watchers, and `asked` for its owner. */
export const CheckInNews = z.object({
  alertId: AlertId,
  checkinId: Id,
  userId: Id,
  userName: z.string(),
  placeName: z.string(),
  dueAt: Timestamp,
  what: z.enum(['started', 'asked', 'missed', 'arrived', 'cancelled']),
  timestamp: Timestamp,
  /** IANA name of the zone in which the owner means `dueAt`. */
  timeZone: OptionalText,
  /** Time of the last position; of a missed one only. */
  lastPositionAt: z.nullable(Timestamp),
  /** How late an arrival was that had been missed. */
  lateMinutes: z.nullable(z.number()),
});
export type CheckInNews = z.output<typeof CheckInNews>;

/** A member asks another one to start a check-in. */
export const CheckInRequest = z.object({
  id: Id,
  fromId: Id,
  fromName: z.string(),
  toId: Id,
  toName: z.string(),
  text: OptionalText,
  state: z.enum(['open', 'accepted', 'declined', 'expired']),
  createdAt: Timestamp,
});
export type CheckInRequest = z.output<typeof CheckInRequest>;

/** News of a request: `open` for the asked member, `declined` for the asker. */
export const RequestNews = z.object({
  alertId: AlertId,
  requestId: Id,
  /** Who has asked, or has declined. */
  userId: Id,
  userName: z.string(),
  what: z.enum(['open', 'declined']),
  text: OptionalText,
  timestamp: Timestamp,
});
export type RequestNews = z.output<typeof RequestNews>;

const ONCE_FIELDS_REQUIRED = code('once_alert_fields_required');
/** A once-only alert: the viewer gets the next arrival or departure, whatever their preferences are. */
export const OnceAlert = z.strictObject(
  { geofenceId: IdInput, kind: z.enum(['arrival', 'departure'], ONCE_FIELDS_REQUIRED) },
  ONCE_FIELDS_REQUIRED,
);
export type OnceAlert = z.output<typeof OnceAlert>;

const FIELDS_REQUIRED = code('checkin_fields_required');
const PEOPLE_REQUIRED = code('checkin_people_required');
const GRACE_INVALID = code('checkin_grace_invalid');
const EXTENSION_INVALID = code('checkin_extension_invalid');

/** `clientId` identifies it, so that a retry after a lost answer starts no second one. */
export const CheckInInput = z.strictObject(
  {
    clientId: IdInput,
    /** The entry of the owner into it, while they share their position, is their arrival. */
    geofenceId: z.optional(IdInput),
    placeName: z
      .string(code('checkin_place_required'))
      .check(
        z.trim(),
        visible('checkin_place_required'),
        z.maxLength(NAME_MAX_LENGTH, code('checkin_place_too_long')),
      ),
    dueAt: TimestampInput,
    graceMinutes: z
      .number(GRACE_INVALID)
      .check(z.refine((minutes) => CHECK_IN_GRACE_MINUTES.includes(minutes), GRACE_INVALID)),
    people: listOf(IdInput, MEMBERS_PER_FAMILY, PEOPLE_REQUIRED),
    shareLast: z.boolean(code('checkin_share_not_boolean')),
    timeZone: z.optional(TimeZone),
  },
  FIELDS_REQUIRED,
);
export type CheckInInput = z.output<typeof CheckInInput>;

const CheckInParams = z.strictObject({ id: IdInput });

const RequestText = z
  .string(code('checkin_request_text_invalid'))
  .check(z.trim(), z.maxLength(CHECK_IN_REQUEST_MAX_LENGTH, code('checkin_request_text_invalid')));

/** Routes of check-ins, requests for them, and alerts that are wanted once. Not in the specification: other servers answer 404. */
export const checkInRoutes = {
  /** The caller's own and those the caller watches: the open ones, and those of the last day. */
  listCheckIns: {
    ...nothingIn,
    method: 'GET',
    path: '/api/checkins',
    auth: 'session',
    status: 200,
    answer: z.array(CheckIn),
  },
  startCheckIn: {
    ...nothingIn,
    method: 'POST',
    path: '/api/checkins',
    auth: 'session',
    status: 200,
    body: CheckInInput,
    answer: CheckIn,
  },
  extendCheckIn: {
    ...nothingIn,
    method: 'POST',
    path: '/api/checkins/:id/extend',
    auth: 'session',
    status: 200,
    params: CheckInParams,
    body: z.strictObject(
      {
        minutes: z
          .int(EXTENSION_INVALID)
          .check(z.minimum(1, EXTENSION_INVALID), z.maximum(CHECK_IN_MAX_MINUTES, EXTENSION_INVALID)),
      },
      EXTENSION_INVALID,
    ),
    answer: CheckIn,
  },
  endCheckIn: {
    ...nothingIn,
    method: 'POST',
    path: '/api/checkins/:id/end',
    auth: 'session',
    status: 200,
    params: CheckInParams,
    body: z.strictObject(
      { how: z.enum(['arrived', 'cancelled'], code('checkin_end_invalid')) },
      code('checkin_end_invalid'),
    ),
    answer: CheckIn,
  },
  seeCheckIn: {
    ...nothingIn,
    method: 'POST',
    path: '/api/checkins/:id/seen',
    auth: 'session',
    status: 200,
    params: CheckInParams,
    answer: CheckIn,
  },
  /** To and from the caller, of the last 30 days. */
  listCheckInRequests: {
    ...nothingIn,
    method: 'GET',
    path: '/api/checkin-requests',
    auth: 'session',
    status: 200,
    answer: z.array(CheckInRequest),
  },
  /** While one of the caller to the same member is open, it is answered instead. */
  requestCheckIn: {
    ...nothingIn,
    method: 'POST',
    path: '/api/checkin-requests',
    auth: 'session',
    status: 200,
    body: z.strictObject(
      { userId: IdInput, text: z.optional(RequestText) },
      code('checkin_request_fields_required'),
    ),
    answer: CheckInRequest,
  },
  answerCheckInRequest: {
    ...nothingIn,
    method: 'POST',
    path: '/api/checkin-requests/:id/answer',
    auth: 'session',
    status: 200,
    params: CheckInParams,
    body: z.strictObject(
      { accept: z.boolean(code('checkin_answer_invalid')), checkin: z.optional(CheckInInput) },
      code('checkin_answer_invalid'),
    ),
    answer: CheckInRequest,
  },
  /** The caller's about all members. */
  listAllOnceAlerts: {
    ...nothingIn,
    method: 'GET',
    path: '/api/once-alerts',
    auth: 'session',
    status: 200,
    answer: z.array(z.extend(OnceAlert, { userId: z.string() })),
  },
  /** `id` is the other member's. */
  listOnceAlerts: {
    ...nothingIn,
    method: 'GET',
    path: '/api/users/:id/once',
    auth: 'session',
    status: 200,
    params: CheckInParams,
    answer: z.array(OnceAlert),
  },
  addOnceAlert: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/users/:id/once',
    auth: 'session',
    status: 204,
    params: CheckInParams,
    body: OnceAlert,
    answer: NoAnswer,
  },
  removeOnceAlert: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/users/:id/once',
    auth: 'session',
    status: 204,
    params: CheckInParams,
    body: OnceAlert,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
