import * as z from 'zod/mini';
import { accountRoutes, membershipRoutes } from './accountRoutes';
import { chatRoutes } from './chatRoutes';
import { CreateFamilyInput, Family, FamilyParams, JoinFamilyInput } from './families';
import { CreateGeofenceInput, Geofence, GeofenceParams, UpdateGeofenceInput } from './geofences';
import { LARGE_BODY_LIMIT_BYTES } from './limits';
import {
  HISTORY_COLUMNS_TYPE,
  HistoryColumns,
  HistoryEntry,
  HistoryParams,
  HistoryQuery,
  Location,
  LocationsInput,
  LocationsStored,
} from './locations';
import { preferenceRoutes } from './notificationPreferences';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { LoginInput, RegisterInput, SessionAnswer, User } from './session';

export type { Route } from './defineRoute';

/** Every HTTP route of the product. */
export const routes = {
  ...accountRoutes,
  ...membershipRoutes,
  ...preferenceRoutes,
  register: {
    ...nothingIn,
    method: 'POST',
    path: '/api/auth/register',
    auth: 'none',
    status: 201,
    body: RegisterInput,
    answer: SessionAnswer,
  },
  login: {
    ...nothingIn,
    method: 'POST',
    path: '/api/auth/login',
    auth: 'none',
    status: 200,
    body: LoginInput,
    answer: SessionAnswer,
  },
  me: { ...nothingIn, method: 'GET', path: '/api/users/me', auth: 'session', status: 200, answer: User },
  listFamilies: {
    ...nothingIn,
    method: 'GET',
    path: '/api/families',
    auth: 'session',
    status: 200,
    answer: z.array(Family),
  },
  createFamily: {
    ...nothingIn,
    method: 'POST',
    path: '/api/families',
    auth: 'session',
    status: 201,
    body: CreateFamilyInput,
    answer: Family,
  },
  // The specification does not show this answer; the families are reloaded after it, so whatever comes is fine.
  joinFamily: {
    ...nothingIn,
    method: 'POST',
    path: '/api/families/join-by-code',
    auth: 'session',
    status: 200,
    body: JoinFamilyInput,
    answer: z.catch(z.nullable(Family), null),
  },
  leaveFamily: {
    ...nothingIn,
    method: 'POST',
    path: '/api/families/:id/leave',
    auth: 'session',
    status: 204,
    params: FamilyParams,
    answer: NoAnswer,
  },
  familyLocations: {
    ...nothingIn,
    method: 'GET',
    path: '/api/locations/family',
    auth: 'session',
    status: 200,
    answer: z.array(Location),
  },
  postLocations: {
    ...nothingIn,
    method: 'POST',
    path: '/api/locations',
    auth: 'session',
    status: 200,
    body: LocationsInput,
    bodyLimit: LARGE_BODY_LIMIT_BYTES,
    answer: LocationsStored,
  },
  // Servers that do not know of columns list entries.
  locationHistory: {
    ...nothingIn,
    method: 'GET',
    path: '/api/locations/history/:userId',
    auth: 'session',
    status: 200,
    params: HistoryParams,
    query: HistoryQuery,
    accept: HISTORY_COLUMNS_TYPE,
    answer: z.union([HistoryColumns, z.array(HistoryEntry)]),
  },
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
  ...chatRoutes,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
