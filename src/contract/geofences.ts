import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import {
  GEOFENCE_CORNERS_MAX,
  GEOFENCE_CORNERS_MIN,
  GEOFENCE_RADIUS_MAX_M,
  GEOFENCE_RADIUS_MIN_M,
  NAME_MAX_LENGTH,
  PLACE_KINDS,
} from './limits';
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
  visible,
} from './primitives';

const SCHEDULE_ERROR = code('geofence_schedule_invalid');
const isWhole = (least: number, most: number) => (value: number) =>
  Number.isInteger(value) && value >= least && value <= most;
const minuteOfDay = z.number(SCHEDULE_ERROR).check(z.refine(isWhole(0, 1_439), SCHEDULE_ERROR));

/**
 * When a geofence sends alerts: on these days (1 is Monday, 7 Sunday), from one minute of the day until before another. Hours
 * that end before they begin last over midnight and belong to the day on which they begin. The same minute twice is all day.
 */
export const PlaceSchedule = z.strictObject(
  {
    days: z
      .array(z.number(SCHEDULE_ERROR), SCHEDULE_ERROR)
      .check(z.refine((days) => isWhole(1, 7)(days.length) && days.every(isWhole(1, 7)), SCHEDULE_ERROR)),
    from: minuteOfDay,
    to: minuteOfDay,
    timeZone: TimeZone,
  },
  SCHEDULE_ERROR,
);
export type PlaceSchedule = z.output<typeof PlaceSchedule>;

/** What a place is to the family; clients choose its icon and colour by it. */
export const PlaceKind = z.enum(PLACE_KINDS, code('geofence_kind_invalid'));
export type PlaceKind = z.output<typeof PlaceKind>;

const POLYGON_ERROR = code('geofence_polygon_invalid');
/** Corners of a polygon as [longitude, latitude], in either direction; the first is not repeated at the end. */
export const Polygon = z
  .array(z.tuple([Longitude, Latitude], POLYGON_ERROR), POLYGON_ERROR)
  .check(z.minLength(GEOFENCE_CORNERS_MIN, POLYGON_ERROR), z.maxLength(GEOFENCE_CORNERS_MAX, POLYGON_ERROR));
export type Polygon = z.output<typeof Polygon>;

/**
 * A named place of a family: a circle with a `radius` in metres, or a polygon in that circle, which clients draw that do
 * not know polygons.
 */
export const Geofence = z.object({
  id: Id,
  familyId: z._default(z.nullable(Id), null),
  name: z.string(),
  latitude: Latitude,
  longitude: Longitude,
  radius: z.number(),
  notifyEntry: z._default(z.boolean(), true),
  notifyExit: z._default(z.boolean(), true),
  createdAt: Timestamp,
  createdBy: OptionalText,
  /** Who moved or resized it last (null when that account is deleted), and when; missing when it never was. */
  movedBy: z.optional(z.nullable(z.string())),
  movedAt: z.optional(z.nullable(Timestamp)),
  /** Missing: it always sends alerts. */
  schedule: z.optional(z.nullable(PlaceSchedule)),
  /** Missing: a circle. */
  polygon: z.optional(z.nullable(Polygon)),
  /** Missing: none was chosen. A kind that this client does not know counts as other. */
  kind: z.optional(z.nullable(z.catch(PlaceKind, 'other'))),
});
export type Geofence = z.output<typeof Geofence>;

const GeofenceName = z
  .string(code('geofence_name_required'))
  .check(
    z.trim(),
    visible('geofence_name_required'),
    z.maxLength(NAME_MAX_LENGTH, code('geofence_name_too_long')),
  );

const RADIUS_ERROR = code('geofence_radius_invalid');
const Radius = z
  .number(RADIUS_ERROR)
  .check(
    z.refine(Number.isInteger, RADIUS_ERROR),
    z.minimum(GEOFENCE_RADIUS_MIN_M, RADIUS_ERROR),
    z.maximum(GEOFENCE_RADIUS_MAX_M, RADIUS_ERROR),
  );

const Toggle = z.boolean(code('geofence_notify_not_boolean'));

const Schedule = z.optional(z.nullable(PlaceSchedule));
/** The server computes the circle around it; null: a circle. */
const PolygonInput = z.optional(z.nullable(Polygon));
const Kind = z.optional(z.nullable(PlaceKind));

const fields = {
  name: GeofenceName,
  latitude: Latitude,
  longitude: Longitude,
  radius: Radius,
};

export const CreateGeofenceInput = z.strictObject(
  {
    ...fields,
    familyId: IdInput,
    notifyEntry: z.optional(Toggle),
    notifyExit: z.optional(Toggle),
    schedule: Schedule,
    polygon: PolygonInput,
    kind: Kind,
  },
  code('geofence_fields_required'),
);
export type CreateGeofenceInput = z.input<typeof CreateGeofenceInput>;

/** The fields to change. Read-only fields are accepted and ignored, because clients send whole geofences back. */
export const UpdateGeofenceInput = z.strictObject(
  {
    name: z.optional(fields.name),
    latitude: z.optional(fields.latitude),
    longitude: z.optional(fields.longitude),
    radius: z.optional(fields.radius),
    notifyEntry: z.optional(Toggle),
    notifyExit: z.optional(Toggle),
    schedule: Schedule,
    polygon: PolygonInput,
    kind: Kind,
    id: z.optional(z.unknown()),
    familyId: z.optional(z.unknown()),
    createdAt: z.optional(z.unknown()),
    createdBy: z.optional(z.unknown()),
    movedBy: z.optional(z.unknown()),
    movedAt: z.optional(z.unknown()),
  },
  code('changes_required'),
);
export type UpdateGeofenceInput = z.input<typeof UpdateGeofenceInput>;

export const GeofenceParams = z.strictObject({ id: IdInput });

/** A member entered or left a geofence, at the time of the fix that showed it. */
export const GeofenceCrossed = z.object({
  alertId: AlertId,
  userId: Id,
  geofenceName: z.string(),
  timestamp: Timestamp,
  geofenceId: z._default(z.nullable(Id), null),
  familyId: z._default(z.nullable(Id), null),
});
export type GeofenceCrossed = z.output<typeof GeofenceCrossed>;

/** Routes for the geofences of all families of the caller. */
export const geofenceRoutes = {
  listGeofences: {
    ...nothingIn,
    method: 'GET',
    path: '/api/geofences',
    auth: 'session',
    status: 200,
    answer: z.array(Geofence),
  },
  createGeofence: {
    ...nothingIn,
    method: 'POST',
    path: '/api/geofences',
    auth: 'session',
    status: 201,
    body: CreateGeofenceInput,
    answer: Geofence,
  },
  updateGeofence: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/geofences/:id',
    auth: 'session',
    status: 200,
    params: GeofenceParams,
    body: UpdateGeofenceInput,
    answer: Geofence,
  },
  deleteGeofence: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/geofences/:id',
    auth: 'session',
    status: 204,
    params: GeofenceParams,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
