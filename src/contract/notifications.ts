import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { DEVICE_NAME_MAX_LENGTH, PUSH_ENDPOINT_MAX_LENGTH } from './limits';
import { code, Id, IdInput, OptionalTime, TimeZone, Timestamp, TimestampInput } from './primitives';

const FIELDS_REQUIRED = code('push_fields_required');
/** Bytes as unpadded base64url. */
const base64url = (characters: number) =>
  z.string(FIELDS_REQUIRED).check(z.regex(new RegExp(`^[\\w-]{${characters}}$`, 'u'), FIELDS_REQUIRED));

/** A browser that gets pushes. Only its owner learns of it. */
export const PushDevice = z.object({ id: Id, name: z.string(), seenAt: Timestamp });
export type PushDevice = z.output<typeof PushDevice>;

/** A subscription as the browser's push service gave it, with the server's key that it was made for. */
export const PushDeviceInput = z.strictObject(
  {
    endpoint: z
      .string(FIELDS_REQUIRED)
      .check(z.maxLength(PUSH_ENDPOINT_MAX_LENGTH, code('push_service_unknown'))),
    // RFC 8291: an uncompressed point of P-256, and 16 random bytes.
    keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }, FIELDS_REQUIRED),
    publicKey: base64url(87),
    name: z
      .string(FIELDS_REQUIRED)
      .check(z.trim(), z.minLength(1, FIELDS_REQUIRED), z.maxLength(DEVICE_NAME_MAX_LENGTH, FIELDS_REQUIRED)),
  },
  FIELDS_REQUIRED,
);
export type PushDeviceInput = z.output<typeof PushDeviceInput>;

const SETTINGS_INVALID = code('notify_settings_invalid');
const MinuteOfDay = z
  .int(SETTINGS_INVALID)
  .check(z.minimum(0, SETTINGS_INVALID), z.maximum(1_439, SETTINGS_INVALID));

/** What reaches a person on closed pages, and when. An SOS always does. */
export const NotifySettings = z.strictObject(
  {
    /** Minutes of the day in `timeZone`; `from` is included, `to` is not. Null: at any time. */
    quiet: z.nullable(z.strictObject({ from: MinuteOfDay, to: MinuteOfDay }, SETTINGS_INVALID)),
    timeZone: TimeZone,
    /** Notifications contain no names and no details. */
    privateText: z.boolean(SETTINGS_INVALID),
    /** Chat messages are notified. */
    messages: z.boolean(SETTINGS_INVALID),
  },
  SETTINGS_INVALID,
);
export type NotifySettings = z.output<typeof NotifySettings>;

const NOT_BOOLEAN = code('preference_not_boolean');
const Crossings = { notifyArrival: z.boolean(NOT_BOOLEAN), notifyDeparture: z.boolean(NOT_BOOLEAN) };

/** Whether the viewer is notified when this member comes to one place or leaves it; replaces the member's `Preference`. */
export const PlacePreference = z.object({
  userId: Id,
  geofenceId: Id,
  ...Crossings,
  /** Nothing is notified about the place before this time; null: it is not muted. */
  mutedUntil: OptionalTime,
});
export type PlacePreference = z.output<typeof PlacePreference>;

const PlaceParams = z.strictObject({ userId: IdInput, geofenceId: IdInput });

/** How far the delivery of an alert by one channel is. `shown`: the device said so. `handedOver`: not known to be shown. */
export const DeliveryState = z.enum(['waiting', 'handedOver', 'shown', 'failed', 'dropped']);

/** One line of the log of what was sent to a person's own devices and addresses. */
export const DeliveryEntry = z.object({
  noticeId: Id,
  kind: z.string(),
  channel: z.string(),
  /** Name of the device or address; null when it is deleted. */
  target: z.nullable(z.string()),
  state: DeliveryState,
  reason: z.nullable(z.string()),
  at: Timestamp,
});
export type DeliveryEntry = z.output<typeof DeliveryEntry>;

/** Routes for notifications on closed pages. Not in the specification: other servers answer 404. */
export const notificationRoutes = {
  getPush: {
    ...nothingIn,
    method: 'GET',
    path: '/api/push',
    auth: 'session',
    status: 200,
    answer: z.object({
      available: z.boolean(),
      /** For `PushManager.subscribe`: base64url; null when push is not available. */
      publicKey: z.nullable(z.string()),
      devices: z.array(PushDevice),
      /** The user has removed the caller's browser. It does not register again until the user switches pushes on there. */
      removed: z.optional(z.boolean()),
    }),
  },
  setPushDevice: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/push/device',
    auth: 'session',
    status: 200,
    body: PushDeviceInput,
    answer: z.object({ id: Id }),
  },
  deletePushDevice: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/push/devices/:id',
    auth: 'session',
    status: 204,
    params: z.strictObject({ id: IdInput }),
    answer: NoAnswer,
  },
  testPushDevice: {
    ...nothingIn,
    method: 'POST',
    path: '/api/push/devices/:id/test',
    auth: 'session',
    status: 204,
    params: z.strictObject({ id: IdInput }),
    answer: NoAnswer,
  },
  /** The service worker has no session. The receipt of a push is valid for its recipient and its notice only. */
  confirmPush: {
    ...nothingIn,
    method: 'POST',
    path: '/api/push/receipts',
    auth: 'none',
    status: 204,
    body: z.strictObject({ receipt: base64url(22), shown: z.boolean(FIELDS_REQUIRED) }, FIELDS_REQUIRED),
    answer: NoAnswer,
  },
  getNotifySettings: {
    ...nothingIn,
    method: 'GET',
    path: '/api/notify/settings',
    auth: 'session',
    status: 200,
    answer: NotifySettings,
  },
  setNotifySettings: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/notify/settings',
    auth: 'session',
    status: 200,
    body: NotifySettings,
    answer: NotifySettings,
  },
  listDeliveries: {
    ...nothingIn,
    method: 'GET',
    path: '/api/notify/log',
    auth: 'session',
    status: 200,
    answer: z.array(DeliveryEntry),
  },
  listPlacePreferences: {
    ...nothingIn,
    method: 'GET',
    path: '/api/preferences/places',
    auth: 'session',
    status: 200,
    answer: z.array(PlacePreference),
  },
  /** What counts at one place: its own choice, else the one about the member. */
  getPlacePreference: {
    ...nothingIn,
    method: 'GET',
    path: '/api/preferences/:userId/places/:geofenceId',
    auth: 'session',
    status: 200,
    params: PlaceParams,
    answer: PlacePreference,
  },
  setPlacePreference: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/preferences/:userId/places/:geofenceId',
    auth: 'session',
    status: 200,
    params: PlaceParams,
    /** Without a time, or with one that has passed, the place is not muted. */
    body: z.strictObject(
      { ...Crossings, mutedUntil: z.optional(z.nullable(TimestampInput)) },
      code('preference_fields_required'),
    ),
    answer: PlacePreference,
  },
  /** The place counts as the member's other places again. */
  deletePlacePreference: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/preferences/:userId/places/:geofenceId',
    auth: 'session',
    status: 204,
    params: PlaceParams,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
