import { call, put } from 'typed-redux-saga';
import type { RouteName } from '#contract/routes';
import { sessionExpired } from '#client/features/session/slice';
import { CallFailed, EmitPostponed } from '#client/services/errors';
import type { CallInput, Services } from '#client/services/types';

/**
 * Calls a route. A 401 on a route that needs a session ends the session; the failure is thrown on either way.
 */
export function* request<R extends RouteName>(services: Services, route: R, input: CallInput<R>) {
  try {
    return yield* call(services.http.call<R>, route, input);
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401 && services.http.needsSession(route))
      yield* put(sessionExpired());
    throw error;
  }
}

/**
 * How long to wait before a packet is sent again, in milliseconds.
 * @param atLeast where the server has not said more
 */
export function pauseAfter(error: unknown, atLeast: number): number {
  return error instanceof EmitPostponed ? Math.max(error.waitMs, atLeast) : atLeast;
}

/** What a person is told: the server's own sentence, or else the specification's default for this call. */
export function errorMessage(error: unknown, otherwise: string): string {
  return error instanceof CallFailed && error.sentence !== null ? error.sentence : otherwise;
}
