import { call, cancel, delay, fork, put, race, select, take } from 'typed-redux-saga';
import type { SosTrigger } from '../../../../contract/alerts';
import { ALERT_KEPT_MS, SOS_POSITION_OPTIONS } from '../../../../contract/limits';
import { pauseAfter } from '../../../saga-helpers/request';
import {
  EmitRefused,
  GeolocationFailed,
  type GeolocationProblem,
  type Services,
} from '../../../services/types';
import { selectOwnPosition } from '../../locations/selectors';
import { ownFixTaken } from '../../locations/slice';
import { selectIsConnected, selectUser } from '../../session/selectors';
import { connectionEstablished, connectionLost } from '../../session/slice';
import { pendingSosIn, type PendingSos, sosKey, type SosPosition } from '../kept';
import { sosCancelled, sosDelayed, sosFailed, sosOnItsWay, sosSent, sosSubmitted } from '../slice';
import { noPosition, sosMessage } from '../texts';

type PlacedSos = PendingSos & { position: SosPosition };

/** The browser counts its five seconds from the permission on; who does not answer that question waits no longer. */
const POSITION_PATIENCE_MS = SOS_POSITION_OPTIONS.timeout + 1_000;
/** After this long without an acknowledgement the dialog says so. */
const ACK_PATIENCE_MS = 2_000;
const RETRY_PAUSE_MS = 1_000;

/**
 * One call for help after the other: kept on this device from the press on, given a position, sent until the server has
 * it or refuses it, or the person takes it back. One that an earlier page could not send comes first.
 */
export function* sendCallsForHelp(services: Services) {
  let pending = yield* restore(services);
  while (true) {
    pending ??= yield* untilPressed(services);
    yield* race({ sent: call(send, services, pending), cancelled: take(sosCancelled) });
    yield* forget(services);
    pending = null;
  }
}

function* restore(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return null;
  const pending = pendingSosIn(yield* call(services.storage.get, sosKey(user.id)));
  if (pending === null) return null;
  // A call of days ago would be a false alarm today.
  if (services.clock.now() - pending.pressedAt > ALERT_KEPT_MS) {
    yield* forget(services);
    return null;
  }
  yield* put(sosSubmitted({ message: pending.message }));
  return pending;
}

function* untilPressed(services: Services) {
  const { payload } = yield* take(sosSubmitted);
  const pending: PendingSos = {
    message: payload.message.trim(),
    position: null,
    clientId: yield* call(services.ids.next),
    pressedAt: yield* call(services.clock.now),
  };
  yield* keep(services, pending);
  return pending;
}

function* send(services: Services, pending: PendingSos) {
  const position = pending.position ?? (yield* findPosition(services, pending.pressedAt));
  if (typeof position === 'string') return void (yield* put(sosFailed({ error: noPosition(position) })));
  const placed = { ...pending, position };
  yield* keep(services, placed);
  yield* deliver(services, placed);
}

/** A fresh fix, else the newest position that is known of this person, else why there is none. */
function* findPosition({ geolocation, log }: Services, pressedAt: number) {
  let problem: GeolocationProblem = 'timeout';
  try {
    const { fix, shared } = yield* race({
      fix: call(geolocation.current, SOS_POSITION_OPTIONS),
      shared: call(untilShared, pressedAt),
      late: delay(POSITION_PATIENCE_MS),
    });
    const taken = fix ?? shared;
    if (taken) return placeOf(taken, true);
  } catch (error) {
    yield* call(log.note, 'Geolocation error:', error);
    if (error instanceof GeolocationFailed) ({ problem } = error);
  }
  const own = yield* select(selectOwnPosition);
  return own ? placeOf(own, false) : problem;
}

/** Whoever shares gets fixes all the time; one from after the press is as fresh. */
function* untilShared(pressedAt: number) {
  while (true) {
    const { payload } = yield* take(ownFixTaken);
    const [fix] = payload.locations;
    if (fix && Date.parse(fix.timestamp) >= pressedAt) return fix;
  }
}

function placeOf(
  fix: { latitude: number; longitude: number; timestamp: string },
  fresh: boolean,
): SosPosition {
  return { latitude: fix.latitude, longitude: fix.longitude, takenAt: Date.parse(fix.timestamp), fresh };
}

/** Ends when the server has it or does not want it. Sent again under the same name it raises no second alert. */
function* deliver({ socket, clock, log }: Services, pending: PlacedSos) {
  yield* put(sosOnItsWay({ message: pending.message }));
  const doubt = yield* fork(admitDelay);
  while (true) {
    if (!(yield* select(selectIsConnected))) {
      yield* put(sosDelayed());
      yield* take(connectionEstablished);
    }
    try {
      const trigger = triggerOf(pending, clock.now());
      yield* call(() => socket.emit('sos:trigger', trigger));
      yield* cancel(doubt);
      return void (yield* put(sosSent()));
    } catch (error) {
      yield* call(log.failure, 'Sending the SOS failed:', error);
      if (error instanceof EmitRefused) {
        yield* cancel(doubt);
        return void (yield* put(sosFailed({ error: error.message })));
      }
      yield* put(sosDelayed());
      yield* delay(pauseAfter(error, RETRY_PAUSE_MS));
    }
  }
}

/** Says that it is not sent yet as soon as the connection is gone or the answer takes long. */
function* admitDelay() {
  yield* race({ lost: take(connectionLost), long: delay(ACK_PATIENCE_MS) });
  yield* put(sosDelayed());
}

function triggerOf({ message: written, position, clientId }: PlacedSos, now: number): SosTrigger {
  const { latitude, longitude } = position;
  const message = sosMessage(written, position, now);
  return message === '' ? { latitude, longitude, clientId } : { latitude, longitude, clientId, message };
}

function* keep({ storage }: Services, pending: PendingSos) {
  const user = yield* select(selectUser);
  if (user) yield* call(storage.set, sosKey(user.id), JSON.stringify(pending));
}

function* forget({ storage }: Services) {
  const user = yield* select(selectUser);
  if (user) yield* call(storage.remove, sosKey(user.id));
}
