import { call, race, select, take } from 'typed-redux-saga';
import { selectIsSignedIn } from '#client/features/session/selectors';
import { signedIn, signedOut } from '#client/features/session/slice';
import type { Services } from '#client/services/types';

/**
 * Runs a feature for each session and cancels all of it (watches, timers, sockets, forks) when the user signs out.
 * A feature must fork and never spawn, or its work would outlive the session.
 */
export function* whileSignedIn(feature: (services: Services) => Generator, services: Services) {
  while (true) {
    if (!(yield* select(selectIsSignedIn))) yield* take(signedIn);
    yield* race({ work: call(feature, services), out: take(signedOut) });
    // Work that has ended must not start again within the same session.
    if (yield* select(selectIsSignedIn)) yield* take(signedOut);
  }
}
