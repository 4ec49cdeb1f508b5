import { call, put } from 'typed-redux-saga';
import { everyValue, watchChannel } from '../../../saga-helpers/watchChannel';
import type { ConnectionSignal, Services } from '../../../services/types';
import { connectionEstablished, connectionLost, connectionOpening, sessionExpired } from '../slice';

const factOf = { connected: connectionEstablished, lost: connectionLost, refused: sessionExpired } as const;

/** Holds the realtime connection open for as long as the session lasts, and tells the store how it is. */
export function* holdConnection(services: Services) {
  const signals = everyValue<ConnectionSignal>(services.socket.onSignal);
  try {
    yield* put(connectionOpening());
    yield* call(services.socket.open);
    yield* watchChannel(signals, function* (signal) {
      yield* put(factOf[signal]());
    });
  } finally {
    signals.close();
    services.socket.close();
  }
}
