import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { code, IdInput, Timestamp } from './primitives';
import { GivenPassword, SessionCreated } from './session';

/** A session of the caller. `current` is the one that asks. */
export const SessionInfo = z.extend(SessionCreated, { lastUsedAt: Timestamp, current: z.boolean() });
export type SessionInfo = z.output<typeof SessionInfo>;

/** The password that confirms what a stolen token alone must not do. */
export const CurrentPasswordInput = z.strictObject(
  { currentPassword: GivenPassword },
  code('current_password_required'),
);

export const SessionParams = z.strictObject({ id: IdInput });

/** Routes for the sessions of the caller. */
export const signedInDeviceRoutes = {
  signOutEverywhere: {
    ...nothingIn,
    method: 'POST',
    path: '/api/auth/sign-out-everywhere',
    auth: 'session',
    status: 204,
    body: CurrentPasswordInput,
    answer: NoAnswer,
  },
  listSessions: {
    ...nothingIn,
    method: 'GET',
    path: '/api/sessions',
    auth: 'session',
    status: 200,
    answer: z.array(SessionInfo),
  },
  endSession: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/sessions/:id',
    auth: 'session',
    status: 204,
    params: SessionParams,
    body: CurrentPasswordInput,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
