import * as z from 'zod/mini';
import { nothingIn, type Route } from './defineRoute';
import { Accuracy } from './locations';
import { SOS_MESSAGE_MAX_LENGTH } from './limits';
import {
  AlertId,
  code,
  Id,
  IdInput,
  Latitude,
  Longitude,
  OptionalText,
  Timestamp,
  TimestampInput,
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
    accuracy: z.optional(Accuracy),
    /** When the position was taken; at the press by default. The server tells the age of an old one in the alert. */
    timestamp: z.optional(TimestampInput),
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
  /** How many alerts of the call were sent before. Each one sounds again. */
  repeat: z._default(z.number(), 0),
});
export type SosAlert = z.output<typeof SosAlert>;

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

/** Routes for notification preferences. Not in the specification: other servers answer 404. */
export const alertRoutes = {
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
