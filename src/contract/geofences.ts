import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { NAME_MAX_LENGTH, GEOFENCE_RADIUS_MIN_M, GEOFENCE_RADIUS_MAX_M } from './limits';
import {
  AlertId,
  code,
  Id,
  IdInput,
  Latitude,
  Longitude,
  OptionalText,
  Timestamp,
  visible,
} from './primitives';

/** A named circular place of a family. `radius` is in metres. */
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

const fields = {
  name: GeofenceName,
  latitude: Latitude,
  longitude: Longitude,
  radius: Radius,
};

export const CreateGeofenceInput = z.strictObject(
  { ...fields, familyId: IdInput, notifyEntry: z.optional(Toggle), notifyExit: z.optional(Toggle) },
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
