import type { SagaIterator } from 'redux-saga';
import { call, race, select, take } from 'typed-redux-saga';
import { selectIsSignedIn } from '#client/features/session/selectors';
import { signedIn, signedOut } from '#client/features/session/slice';

/**
 * Runs the work anew for each session and cancels all of it (watches, timers, sockets, forks) when the person signs
 * out. Work must fork and never spawn, or it would outlive the session.
 */
export function* whileSignedIn(work: () => SagaIterator | Generator) {
  while (true) {
    if (!(yield* select(selectIsSignedIn))) yield* take(signedIn);
    yield* race({ work: call(work), out: take(signedOut) });
    // Work that ended by itself must not start again within the same session.
    if (yield* select(selectIsSignedIn)) yield* take(signedOut);
  }
}
