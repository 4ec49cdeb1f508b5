import { buffers, type Channel } from 'redux-saga';
import { actionChannel, call, cancelled, delay, flush, put, race, select, take } from 'typed-redux-saga';
import { TRACKING_OPTIONS } from '../../../../contract/limits';
import type { Location, LocationUpdate } from '../../../../contract/locations';
import { pauseAfter } from '../../../saga-helpers/request';
import { everyValue } from '../../../saga-helpers/watchChannel';
import { EmitRefused, type Fix, type GeolocationProblem, type Services } from '../../../services/types';
import { selectIsConnected, selectUser } from '../../session/selectors';
import { connectionEstablished } from '../../session/slice';
import {
  ownFixTaken,
  positionUnavailable,
  sharingStarted,
  sharingStopped,
  sharingStopRequested,
} from '../slice';

/** The server takes five fixes a second; we send at most four. */
const SEND_PAUSE_MS = 250;
/** Pause after a send that got no answer, in milliseconds. */
const RETRY_PAUSE_MS = 1_000;

type Report = { fix: Fix } | { problem: GeolocationProblem };

/**
 * Shares this device's position until it is stopped or the person forbids it in the browser. Other troubles (no signal,
 * a slow fix) are logged and waited out, because the watch goes on by itself.
 */
export function* shareLocation(services: Services) {
  if (!(yield* call(services.geolocation.isSupported))) {
    return void (yield* put(positionUnavailable({ problem: 'unsupported' })));
  }
  yield* put(sharingStarted());
  try {
    yield* race({
      watch: call(watchPosition, services),
      send: call(sendFixes, services),
      stop: take(sharingStopRequested),
    });
  } finally {
    if (!(yield* cancelled())) yield* put(sharingStopped());
  }
}

/** Ends when the person forbids the position. */
function* watchPosition({ geolocation, log }: Services) {
  const reports = everyValue<Report>((emit) =>
    geolocation.watch(
      TRACKING_OPTIONS,
      (fix) => emit({ fix }),
      (problem) => emit({ problem }),
    ),
  );
  try {
    while (true) {
      const report = yield* take(reports);
      if ('fix' in report) yield* call(takeOwnFix, report.fix);
      else {
        yield* call(log.note, 'Geolocation error:', report.problem);
        if (report.problem === 'denied') return void (yield* put(positionUnavailable(report)));
      }
    }
  } finally {
    reports.close();
  }
}

function* takeOwnFix(fix: Fix) {
  const user = yield* select(selectUser);
  if (user) yield* put(ownFixTaken({ locations: [{ userId: user.id, ...fix }] }));
}

type OwnFixes = Channel<ReturnType<typeof ownFixTaken>>;

/**
 * Sends fixes one after the other. While there is no connection only the newest is kept: a backlog would arrive as a
 * burst of old positions.
 */
function* sendFixes(services: Services) {
  const fixes: OwnFixes = yield* actionChannel(
    ownFixTaken,
    buffers.sliding<ReturnType<typeof ownFixTaken>>(1),
  );
  while (true) {
    const { payload } = yield* take(fixes);
    yield* call(sendNewest, services, fixes, payload.locations);
    yield* delay(SEND_PAUSE_MS);
  }
}

/** Tries until the server has stored the newest fix, or says that it does not want it. */
function* sendNewest({ socket, log }: Services, fixes: OwnFixes, taken: Location[]) {
  let newest = taken[0];
  while (newest) {
    if (!(yield* select(selectIsConnected))) yield* take(connectionEstablished);
    const later = yield* flush(fixes);
    newest = later[0]?.payload.locations[0] ?? newest;
    try {
      const update = updateOf(newest);
      return void (yield* call(() => socket.emit('location:update', update)));
    } catch (error) {
      yield* call(log.failure, 'Sending a position failed:', error);
      if (error instanceof EmitRefused) return;
      yield* delay(pauseAfter(error, RETRY_PAUSE_MS));
    }
  }
}

function updateOf({ latitude, longitude, accuracy, timestamp }: Location): LocationUpdate {
  return accuracy === null
    ? { latitude, longitude, timestamp }
    : { latitude, longitude, accuracy, timestamp };
}
