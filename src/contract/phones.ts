import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { DEVICE_NAME_MAX_LENGTH } from './limits';
import { code, Id, IdInput, OptionalText, OptionalTime, TimestampInput, visible } from './primitives';
import { GivenPassword } from './session';

/** Apps that send positions in the background. Each has its own path: `/phone/<app>`. */
export const PHONE_APPS = ['owntracks', 'overland', 'osmand', 'gpslogger', 'colota'] as const;
const FIELDS_REQUIRED = code('phone_fields_required');
export const PhoneApp = z.enum(PHONE_APPS, FIELDS_REQUIRED);
export type PhoneApp = z.output<typeof PhoneApp>;

/** Why a part of a phone's request was ignored. */
export const PHONE_IGNORED = [
  'unreadable',
  'empty',
  'other_type',
  'encrypted',
  'event',
  'bad_position',
  'bad_time',
  'bad_accuracy',
] as const;
export type PhoneIgnored = (typeof PHONE_IGNORED)[number];

/** The last problem of a phone: what was ignored, positions that are too old to be kept, or an SOS that reached no one. */
export const PhoneError = z.enum([...PHONE_IGNORED, 'too_old', 'sos_unheard']);
export type PhoneError = z.output<typeof PhoneError>;

/**
 * What the phone says keeps it from reporting: battery optimisation, location switched off or restricted, power save,
 * hibernation of unused apps, and on iOS a permission that is not "Always".
 */
export const PhoneHint = z.enum(['bo', 'loc', 'ps', 'hib', 'authorisation']);
export type PhoneHint = z.output<typeof PhoneHint>;

/** A phone that sends positions by one of the apps, as its owner sees it. Metres, battery from 0 to 1. */
export const Phone = z.object({
  id: Id,
  name: z.string(),
  app: PhoneApp,
  /** Its positions count before those of other phones. */
  isPrimary: z.boolean(),
  /** Whether OwnTracks shows the family. */
  seesFamily: z.boolean(),
  /** Whether OwnTracks gets the family's places. */
  getsPlaces: z.boolean(),
  createdAt: z.string(),
  /** Of the last request; null while it waits for the first. */
  lastSeenAt: OptionalTime,
  /** When the newest position was taken. */
  lastFixAt: OptionalTime,
  /** Of that position. */
  lastAccuracy: z._default(z.nullable(z.number()), null),
  lastError: z.nullable(PhoneError),
  lastErrorAt: OptionalTime,
  /** Positions dropped because of the owner's quota since the key was made. */
  droppedFixes: z._default(z.number(), 0),
  /** The last of them. */
  droppedAt: OptionalTime,
  battery: z.nullable(z.number()),
  charging: z.nullable(z.boolean()),
  connection: z.nullable(z.enum(['wifi', 'mobile', 'offline'])),
  /** The app and its version, as the app names itself. */
  appVersion: OptionalText,
  hints: z.array(PhoneHint),
});
export type Phone = z.output<typeof Phone>;

/** A phone of the receiver has changed; null: it is not connected any more. */
export const PhoneChanged = z.object({ id: Id, phone: z.nullable(Phone) });
export type PhoneChanged = z.output<typeof PhoneChanged>;

/**
 * `key` authorises requests to the path of the app, and is shown once. `ticket` is exchanged for a new key, once and within
 * 10 minutes.
 */
export const ConnectedPhone = z.object({ phone: Phone, key: z.string(), ticket: z.string() });
export type ConnectedPhone = z.output<typeof ConnectedPhone>;

/**
 * `initials`: of the owner, for OwnTracks. `profileTicket`: for GPSLogger, which fetches its settings from `/phone/profile/<ticket>/kinmap.properties`,
 * once.
 */
export const SetUpPhone = z.object({
  phone: Phone,
  key: z.string(),
  initials: z.string(),
  profileTicket: z.optional(z.string()),
});
export type SetUpPhone = z.output<typeof SetUpPhone>;

const NAME_ERROR = code('phone_name_invalid');
const PhoneName = z
  .string(NAME_ERROR)
  .check(z.trim(), visible('phone_name_invalid'), z.maxLength(DEVICE_NAME_MAX_LENGTH, NAME_ERROR));

const CHANGE_ERROR = code('phone_change_invalid');
const PhoneChange = z.strictObject(
  {
    name: z.optional(PhoneName),
    /** Another phone stops being primary. */
    isPrimary: z.optional(z.literal(true, CHANGE_ERROR)),
    seesFamily: z.optional(z.boolean(CHANGE_ERROR)),
    getsPlaces: z.optional(z.boolean(CHANGE_ERROR)),
  },
  CHANGE_ERROR,
);
export type PhoneChange = z.output<typeof PhoneChange>;

/** Whether positions of the caller are dropped, and until when; null: until the caller resumes. */
export const Sharing = z.object({ paused: z.boolean(), until: OptionalTime });
export type Sharing = z.output<typeof Sharing>;

const SHARING_ERROR = code('sharing_invalid');
const SharingInput = z.strictObject(
  { paused: z.boolean(SHARING_ERROR), until: z.optional(z.nullable(TimestampInput)) },
  SHARING_ERROR,
);

/** Where a member is and how their phone is. Metres per second, battery from 0 to 1. */
export const Presence = z.object({
  userId: Id,
  /** The place of a common family that the member is in. */
  place: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Since when the member has stayed where they are. */
  since: OptionalTime,
  speed: z.nullable(z.number()),
  battery: z.nullable(z.number()),
  charging: z.nullable(z.boolean()),
  /** Of the last request of their phone, or of their last position. */
  lastHeardAt: OptionalTime,
});
export type Presence = z.output<typeof Presence>;

/** Required when the sign-in is more than 10 minutes old, because a key outlives the session. */
const OptionalPassword = z.optional(GivenPassword);
const PhoneParams = z.strictObject({ id: IdInput });
const TICKET_ERROR = code('phone_ticket_invalid');

/** Routes of phones, of the pause, and of presence. Not in the specification: other servers answer 404. */
export const phoneRoutes = {
  listPhones: {
    ...nothingIn,
    method: 'GET',
    path: '/api/phones',
    auth: 'session',
    status: 200,
    answer: z.array(Phone),
  },
  addPhone: {
    ...nothingIn,
    method: 'POST',
    path: '/api/phones',
    auth: 'session',
    status: 201,
    body: z.strictObject(
      { name: PhoneName, app: PhoneApp, currentPassword: OptionalPassword },
      FIELDS_REQUIRED,
    ),
    answer: ConnectedPhone,
  },
  changePhone: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/phones/:id',
    auth: 'session',
    status: 200,
    params: PhoneParams,
    body: PhoneChange,
    answer: Phone,
  },
  /** The earlier key is dead from then on. */
  renewPhoneKey: {
    ...nothingIn,
    body: z.optional(z.strictObject({ currentPassword: OptionalPassword }, FIELDS_REQUIRED)),
    method: 'POST',
    path: '/api/phones/:id/key',
    auth: 'session',
    status: 200,
    params: PhoneParams,
    answer: ConnectedPhone,
  },
  deletePhone: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/phones/:id',
    auth: 'session',
    status: 204,
    params: PhoneParams,
    answer: NoAnswer,
  },
  /** Exchanges a ticket for a fresh key; the earlier one is dead from then on. */
  connectPhone: {
    ...nothingIn,
    method: 'POST',
    path: '/api/connect',
    auth: 'none',
    status: 200,
    body: z.strictObject(
      { ticket: z.string(TICKET_ERROR).check(z.maxLength(100, TICKET_ERROR)) },
      TICKET_ERROR,
    ),
    answer: SetUpPhone,
  },
  getSharing: {
    ...nothingIn,
    method: 'GET',
    path: '/api/sharing',
    auth: 'session',
    status: 200,
    answer: Sharing,
  },
  setSharing: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/sharing',
    auth: 'session',
    status: 200,
    body: SharingInput,
    answer: Sharing,
  },
  listPresence: {
    ...nothingIn,
    method: 'GET',
    path: '/api/presence',
    auth: 'session',
    status: 200,
    answer: z.array(Presence),
  },
} as const satisfies Record<string, Route>;
