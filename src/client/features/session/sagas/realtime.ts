import { onlineChanged, pageShown } from '../device/slice';
import { call, put, takeEvery } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { ConnectionSignal, Services } from '#client/services/types';
import { connectionEstablished, connectionLost, connectionOpening, sessionExpired } from '../slice';

const factOf = { connected: connectionEstablished, lost: connectionLost, refused: sessionExpired } as const;

/** A page that is visible or online again reconnects at once. */
function* reconnect({ page, socket }: Services) {
  if (page.isOnline()) yield* call(socket.reconnect);
}

/** Keeps the realtime connection open as long as the session lasts, and puts its status into the store. */
export function* holdConnection(services: Services) {
  const signals = bufferedChannel<ConnectionSignal>(services.socket.onSignal);
  try {
    yield* put(connectionOpening());
    yield* call(services.socket.open);
    yield* takeEvery([pageShown, onlineChanged], guarded(reconnect), services);
    yield* watchChannel(signals, function* (signal) {
      yield* put(factOf[signal]());
    });
  } finally {
    signals.close();
    services.socket.close();
  }
}
