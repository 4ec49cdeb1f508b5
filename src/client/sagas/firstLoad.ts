import type { Action, ActionCreatorWithoutPayload } from '@reduxjs/toolkit';
import { delay, put, race, select, take } from 'typed-redux-saga';
import type { RootState } from '#client/store/rootState';

/** The realtime connection as `firstLoad` needs it. */
export interface Connection {
  selectIsConnected: (state: RootState) => boolean;
  established: ActionCreatorWithoutPayload;
  lost: ActionCreatorWithoutPayload;
}

/** Most connections are established by then, also on slow devices. */
const CONNECTION_TIMEOUT_MS = 1_000;

/**
 * Puts the intent to load what the first map does not need. A list that was loaded before the connection is
 * established is loaded again then, so the first load waits a moment for it.
 * @param intent the feature must also load on `connection.established`
 */
export function* firstLoad(intent: Action, connection: Connection) {
  if (!(yield* select(connection.selectIsConnected))) {
    const { established } = yield* race({
      established: take(connection.established),
      lost: take(connection.lost),
      timeout: delay(CONNECTION_TIMEOUT_MS),
    });
    if (established) return;
  }
  yield* put(intent);
}
