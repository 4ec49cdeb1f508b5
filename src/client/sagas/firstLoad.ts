import type { Action } from '@reduxjs/toolkit';
import { delay, put, race, select, take } from 'typed-redux-saga';
import { selectIsConnected } from '#client/features/session/selectors';
import { connectionEstablished, connectionLost } from '#client/features/session/slice';

/** Most connections stand by then, also on slow devices; whoever has a slow one sees something before. */
const CONNECTION_WAIT_MS = 1_000;

/**
 * Begins a session's first load of what no first map waits for. What was loaded before the connection stands may be out
 * of date when it does, and is loaded again then; so the first load waits a moment for it, and most sessions load it once.
 * @param intent asks for the load; the feature must dispatch it on `connectionEstablished` as well
 */
export function* firstLoad(intent: Action) {
  if (!(yield* select(selectIsConnected))) {
    const { established } = yield* race({
      established: take(connectionEstablished),
      lost: take(connectionLost),
      waited: delay(CONNECTION_WAIT_MS),
    });
    if (established) return;
  }
  yield* put(intent);
}
