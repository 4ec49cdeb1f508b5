import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { code, Id, IdInput, Timestamp } from './primitives';
import { GivenPassword } from './session';

/** Where and when a user signed in. `address` is a network for IPv6; `userAgent` is what the client calls itself. */
export const SessionCreated = z.object({
  id: Id,
  createdAt: Timestamp,
  address: z.string(),
  userAgent: z.string(),
});
export type SessionCreated = z.output<typeof SessionCreated>;

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
  signOut: {
    ...nothingIn,
    method: 'POST',
    path: '/api/auth/sign-out',
    auth: 'session',
    status: 204,
    answer: NoAnswer,
  },
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
