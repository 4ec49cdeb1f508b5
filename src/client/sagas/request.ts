import { createAction } from '@reduxjs/toolkit';
import { call, put } from 'typed-redux-saga';
import type { RouteName } from '#contract/routes';
import { RequestFailed, EmitPostponed } from '#client/services/errors';
import type { AppError, RouteInput, ClientErrorCode, Services } from '#client/services/types';

/** The server rejected the token of a call that needs a session. */
export const unauthorized = createAction('http/unauthorized');

/** Calls a route. A 401 on a route that needs a session is also put as `unauthorized`; the failure is always thrown. */
export function* request<R extends RouteName>(services: Services, route: R, input: RouteInput<R>) {
  try {
    return yield* call(services.http.call<R>, route, input);
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 401 && services.http.needsSession(route))
      yield* put(unauthorized());
    throw error;
  }
}

/** Pause before a packet is sent again, in milliseconds. @param atLeast where the server names none */
export function pauseAfter(error: unknown, atLeast: number): number {
  return error instanceof EmitPostponed ? Math.max(error.waitMs, atLeast) : atLeast;
}

/** Why a call failed: the server's reason, or else the one of this call. */
export function reasonOf(error: unknown, otherwise: ClientErrorCode): AppError {
  return error instanceof RequestFailed && error.reason !== null ? error.reason : { code: otherwise };
}
