import { buffers, type Channel } from 'redux-saga';
import { actionChannel, call, delay, flush, select, take } from 'typed-redux-saga';
import type { Location, LocationUpdate } from '#contract/locations';
import { pauseAfter } from '#client/sagas/request';
import { EmitRefused } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { selectIsConnected } from '#client/features/session/selectors';
import { connectionEstablished } from '#client/features/session/slice';
import { ownLocationReceived } from '../slice';

/** The server takes five fixes a second; we send at most four. */
const SEND_PAUSE_MS = 250;
/** Pause after a send that got no answer, in milliseconds. */
const RETRY_PAUSE_MS = 1_000;

type OwnFixes = Channel<ReturnType<typeof ownLocationReceived>>;

/**
 * Sends fixes one after the other. While there is no connection only the newest is kept: a backlog would arrive as a
 * burst of old positions.
 */
export function* sendFixes(services: Services) {
  const fixes: OwnFixes = yield* actionChannel(
    ownLocationReceived,
    buffers.sliding<ReturnType<typeof ownLocationReceived>>(1),
  );
  while (true) {
    const { payload } = yield* take(fixes);
    yield* call(sendNewest, services, fixes, payload.locations);
    yield* delay(SEND_PAUSE_MS);
  }
}

/** Tries until the server has stored the newest fix, or says that it does not want it. */
function* sendNewest({ socket, log, page }: Services, fixes: OwnFixes, taken: Location[]) {
  let newest = taken[0];
  while (newest) {
    if (!(yield* select(selectIsConnected))) yield* take(connectionEstablished);
    const later = yield* flush(fixes);
    newest = later[0]?.payload.locations[0] ?? newest;
    try {
      const update = updateOf(newest, page.isShown());
      return void (yield* call(() => socket.emit('location:update', update)));
    } catch (error) {
      yield* call(log.failure, 'Sending a position failed:', error);
      if (error instanceof EmitRefused) return;
      yield* delay(pauseAfter(error, RETRY_PAUSE_MS));
    }
  }
}

/** @param isPrimary the page is visible, so that its fixes count before those of the user's phones */
function updateOf(
  { latitude, longitude, accuracy, timestamp }: Location,
  isPrimary: boolean,
): LocationUpdate {
  return {
    latitude,
    longitude,
    timestamp,
    ...(accuracy !== null && { accuracy }),
    ...(isPrimary && { isPrimary }),
  };
}
