import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { GeofenceCrossed } from './geofences';
import { ALERTS_KEPT, ALERTS_PAGE, SOS_MESSAGE_MAX_LENGTH } from './limits';
import {
  AlertId,
  code,
  Id,
  IdInput,
  Latitude,
  Longitude,
  OptionalText,
  PageLimit,
  Timestamp,
} from './primitives';

/**
 * An SOS that a client sends. `clientId` identifies it, so that a retry after a lost acknowledgement raises no second
 * alert.
 */
export const SosTrigger = z.strictObject(
  {
    latitude: Latitude,
    longitude: Longitude,
    message: z.optional(
      z
        .string(code('sos_message_not_text'))
        .check(z.trim(), z.maxLength(SOS_MESSAGE_MAX_LENGTH, code('sos_message_too_long'))),
    ),
    clientId: z.optional(IdInput),
  },
  code('sos_fields_required'),
);
export type SosTrigger = z.output<typeof SosTrigger>;

/** An SOS as the other members receive it. */
export const SosAlert = z.object({
  id: z._default(z.nullable(Id), null),
  alertId: AlertId,
  userId: Id,
  userName: z.string(),
  latitude: Latitude,
  longitude: Longitude,
  message: OptionalText,
  /** Phone number of the user in need, so that members can call them back. */
  phone: OptionalText,
  timestamp: Timestamp,
});
export type SosAlert = z.output<typeof SosAlert>;

const inboxFields = {
  id: Id,
  /** When it happened. */
  at: Timestamp,
  /** When the server learned of it. */
  reportedAt: Timestamp,
  /** It was reported so long after it happened that it is no news. */
  late: z.boolean(),
  read: z.boolean(),
};

/** An alert of the last 30 days, the same on all devices of its recipient. */
export const InboxAlert = z.union([
  z.object({ ...inboxFields, kind: z.enum(['sos']), payload: SosAlert }),
  z.object({ ...inboxFields, kind: z.enum(['arrival', 'departure']), payload: GeofenceCrossed }),
]);
export type InboxAlert = z.output<typeof InboxAlert>;

/** Alerts of one's own that were read or dismissed on one of one's devices. */
export const AlertsRead = z.object({ ids: z.array(Id) });

/** All of one's own alerts up to this one were cleared on one of one's devices. */
export const AlertsCleared = z.object({ upTo: Id });

/** Some alerts by id, or all up to one of them. */
const ReadInput = z.union(
  [
    z.strictObject({
      ids: z
        .array(IdInput)
        .check(z.minLength(1, code('alerts_required')), z.maxLength(ALERTS_KEPT, code('alerts_required'))),
    }),
    z.strictObject({ upTo: IdInput }),
  ],
  code('alerts_required'),
);

/** Whether the viewer gets system notifications when this member enters or leaves a geofence; off by default. */
export const Preference = z.object({
  userId: Id,
  notifyArrival: z.boolean(),
  notifyDeparture: z.boolean(),
});
export type Preference = z.output<typeof Preference>;

const NOT_BOOLEAN = code('preference_not_boolean');
const PreferenceInput = z.strictObject(
  { notifyArrival: z.boolean(NOT_BOOLEAN), notifyDeparture: z.boolean(NOT_BOOLEAN) },
  code('preference_fields_required'),
);

/** Routes for the inbox and notification preferences. Not in the specification: other servers answer 404. */
export const alertRoutes = {
  /** Newest first. `before` is the id of the last alert of the page before. */
  listAlerts: {
    ...nothingIn,
    method: 'GET',
    path: '/api/alerts',
    auth: 'session',
    status: 200,
    query: z.strictObject({
      before: z.optional(IdInput),
      limit: z._default(z.optional(PageLimit), ALERTS_PAGE),
    }),
    answer: z.object({ alerts: z.array(InboxAlert), unread: z.number() }),
  },
  readAlerts: {
    ...nothingIn,
    method: 'POST',
    path: '/api/alerts/read',
    auth: 'session',
    status: 204,
    body: ReadInput,
    answer: NoAnswer,
  },
  clearAlerts: {
    ...nothingIn,
    method: 'POST',
    path: '/api/alerts/clear',
    auth: 'session',
    status: 204,
    body: z.strictObject({ upTo: IdInput }, code('alerts_required')),
    answer: NoAnswer,
  },
  listPreferences: {
    ...nothingIn,
    method: 'GET',
    path: '/api/preferences',
    auth: 'session',
    status: 200,
    answer: z.array(Preference),
  },
  setPreference: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/preferences/:userId',
    auth: 'session',
    status: 200,
    params: z.strictObject({ userId: IdInput }),
    body: PreferenceInput,
    answer: Preference,
  },
} as const satisfies Record<string, Route>;
